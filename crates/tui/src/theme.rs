//! Colours and glyphs, as far as the terminal has them.
//!
//! The palette is one of true colour, 256 colours, 16 colours or none; the glyphs are Unicode or
//! ASCII. What a terminal has is read from its environment once, in [`Theme::detect`].

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

use crate::config::Config;
use crate::palette::{Ink, Palette};

/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// 24 bits a colour.
    True,
    /// The xterm palette.
    Indexed,
    /// The sixteen ANSI colours.
    Ansi,
    /// No colours: `NO_COLOR`, or a terminal that has none.
    None,
}

/// Which characters the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Glyphs {
    /// Discs, blocks and box drawing.
    Unicode,
    /// Letters, digits and punctuation only.
    Ascii,
}

/// What large discs are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Discs {
    /// The block characters that every font with blocks has.
    Blocks,
    /// Also sextants, three by two to a cell: Unicode 13, where the terminal draws them itself.
    Sextants,
    /// Also octants, four by two to a cell: Unicode 16, which few terminals draw yet.
    Octants,
    /// Pictures, where the terminal shows some and this program was built with them; else blocks.
    Pictures,
}

/// The look of the game: one colour for each role that a colour plays.
#[derive(Clone, Debug)]
pub struct Theme {
    /// Which colours these are.
    pub palette: Palette,
    /// What large discs are made of.
    pub discs: Discs,
    /// How many colours there are.
    pub depth: Depth,
    /// Which characters there are.
    pub glyphs: Glyphs,
    /// Behind everything.
    pub ground: Color,
    /// Words and numbers.
    pub text: Color,
    /// Words that may be overlooked.
    pub muted: Color,
    /// Frames of panels.
    pub frame: Color,
    /// Marks: the last move, the best hint, what has the focus.
    pub accent: Color,
    /// Good news.
    pub good: Color,
    /// Mistakes and bad news.
    pub bad: Color,
    /// A square of the board.
    pub square: Color,
    /// Every other square, a shade darker in place of grid lines.
    pub square_shade: Color,
    /// The square under the cursor.
    pub square_cursor: Color,
    /// The lines between squares.
    pub board_line: Color,
    /// A black disc.
    pub black: Color,
    /// A white disc.
    pub white: Color,
    /// Marks on the board: the accent, a little lighter for the green behind it.
    pub board_accent: Color,
    /// The mark on a black disc that was turned over.
    pub flipped_black: Color,
    /// The mark on a white disc that was turned over.
    pub flipped_white: Color,
    /// A number on the board that is not the best.
    pub board_quiet: Color,
    /// Black's part of the evaluation bar, which stands on the dark ground.
    pub black_bar: Color,
    /// The dot of a mistake.
    pub mistake: Color,
    /// Behind the graph.
    pub graph: Color,
    /// The part of the graph where the score is uncertain.
    pub graph_band: Color,
}

impl Theme {
    /// The green theme for a terminal with so many colours and these characters.
    pub fn new(depth: Depth, glyphs: Glyphs) -> Theme {
        Theme::with_palette(Palette::Green, depth, glyphs)
    }

    /// A theme for a terminal with so many colours and these characters.
    pub fn with_palette(palette: Palette, depth: Depth, glyphs: Glyphs) -> Theme {
        let pick = |ink: Ink| match (depth, ink.entry) {
            (Depth::True, _) => Color::from_u32(ink.rgb),
            (Depth::Indexed, Some(entry)) => Color::Indexed(entry),
            (Depth::Indexed, None) => Color::Indexed(nearest_indexed(ink.rgb)),
            (Depth::Ansi, _) => ink.ansi,
            (Depth::None, _) => Color::Reset,
        };
        let inks = palette.inks();
        Theme {
            palette,
            depth,
            glyphs,
            discs: Discs::Blocks,
            ground: pick(inks.ground),
            text: pick(inks.text),
            muted: pick(inks.muted),
            frame: pick(inks.frame),
            accent: pick(inks.accent),
            good: pick(inks.good),
            bad: pick(inks.bad),
            square: pick(inks.square),
            square_shade: pick(inks.square_shade),
            square_cursor: pick(inks.square_cursor),
            board_line: pick(inks.board_line),
            black: pick(inks.black),
            white: pick(inks.white),
            board_accent: pick(inks.board_accent),
            flipped_black: pick(inks.flipped_black),
            flipped_white: pick(inks.flipped_white),
            board_quiet: pick(inks.board_quiet),
            black_bar: pick(inks.black_bar),
            mistake: pick(inks.mistake),
            graph: pick(inks.graph),
            graph_band: pick(inks.graph_band),
        }
    }

