//! Reasons as sentences, in the languages that a review speaks.

use std::str::FromStr;

use obverse_rules::{Color, Square};
use thiserror::Error;

use crate::reason::{Counts, Reason};

/// A language that a review speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

/// A code that stands for no language.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a language: en or ja")]
pub struct LanguageError(String);

impl FromStr for Language {
    type Err = LanguageError;

    fn from_str(text: &str) -> Result<Language, LanguageError> {
        match text {
            "en" => Ok(Language::English),
            "ja" => Ok(Language::Japanese),
            _ => Err(LanguageError(text.chars().take(20).collect())),
        }
    }
}

impl Language {
    /// What a side is called.
    pub fn side(self, side: Color) -> &'static str {
        match (self, side) {
            (Language::English, Color::Black) => "Black",
            (Language::English, Color::White) => "White",
            (Language::Japanese, Color::Black) => "黒",
            (Language::Japanese, Color::White) => "白",
        }
    }
}

impl Reason {
    /// A sentence about the move that `mover` made.
    pub fn text(&self, language: Language, mover: Color) -> String {
        let (me, them) = (language.side(mover), language.side(!mover));
        match language {
            Language::English => self.english(me, them),
            Language::Japanese => self.japanese(me, them),
        }
    }

    fn english(&self, me: &str, them: &str) -> String {
        match self {
            Reason::GivesCorner { square, was_open: true, best, .. } => {
                format!("{them} takes {square}, which {best} would have prevented")
            }
            Reason::GivesCorner { square, after: 1, .. } => format!("{them} can take {square}"),
            Reason::GivesCorner { square, after, .. } => {
                format!("{them} gets {square} {}", later(*after))
            }
            Reason::MissesCorner { square, at_once: true, best, .. }
                if *best == (*square).into() =>
            {
                format!("{me} could have taken {square}")
            }
            Reason::MissesCorner { square, best, .. } => format!("with {best} {me} gets {square}"),
            Reason::EdgeWeak { square } => {
                format!("{them} wedges in at {square}, between two discs on the edge")
            }
            Reason::LosesMobility(Counts { played, instead, after, best }) => {
                format!(
                    "{} {me} has {}, after {best} it has {instead}",
                    Later(*after),
                    moves(*played)
                )
            }
            Reason::GivesMobility(Counts { played, instead, after, best }) => {
                format!(
                    "{} {them} has {}, after {best} only {instead}",
                    Later(*after),
                    moves(*played)
                )
            }
            Reason::WastesQuietMove { square, best } => {
                format!("{square} could have waited: after {best} {them} cannot play there")
            }
            Reason::LosesParity { region, best } if region.is_empty() => {
                format!("{them} gets the last move of the game, after {best} {me} does")
            }
            Reason::LosesParity { region, best } => format!(
                "{them} gets the last move in the region of {}, after {best} {me} does",
                list(region)
            ),
            Reason::LosesSafeMoves(Counts { played, instead, after, best }) => format!(
                "{} {me} has {}, after {best} it has {instead}",
                Later(*after),
                safe_moves(*played)
            ),
            Reason::GivesSafeMoves(Counts { played, instead, after, best }) => format!(
                "{} {them} has {}, after {best} only {instead}",
                Later(*after),
                safe_moves(*played)
            ),
            Reason::BuildsWall { played, instead, after, best } => format!(
                "{} {} of {me} and {} of {them} lie beside empty squares, after {best} {} and {}",
                Later(*after),
                discs(played.0),
                played.1,
                instead.0,
                instead.1
            ),
            Reason::LosesStableDiscs(Counts { played, instead, after, best }) => format!(
                "{} {} of {me} can never be turned over, after {best} {instead}",
                Later(*after),
                if *played == 0 { "no disc".to_owned() } else { discs(*played) }
            ),
            Reason::GivesStableDiscs(Counts { played, instead, after, best }) => format!(
                "{} {} of {them} can never be turned over, after {best} {}",
                Later(*after),
                discs(*played),
                if *instead == 0 { "none".to_owned() } else { format!("only {instead}") }
            ),
            Reason::ForcedToOpen { square, after } => {
                format!(
                    "{} every move of {me} opens a corner: it has to play {square}",
                    Later(*after)
                )
            }
            Reason::Greedy(Counts { played, instead, best, .. }) => format!(
                "it turns over {}, where {best} turns over {instead} and leaves {me} more moves",
                discs(*played)
            ),
            Reason::MissesPass { best } => format!("with {best} {them} has to pass"),
            Reason::MustPass { best } => format!("{me} has to pass, and not after {best}"),
            Reason::Miscounts { played, instead, best } => format!(
                "counted out, it ends {}–{}, and {best} ends {}–{}",
                played.0, played.1, instead.0, instead.1
            ),
        }
    }

