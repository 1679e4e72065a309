//! Moves as they are typed, wherever one can be played.

use obverse_rules::{Position, Square};

/// The square that was typed so far, by its name or by its number among the legal moves. A name
/// may be that of any square of the board.
pub(crate) fn typed_square(typed: &str, position: &Position) -> Option<Square> {
    match typed.parse::<usize>() {
        Ok(number) => position.moves().get(number.checked_sub(1)?),
        Err(_) => typed.parse().ok().filter(|square: &Square| square.is_on(position.size())),
    }
}

/// What Enter would do with what was typed, if it is a square.
pub(crate) fn what_enter_plays(typed: &str, position: &Position) -> Option<String> {
    let square = typed_square(typed, position)?;
    let is_legal = position.is_legal(square.into());
    Some(if is_legal {
        format!("Enter plays {square}")
    } else {
        format!("{square} is no legal move")
    })
}

#[cfg(test)]
mod tests {
    use obverse_rules::Size;

    use super::*;

    #[test]
    fn it_says_what_enter_plays() {
        let start = Position::start(Size::EIGHT);
        let said = |typed| what_enter_plays(typed, &start);
        assert_eq!(said("f5").as_deref(), Some("Enter plays f5"));
        // By number, as the board counts its legal moves from the top left: d3, c4, f5, e6.
        assert_eq!(said("3").as_deref(), Some("Enter plays f5"));
        assert_eq!(said("a1").as_deref(), Some("a1 is no legal move"));
        for nothing in ["", "e", "0", "5", "j1"] {
            assert_eq!(said(nothing), None, "{nothing}");
        }
    }
}