    /// The same terminal with other colours.
    #[must_use]
    pub fn in_palette(&self, palette: Palette) -> Theme {
        let discs = self.discs;
        Theme { discs, ..Theme::with_palette(palette, self.depth, self.glyphs) }
    }

    /// The theme for the terminal that these environment variables describe, as far as the config
    /// file does not say otherwise.
    ///
    /// `OBVERSE_COLORS` (`true`, `256`, `16`, `none`) and `OBVERSE_GLYPHS` (`unicode`, `ascii`)
    /// overrule both.
    pub fn detect(config: &Config, variable: impl Fn(&str) -> Option<String>) -> Theme {
        let get = |name: &str| variable(name).filter(|value| !value.is_empty());
        let said = |name: &str| get(name).is_some();
        let depth = config.colors.filter(|_| !said("OBVERSE_COLORS") && !said("NO_COLOR"));
        let glyphs = config.glyphs.filter(|_| !said("OBVERSE_GLYPHS"));
        let depth = depth.unwrap_or_else(|| detect_depth(&get));
        let glyphs = glyphs.unwrap_or_else(|| detect_glyphs(&get));
        let discs = config.discs.unwrap_or_else(|| detect_discs(&get));
        Theme { discs, ..Theme::with_palette(config.theme.unwrap_or_default(), depth, glyphs) }
    }

    /// Whether the board is drawn with lines because squares can't be told by their colour.
    pub fn is_lined(&self) -> bool {
        self.depth == Depth::None
    }

    /// Whether the glyphs are ASCII.
    pub fn is_ascii(&self) -> bool {
        self.glyphs == Glyphs::Ascii
    }

    /// Chooses by glyphs.
    pub fn glyph<T>(&self, unicode: T, ascii: T) -> T {
        match self.glyphs {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }

    /// The style of plain text.
    pub fn base(&self) -> Style {
        Style::new().fg(self.text).bg(self.ground)
    }

    /// The style of text that may be overlooked.
    pub fn quiet(&self) -> Style {
        match self.depth {
            Depth::Ansi | Depth::None => self.base().add_modifier(Modifier::DIM),
            _ => self.base().fg(self.muted),
        }
    }

    /// The style of what stands out.
    pub fn strong(&self) -> Style {
        self.base().add_modifier(Modifier::BOLD)
    }

    /// The style of marks and of what has the focus.
    pub fn marked(&self) -> Style {
        self.strong().fg(self.accent)
    }

    /// The style of what is chosen in a list.
    pub fn selected(&self) -> Style {
        match self.depth {
            Depth::None => self.base().add_modifier(Modifier::REVERSED),
            Depth::Ansi => Style::new().fg(Color::Black).bg(Color::Yellow),
            _ => Style::new().fg(self.ground).bg(self.accent),
        }
    }

    /// The style of the best score on a square. Of sixteen colours none stands out on green, so it
    /// is a block there.
    pub(crate) fn best_score(&self, ground: Style) -> Style {
        match self.depth {
            Depth::Ansi => self.selected(),
            _ => ground.fg(self.board_accent).add_modifier(Modifier::BOLD),
        }
    }

    /// The style of a warning or an error.
    pub fn warning(&self) -> Style {
        self.strong().fg(self.bad)
    }

    /// The style of a panel's frame.
    pub fn border(&self) -> Style {
        self.base().fg(self.frame)
    }

    /// The lines of a panel's frame.
    pub fn border_set(&self) -> border::Set<'static> {
        self.glyph(border::ROUNDED, ASCII_BORDER)
    }

