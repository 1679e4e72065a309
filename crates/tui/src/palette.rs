//! The boards to choose from: what colour everything has, in true colour, in the xterm palette
//! and among the sixteen of every terminal.

use std::fmt;
use std::str::FromStr;

use ratatui::style::Color;
use thiserror::Error;

/// A board with its colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Palette {
    /// Green felt, as in a tournament.
    #[default]
    Green,
    /// Deep blue.
    Blue,
    /// Walnut.
    Wood,
    /// Black and white as far apart from each other and from the board as can be.
    Contrast,
}

/// Text that names no palette.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no theme: write green, blue, wood or contrast")]
pub struct PaletteError(String);

impl Palette {
    /// Every palette.
    pub const ALL: [Palette; 4] = [Palette::Green, Palette::Blue, Palette::Wood, Palette::Contrast];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Palette::Green => "green",
            Palette::Blue => "blue",
            Palette::Wood => "wood",
            Palette::Contrast => "contrast",
        }
    }

    /// The next one, round the end.
    #[must_use]
    pub fn next(self) -> Palette {
        let place = Palette::ALL.iter().position(|&it| it == self).unwrap_or(0);
        Palette::ALL[(place + 1) % Palette::ALL.len()]
    }

    pub(crate) fn inks(self) -> Inks {
        match self {
            Palette::Green => GREEN,
            Palette::Blue => BLUE,
            Palette::Wood => WOOD,
            Palette::Contrast => CONTRAST,
        }
    }
}

impl fmt::Display for Palette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Palette {
    type Err = PaletteError;

    fn from_str(text: &str) -> Result<Palette, PaletteError> {
        let found = Palette::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(text.trim()));
        found.ok_or_else(|| PaletteError(text.to_owned()))
    }
}

/// A colour as each kind of terminal has it.
#[derive(Clone, Copy)]
pub(crate) struct Ink {
    pub(crate) rgb: u32,
    /// The entry of the xterm palette, where the nearest is not the best to the eye.
    pub(crate) entry: Option<u8>,
    pub(crate) ansi: Color,
}

/// A colour for each role, as [`crate::theme::Theme`] has them.
pub(crate) struct Inks {
    pub(crate) ground: Ink,
    pub(crate) text: Ink,
    pub(crate) muted: Ink,
    pub(crate) frame: Ink,
    pub(crate) accent: Ink,
    pub(crate) good: Ink,
    pub(crate) bad: Ink,
    pub(crate) square: Ink,
    pub(crate) square_shade: Ink,
    pub(crate) square_cursor: Ink,
    pub(crate) board_line: Ink,
    pub(crate) black: Ink,
    pub(crate) white: Ink,
    pub(crate) board_accent: Ink,
    pub(crate) flipped_black: Ink,
    pub(crate) flipped_white: Ink,
    pub(crate) board_quiet: Ink,
    pub(crate) black_bar: Ink,
    pub(crate) mistake: Ink,
    pub(crate) graph: Ink,
    pub(crate) graph_band: Ink,
}

const fn ink(rgb: u32, ansi: Color) -> Ink {
    Ink { rgb, entry: None, ansi }
}

const fn entry(rgb: u32, entry: u8, ansi: Color) -> Ink {
    Ink { rgb, entry: Some(entry), ansi }
}

const GREEN: Inks = Inks {
    ground: ink(0x0f1513, Color::Reset),
    text: ink(0xe8e5dc, Color::Reset),
    muted: ink(0x8c9691, Color::Reset),
    frame: ink(0x3b4a44, Color::DarkGray),
    accent: ink(0xf2b134, Color::Yellow),
    good: ink(0x5fc083, Color::Green),
    bad: ink(0xee7a76, Color::Red),
    // The nearest entries to the board's greens are teal: green is nearer to the eye.
    square: entry(0x227757, 29, Color::Green),
    square_shade: entry(0x207252, 28, Color::Green),
    square_cursor: ink(0x2f9a70, Color::Cyan),
    board_line: entry(0x175a40, 22, Color::Black),
    black: ink(0x15171a, Color::Black),
    white: ink(0xf4f1e8, Color::White),
    board_accent: ink(0xffd166, Color::LightYellow),
    flipped_black: ink(0x7d868f, Color::DarkGray),
    flipped_white: ink(0x8b877a, Color::DarkGray),
    board_quiet: ink(0xe6f6ef, Color::Black),
    black_bar: ink(0x2b3036, Color::DarkGray),
    mistake: ink(0xff8a80, Color::LightRed),
    graph: entry(0x17573f, 22, Color::Green),
    graph_band: entry(0x4c9375, 65, Color::Cyan),
};

const BLUE: Inks = Inks {
    ground: ink(0x0e131a, Color::Reset),
    muted: ink(0x8b95a3, Color::Reset),
    frame: ink(0x37465a, Color::DarkGray),
    square: entry(0x356f9f, 25, Color::Blue),
    square_shade: entry(0x326a99, 24, Color::Blue),
    square_cursor: entry(0x4f97cd, 32, Color::Cyan),
    board_line: entry(0x24547c, 17, Color::Black),
    black: ink(0x101318, Color::Black),
    board_quiet: ink(0xf0f6fd, Color::White),
    graph: entry(0x24547c, 24, Color::Blue),
    graph_band: entry(0x6496be, 67, Color::Cyan),
    ..GREEN
};

const WOOD: Inks = Inks {
    ground: ink(0x17120d, Color::Reset),
    text: ink(0xefe6d8, Color::Reset),
    muted: ink(0xa39684, Color::Reset),
    frame: ink(0x54452f, Color::DarkGray),
    square: entry(0x8f6437, 94, Color::Yellow),
    square_shade: entry(0x8a6034, 94, Color::Yellow),
    square_cursor: entry(0xb5844d, 137, Color::Cyan),
    board_line: entry(0x63421f, 58, Color::Black),
    black: ink(0x15110d, Color::Black),
    white: ink(0xfbf4e6, Color::White),
    board_accent: ink(0xffe08a, Color::White),
    board_quiet: ink(0xfdf3e3, Color::Black),
    graph: entry(0x5e4122, 58, Color::Yellow),
    graph_band: entry(0xb18a5f, 137, Color::Cyan),
    ..GREEN
};

const CONTRAST: Inks = Inks {
    ground: ink(0x000000, Color::Reset),
    text: ink(0xffffff, Color::Reset),
    muted: ink(0xc8c8c8, Color::Reset),
    frame: ink(0xa0a0a0, Color::Gray),
    accent: ink(0xffd500, Color::LightYellow),
    good: ink(0x66ff99, Color::LightGreen),
    bad: ink(0xff8f8f, Color::LightRed),
    square: ink(0x6e6e6e, Color::DarkGray),
    square_shade: ink(0x696969, Color::DarkGray),
    square_cursor: ink(0x0057d8, Color::Blue),
    board_line: ink(0xd8d8d8, Color::White),
    black: ink(0x000000, Color::Black),
    white: ink(0xffffff, Color::White),
    board_accent: ink(0xffff00, Color::LightYellow),
    flipped_black: ink(0xbdbdbd, Color::Gray),
    flipped_white: ink(0x555555, Color::DarkGray),
    board_quiet: ink(0xffffff, Color::White),
    black_bar: ink(0x303030, Color::Black),
    mistake: ink(0xff6b6b, Color::LightRed),
    graph: ink(0x6e6e6e, Color::DarkGray),
    graph_band: ink(0xb0b0b0, Color::Gray),
};
