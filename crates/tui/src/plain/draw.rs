//! The board in plain text.

use obverse_players::Table;
use obverse_rules::{Color, Position, Square};

/// The board with `B`, `W`, a dot for an empty square and a star for one where the side to move
/// may place a disc. Columns have letters; rows have numbers, and letters for moves that are
/// typed as row and column.
pub(super) fn board(position: &Position) -> String {
    let size = position.size();
    let lines = 0..size.get();
    let header: String = lines.clone().flat_map(|column| [' ', letter(column)]).collect();
    let rows = lines.clone().map(|row| {
        let squares = lines.clone().filter_map(|column| Square::new(column, row));
        let symbols: String = squares.flat_map(|square| [' ', symbol(position, square)]).collect();
        format!("{:>3}{symbols}  {}\n", row + 1, letter(row))
    });
    format!("   {header}\n{}", rows.collect::<String>())
}

fn symbol(position: &Position, square: Square) -> char {
    match position.get(square) {
        Some(color) => color.letter(),
        None if position.is_legal(square.into()) => '*',
        None => '.',
    }
}

fn letter(line: usize) -> char {
    (b'a' + line as u8) as char
}

/// A square as row letter and column letter.
pub(super) fn row_and_column(square: Square) -> String {
    [letter(square.row()), letter(square.column())].iter().collect()
}

/// The legal moves with their numbers: `1 d3, 2 c4, 3 f5, 4 e6`.
pub(super) fn numbered_moves(position: &Position) -> String {
    let moves: Vec<String> = (1..)
        .zip(position.moves())
        .map(|(number, square): (usize, Square)| format!("{number} {square}"))
        .collect();
    moves.join(", ")
}

/// “Black 4, White 1”, and the clocks where there are any.
pub(super) fn standing(table: &Table) -> String {
    let position = table.game().position();
    let discs =
        format!("Black {}, White {}", position.count(Color::Black), position.count(Color::White));
    let clock = |color| {
        let seconds = table.clock(color)?.remaining.as_secs();
        Some(format!("{color} {}:{:02}", seconds / 60, seconds % 60))
    };
    match clock(Color::Black).zip(clock(Color::White)) {
        Some((black, white)) => format!("{discs}. Time left: {black}, {white}"),
        None => discs,
    }
}

#[cfg(test)]
mod tests {
    use obverse_rules::Size;

    use super::*;

    #[test]
    fn the_board_shows_legal_moves_and_both_ways_to_name_them() {
        let start = Position::start(Size::SIX);
        let expected = "    a b c d e f
  1 . . . . . .  a
  2 . . * . . .  b
  3 . * W B . .  c
  4 . . B W * .  d
  5 . . . * . .  e
  6 . . . . . .  f
";
        assert_eq!(board(&start), expected);
        assert_eq!(numbered_moves(&start), "1 c2, 2 b3, 3 e4, 4 d5");
        assert_eq!(row_and_column("d5".parse().unwrap()), "ed");
    }

    #[test]
    fn the_largest_board_lines_up() {
        let text = board(&Position::start(Size::MAX));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 27);
        assert!(lines[0].ends_with(" y z"));
        assert!(lines[26].starts_with(" 26 .") && lines[26].ends_with(".  z"));
    }
}