    /// A disc as one character: `●` is black; white is `○`, with a filled centre where it can be
    /// white. In ASCII they are `X` and `O`.
    pub fn disc(&self, color: obverse_rules::Color) -> &'static str {
        use obverse_rules::Color::{Black, White};
        match (color, self.glyphs) {
            (Black, Glyphs::Unicode) => "●",
            (White, Glyphs::Unicode) if self.is_lined() => "○",
            (White, Glyphs::Unicode) => "◉",
            (Black, Glyphs::Ascii) => "X",
            (White, Glyphs::Ascii) => "O",
        }
    }

    /// The colour of a disc's face.
    pub fn face(&self, color: obverse_rules::Color) -> Color {
        match color {
            obverse_rules::Color::Black => self.black,
            obverse_rules::Color::White => self.white,
        }
    }

    /// The colour of the mark on a disc that was turned over last.
    pub fn flipped(&self, color: obverse_rules::Color) -> Color {
        match color {
            obverse_rules::Color::Black => self.flipped_black,
            obverse_rules::Color::White => self.flipped_white,
        }
    }

    /// Text as this terminal can show it.
    pub fn spell(&self, text: &str) -> String {
        match self.glyphs {
            Glyphs::Unicode => text.to_owned(),
            Glyphs::Ascii => text.chars().map(ascii_for).collect(),
        }
    }
}

/// Frames made of what every keyboard has.
const ASCII_BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// The nearest that ASCII has; one column each, so that nothing moves.
fn ascii_for(character: char) -> char {
    match character {
        '●' => 'X',
        '▲' => 'A',
        '○' | '◉' => 'O',
        '–' | '—' | '─' | '−' => '-',
        '·' | '•' | '◦' | '…' => '.',
        '≈' => '~',
        '×' | '✕' => 'x',
        '↑' | '▵' => '^',
        '↓' => 'v',
        '←' | '‹' => '<',
        '→' | '›' => '>',
        '“' | '”' => '"',
        '’' => '\'',
        '▏' => '_',
        '±' => '+',
        character if character.is_ascii() => character,
        _ => '?',
    }
}

fn detect_depth(get: &impl Fn(&str) -> Option<String>) -> Depth {
    match get("OBVERSE_COLORS").as_deref() {
        Some("true") => return Depth::True,
        Some("256") => return Depth::Indexed,
        Some("16") => return Depth::Ansi,
        Some("none") => return Depth::None,
        _ => {}
    }
    if get("NO_COLOR").is_some() {
        return Depth::None;
    }
    let term = get("TERM").unwrap_or_default();
    let has = |words: &[&str]| words.iter().any(|word| term.contains(word));
    if matches!(get("COLORTERM").as_deref(), Some("truecolor" | "24bit"))
        || has(&["direct", "kitty", "alacritty", "foot", "ghostty", "wezterm"])
        || get("WT_SESSION").is_some()
    {
        Depth::True
    } else if has(&["256"]) {
        Depth::Indexed
    } else if has(&["dumb", "vt1", "vt2", "mono"]) {
        Depth::None
    } else {
        Depth::Ansi
    }
}

fn detect_glyphs(get: &impl Fn(&str) -> Option<String>) -> Glyphs {
    match get("OBVERSE_GLYPHS").as_deref() {
        Some("unicode") => return Glyphs::Unicode,
        Some("ascii") => return Glyphs::Ascii,
        _ => {}
    }
    let term = get("TERM").unwrap_or_default();
    // The console of a kernel has 256 or 512 glyphs, and discs are seldom among them.
    if term == "linux" || term.starts_with("vt1") || term.starts_with("vt2") {
        return Glyphs::Ascii;
    }
    // The first of the three that is set decides, as the C library has it. Where none is set,
    // as in a fresh container, the terminal outside is nearly always a modern one.
    let locale = get("LC_ALL").or_else(|| get("LC_CTYPE")).or_else(|| get("LANG"));
    match locale.map(|name| name.to_ascii_lowercase().replace('-', "")) {
        Some(name) if !name.contains("utf8") => Glyphs::Ascii,
        _ => Glyphs::Unicode,
    }
}