    fn japanese(&self, me: &str, them: &str) -> String {
        match self {
            Reason::GivesCorner { square, was_open: true, best, .. } => {
                format!("{them}に隅{square}を取られます。{best}なら防げました")
            }
            Reason::GivesCorner { square, after: 1, .. } => {
                format!("{them}に隅{square}を取られます")
            }
            Reason::GivesCorner { square, after, .. } => {
                format!("{after}手後に{them}に隅{square}を取られます")
            }
            Reason::MissesCorner { square, at_once: true, best, .. }
                if *best == (*square).into() =>
            {
                format!("隅{square}を取れました")
            }
            Reason::MissesCorner { square, best, .. } => {
                format!("{best}なら{me}は隅{square}を取れます")
            }
            Reason::EdgeWeak { square } => format!("辺の{square}に{them}がくさびを打ち込みます"),
            Reason::LosesMobility(Counts { played, instead, after, best }) => {
                format!(
                    "{}{me}の打てる所は{played}か所です。{best}なら{instead}か所ありました",
                    after_ja(*after)
                )
            }
            Reason::GivesMobility(Counts { played, instead, after, best }) => {
                format!(
                    "{}{them}の打てる所が{played}か所あります。{best}なら{instead}か所でした",
                    after_ja(*after)
                )
            }
            Reason::WastesQuietMove { square, best } => {
                format!("{square}は{them}が打てない余裕手で、{best}の後まで取っておけました")
            }
            Reason::LosesParity { region, best } if region.is_empty() => {
                format!("最後の手を{them}に打たれます。{best}なら{me}が手止まりを打てます")
            }
            Reason::LosesParity { region, best } => format!(
                "{}の空きで{them}に手止まりを打たれます。{best}なら{me}が打てます",
                listed(region)
            ),
            Reason::LosesSafeMoves(Counts { played, instead, after, best }) => format!(
                "{}{me}が隅を空けずに打てる所は{played}か所です。{best}なら{instead}か所ありました",
                after_ja(*after)
            ),
            Reason::GivesSafeMoves(Counts { played, instead, after, best }) => format!(
                "{}{them}が隅を空けずに打てる所が{played}か所あります。{best}なら{instead}か所でした",
                after_ja(*after)
            ),
            Reason::BuildsWall { played, instead, after, best } => format!(
                "{}空きマスに面する石は{me}{}個、{them}{}個で、壁になります。{best}なら{}個と{}個でした",
                after_ja(*after),
                played.0,
                played.1,
                instead.0,
                instead.1
            ),
            Reason::LosesStableDiscs(Counts { played, instead, after, best }) => format!(
                "{}{me}の確定石は{played}個です。{best}なら{instead}個でした",
                after_ja(*after)
            ),
            Reason::GivesStableDiscs(Counts { played, instead, after, best }) => {
                format!(
                    "{}{them}の確定石が{played}個になります。{best}なら{instead}個でした",
                    after_ja(*after)
                )
            }
            Reason::ForcedToOpen { square, after } => {
                format!(
                    "{}{me}はどこに打っても隅を空けることになり、{square}に打たされます",
                    after_ja(*after)
                )
            }
            Reason::Greedy(Counts { played, instead, best, .. }) => {
                format!(
                    "{played}個も返しすぎです。{best}なら{instead}個返すだけで、打てる所も多く残ります"
                )
            }
            Reason::MissesPass { best } => format!("{best}なら{them}はパスになります"),
            Reason::MustPass { best } => format!("{me}がパスになります。{best}ならなりません"),
            Reason::Miscounts { played, instead, best } => format!(
                "数えると{}対{}で終わります。{best}なら{}対{}でした",
                played.0, played.1, instead.0, instead.1
            ),
        }
    }
}

