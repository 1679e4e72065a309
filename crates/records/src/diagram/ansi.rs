//! Drawing in the colours of a terminal.

use std::fmt::Write;

use obverse_rules::{Color, Square};

use super::{Content, Diagram, letter};

/// The colours that a terminal has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// The 256 of xterm.
    #[default]
    Indexed,
    /// 24 bits.
    True,
}

/// A colour in both palettes.
struct Tone {
    rgb: (u8, u8, u8),
    index: u8,
}

const BOARD: Tone = Tone { rgb: (0x1f, 0x6f, 0x50), index: 29 };
/// Every other square is a shade darker, in place of grid lines; xterm has no such shade.
const SHADE: Tone = Tone { rgb: (0x1b, 0x64, 0x48), index: 29 };
const BLACK: Tone = Tone { rgb: (0x15, 0x17, 0x1a), index: 16 };
const WHITE: Tone = Tone { rgb: (0xf4, 0xf1, 0xe8), index: 255 };
const ACCENT: Tone = Tone { rgb: (0xf2, 0xb1, 0x34), index: 214 };

const RESET: &str = "\x1b[0m";

impl Palette {
    /// The sequence that changes the colour of what is written.
    fn foreground(self, tone: &Tone) -> String {
        self.sequence(38, tone)
    }

    /// The sequence that changes the colour behind it.
    fn background(self, tone: &Tone) -> String {
        self.sequence(48, tone)
    }

    fn sequence(self, layer: u8, tone: &Tone) -> String {
        let (red, green, blue) = tone.rgb;
        match self {
            Palette::Indexed => format!("\x1b[{layer};5;{}m", tone.index),
            Palette::True => format!("\x1b[{layer};2;{red};{green};{blue}m"),
        }
    }
}

impl Diagram<'_> {
    /// Squares of colour three columns wide, with coordinates, the number of discs, and whose
    /// turn it is. White discs are also hollow, so that they are told apart without colours.
    pub fn ansi(&self, palette: Palette) -> String {
        let size = self.position.size();
        let mut text = "  ".to_owned();
        for column in 0..size.get() {
            write!(text, "  {}", letter(column)).expect("strings grow");
        }
        for square in Square::all(size) {
            if square.column() == 0 {
                write!(text, "\n{:2} ", square.row() + 1).expect("strings grow");
            }
            text.push_str(&self.cell(square, palette));
            if square.column() + 1 == size.get() {
                text.push_str(RESET);
            }
        }
        writeln!(text, "\n{}\n{}", self.counts(), self.status()).expect("strings grow");
        text
    }

    fn cell(&self, square: Square, palette: Palette) -> String {
        let is_shaded = (square.column() + square.row()) % 2 == 1;
        let ground = palette.background(if is_shaded { &SHADE } else { &BOARD });
        let (tone, glyph) = match self.content(square) {
            Content::Disc(Color::Black) => (&BLACK, '●'),
            Content::Disc(Color::White) => (&WHITE, '○'),
            Content::LegalMove if self.position.side() == Color::Black => (&BLACK, '◦'),
            Content::LegalMove => (&WHITE, '◦'),
            Content::Empty => return ground + "   ",
        };
        let color = palette.foreground(tone);
        if self.last_move == Some(square) {
            let accent = palette.foreground(&ACCENT);
            return format!("{ground} {color}{glyph}{accent}•");
        }
        format!("{ground} {color}{glyph} ")
    }
}