/// Terminals that draw sextants themselves, so that they fit without gaps whatever the font.
fn detect_discs(get: &impl Fn(&str) -> Option<String>) -> Discs {
    let term = get("TERM").unwrap_or_default();
    let program = get("TERM_PROGRAM").unwrap_or_default();
    let draws = ["kitty", "foot", "ghostty", "wezterm", "alacritty", "contour"];
    let is_drawn = draws.iter().any(|name| term.contains(name))
        || ["WezTerm", "ghostty", "iTerm.app"].contains(&program.as_str())
        || get("WT_SESSION").is_some();
    // The terminal is asked what it shows; those that are not known to show pictures are not.
    let shows =
        ["kitty", "foot", "ghostty", "contour", "mlterm"].iter().any(|name| term.contains(name))
            || ["WezTerm", "ghostty"].contains(&program.as_str());
    if cfg!(feature = "pictures") && shows && get("TMUX").is_none() {
        Discs::Pictures
    } else if draws_octants(get) && get("TMUX").is_none() {
        Discs::Octants
    } else if is_drawn {
        Discs::Sextants
    } else {
        Discs::Blocks
    }
}

/// Whether the terminal says that it draws octants itself: Ghostty from 1.2 on, and those that are
/// made of VTE from 0.78 on. Kitty 0.40 and foot 1.20 do too, but do not say their version.
fn draws_octants(get: &impl Fn(&str) -> Option<String>) -> bool {
    let number = |text: Option<&str>| text.and_then(|text| text.parse::<u32>().ok()).unwrap_or(0);
    let vte = number(get("VTE_VERSION").as_deref());
    let version = get("TERM_PROGRAM_VERSION").unwrap_or_default();
    let mut parts = version.split('.');
    let version = (number(parts.next()), number(parts.next()));
    vte >= 7800 || get("TERM_PROGRAM").as_deref() == Some("ghostty") && version >= (1, 2)
}