/// What somebody often does wrong who has mistakes for this reason, by its id; none if there is no
/// such reason.
pub fn habit(id: &str, language: Language) -> Option<&'static str> {
    let (english, japanese) = match id {
        "gives-corner" => ("corners are given away", "隅を相手に与える"),
        "misses-corner" => ("corners are missed", "取れる隅を逃す"),
        "edge-weak" => ("edges are left open to a wedge", "辺にくさびを打ち込まれる"),
        "loses-mobility" => ("too few moves are left", "自分の打てる所が減る"),
        "gives-mobility" => ("the other side gets too many moves", "相手の打てる所が増える"),
        "wastes-quiet-move" => ("moves that could wait are played too soon", "余裕手を早く使う"),
        "loses-parity" => ("the last move in a region is lost", "手止まりを逃す"),
        "loses-safe-moves" => ("moves that open no corner run out", "安全な手がなくなる"),
        "gives-safe-moves" => {
            ("the other side keeps moves that open no corner", "相手に安全な手を残す")
        }
        "builds-wall" => ("walls are built beside empty squares", "壁を作る"),
        "gives-stable-discs" => ("the other side gets stable discs", "相手に確定石を与える"),
        "loses-stable-discs" => ("stable discs are missed", "確定石を逃す"),
        "forced-to-open" => ("a bad square has to be played in the end", "悪い所に打たされる"),
        "greedy" => ("too many discs are turned over too early", "早くから石を返しすぎる"),
        "misses-pass" => {
            ("a move after which the other side must pass is missed", "相手をパスさせる手を逃す")
        }
        "must-pass" => ("one has to pass", "自分がパスになる"),
        "miscounts" => ("the last squares are counted wrong", "終盤の数え間違い"),
        _ => return None,
    };
    Some(match language {
        Language::English => english,
        Language::Japanese => japanese,
    })
}

/// When something is counted, at the beginning of a sentence.
struct Later(usize);

impl std::fmt::Display for Later {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            0 => f.write_str("now"),
            1 => f.write_str("a move later"),
            after => write!(f, "{after} moves later"),
        }
    }
}

fn later(after: usize) -> String {
    Later(after).to_string()
}

fn after_ja(after: usize) -> String {
    if after == 0 { String::new() } else { format!("{after}手後、") }
}

fn moves(count: usize) -> String {
    match count {
        0 => "no move".to_owned(),
        1 => "one move".to_owned(),
        _ => format!("{count} moves"),
    }
}

fn safe_moves(count: usize) -> String {
    match count {
        0 => "no move that opens no corner".to_owned(),
        1 => "one move that opens no corner".to_owned(),
        _ => format!("{count} moves that open no corner"),
    }
}

fn discs(count: usize) -> String {
    if count == 1 { "one disc".to_owned() } else { format!("{count} discs") }
}

/// A region is named by all of its squares where they are few, and by the first three of many: the
/// board lights all of them up.
const FEW: usize = 6;
const NAMED: usize = 3;

fn list(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    if names.len() > FEW {
        return format!("{} and {} more squares", names[..NAMED].join(", "), names.len() - NAMED);
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// The same in Japanese.
fn listed(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    if names.len() > FEW {
        return format!("{}など{}マス", names[..NAMED].join("・"), names.len());
    }
    names.join("・")
}