/// The entry of the xterm palette nearest to a colour: the 6×6×6 cube or the ramp of greys. The
/// first sixteen are left out, because people change them.
fn nearest_indexed(rgb: u32) -> u8 {
    let target = [(rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255].map(|part| part as i32);
    let cube = |step: i32| if step == 0 { 0 } else { 55 + 40 * step };
    let candidates = (16..=255u8).map(|index| {
        let entry = if index >= 232 {
            [8 + 10 * (index as i32 - 232); 3]
        } else {
            let place = index as i32 - 16;
            [cube(place / 36), cube(place / 6 % 6), cube(place % 6)]
        };
        let distance: i32 = entry.iter().zip(target).map(|(a, b)| (a - b) * (a - b)).sum();
        (distance, index)
    });
    candidates.min().expect("the palette is not empty").1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(variables: &[(&str, &str)]) -> (Depth, Glyphs) {
        let theme = Theme::detect(&Config::default(), |name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        });
        (theme.depth, theme.glyphs)
    }

    #[test]
    fn the_environment_chooses_colours_and_glyphs() {
        type Case<'a> = (&'a [(&'a str, &'a str)], (Depth, Glyphs));
        use {Depth as D, Glyphs as G};
        let cases: &[Case<'_>] = &[
            (&[("TERM", "xterm-256color"), ("LANG", "de_CH.UTF-8")], (D::Indexed, G::Unicode)),
            (&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], (D::True, G::Unicode)),
            (&[("TERM", "xterm-kitty")], (D::True, G::Unicode)),
            (&[("TERM", "xterm")], (D::Ansi, G::Unicode)),
            (&[("TERM", "xterm"), ("LANG", "C")], (D::Ansi, G::Ascii)),
            (&[("TERM", "xterm"), ("LANG", "C.UTF-8")], (D::Ansi, G::Unicode)),
            (
                &[("LC_ALL", "POSIX"), ("LANG", "en_GB.UTF-8"), ("TERM", "xterm")],
                (D::Ansi, G::Ascii),
            ),
            (&[("TERM", "linux"), ("LANG", "en_GB.UTF-8")], (D::Ansi, G::Ascii)),
            (&[("TERM", "vt100")], (D::None, G::Ascii)),
            (&[("TERM", "xterm-256color"), ("NO_COLOR", "1")], (D::None, G::Unicode)),
            (&[("TERM", "xterm-256color"), ("NO_COLOR", "")], (D::Indexed, G::Unicode)),
            (&[("NO_COLOR", "1"), ("OBVERSE_COLORS", "true")], (D::True, G::Unicode)),
            (&[("OBVERSE_GLYPHS", "ascii"), ("TERM", "foot")], (D::True, G::Ascii)),
        ];
        for (variables, expected) in cases {
            assert_eq!(detect(variables), *expected, "{variables:?}");
        }
    }

    #[test]
    fn the_palette_entry_is_the_nearest() {
        assert_eq!(nearest_indexed(0x000000), 16);
        assert_eq!(nearest_indexed(0xffffff), 231);
        assert_eq!(nearest_indexed(0x808080), 244);
        // Cube level 1 is 0x5f and level 2 is 0x87: 16 + 36·0 + 6·1 + 1.
        assert_eq!(nearest_indexed(0x005f5f), 23);
    }

    /// The contrast of two colours as WCAG 2 defines it.
    fn contrast(a: Color, b: Color) -> f64 {
        let luminance = |color: Color| {
            let Color::Rgb(r, g, b) = color else { panic!("a true colour, not {color}") };
            let [r, g, b] = [r, g, b].map(|part| {
                let part = f64::from(part) / 255.0;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn the_config_file_gives_way_to_the_environment() {
        let config = Config {
            colors: Some(Depth::Ansi),
            glyphs: Some(Glyphs::Ascii),
            theme: Some(Palette::Blue),
            ..Config::default()
        };
        let theme = Theme::detect(&config, |name| (name == "TERM").then(|| "foot".to_owned()));
        assert_eq!((theme.depth, theme.glyphs), (Depth::Ansi, Glyphs::Ascii));
        let discs = if cfg!(feature = "pictures") { Discs::Pictures } else { Discs::Sextants };
        assert_eq!((theme.palette, theme.discs), (Palette::Blue, discs));
        let theme = Theme::detect(&config, |name| (name == "NO_COLOR").then(|| "1".to_owned()));
        assert_eq!(theme.depth, Depth::None);
    }

    #[test]
    fn colour_pairs_pass_aa() {
        for palette in Palette::ALL {
            let theme = Theme::with_palette(palette, Depth::True, Glyphs::Unicode);
            let words = [
                ("text", theme.text, theme.ground),
                ("muted", theme.muted, theme.ground),
                ("accent", theme.accent, theme.ground),
                ("selected", theme.ground, theme.accent),
                ("good", theme.good, theme.ground),
                ("bad", theme.bad, theme.ground),
                ("numbers on the board", theme.board_quiet, theme.square_shade),
                ("last move on black", theme.accent, theme.black),
            ];
            for (what, front, back) in words {
                assert!(
                    contrast(front, back) >= 4.5,
                    "{palette}, {what}: {:.2}",
                    contrast(front, back)
                );
            }
            // Shapes and marks need three to one.
            for square in [theme.square, theme.square_shade] {
                assert!(contrast(theme.white, square) >= 3.0, "{palette}");
                assert!(contrast(theme.black, square) >= 3.0, "{palette}");
                assert!(contrast(theme.board_accent, square) >= 3.0, "{palette}");
            }
            assert!(contrast(theme.black, theme.white) >= 7.0);
        }
    }
}
