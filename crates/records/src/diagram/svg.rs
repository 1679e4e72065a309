//! Drawing as a picture.

use std::fmt::Write;

use obverse_rules::{Color, Square};

use super::{Content, Diagram, letter};

/// The side of a square, and the margin that has the coordinates.
const SQUARE: usize = 50;
const MARGIN: usize = 30;

const HEAD: &str = r##"<defs>
<radialGradient id="black" cx="0.4" cy="0.3" r="0.7"><stop offset="0" stop-color="#3b3f45"/><stop offset="1" stop-color="#15171a"/></radialGradient>
<radialGradient id="white" cx="0.4" cy="0.3" r="0.7"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#f4f1e8"/></radialGradient>
</defs>
"##;

impl Diagram<'_> {
    /// A picture of its own, without style sheets or fonts to load.
    pub fn svg(&self) -> String {
        let side = self.position.size().get() * SQUARE;
        let whole = side + 2 * MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" \
             width=\"{whole}\" height=\"{whole}\" role=\"img\">\n\
             <title>{}. {}.</title>\n<desc>{}</desc>\n",
            self.counts(),
            self.status(),
            self.position
        );
        svg.push_str(HEAD);
        self.draw_board(&mut svg, side);
        for square in Square::all(self.position.size()) {
            self.draw_square(&mut svg, square);
        }
        svg + "</svg>\n"
    }

    fn draw_board(&self, svg: &mut String, side: usize) {
        let size = self.position.size().get();
        let whole = side + 2 * MARGIN;
        let end = MARGIN + side;
        let mut put = |element: std::fmt::Arguments<'_>| {
            svg.write_fmt(element).expect("strings grow");
            svg.push('\n');
        };
        put(format_args!("<rect width=\"{whole}\" height=\"{whole}\" rx=\"8\" fill=\"#123f2e\"/>"));
        put(format_args!(
            "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{side}\" height=\"{side}\" fill=\"#1f6f50\"/>"
        ));
        let lines: String = (0..=size).fold(String::new(), |path, line| {
            let at = MARGIN + line * SQUARE;
            path + &format!("M{at} {MARGIN}V{end}M{MARGIN} {at}H{end}")
        });
        put(format_args!(
            "<path d=\"{lines}\" stroke=\"#154f39\" stroke-width=\"2\" fill=\"none\"/>"
        ));
        // The dots of a real board, two squares from each corner.
        if size > 4 {
            for (x, y) in [(2, 2), (2, size - 2), (size - 2, 2), (size - 2, size - 2)] {
                let (x, y) = (MARGIN + x * SQUARE, MARGIN + y * SQUARE);
                put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"#154f39\"/>"));
            }
        }
        put(format_args!(
            "<g fill=\"#dfe8df\" font-family=\"system-ui, sans-serif\" font-size=\"15\" \
             text-anchor=\"middle\">"
        ));
        for line in 0..size {
            let at = MARGIN + line * SQUARE + SQUARE / 2;
            let (above, beside, baseline) = (MARGIN - 9, MARGIN / 2, at + 5);
            put(format_args!("<text x=\"{at}\" y=\"{above}\">{}</text>", letter(line)));
            put(format_args!("<text x=\"{beside}\" y=\"{baseline}\">{}</text>", line + 1));
        }
        put(format_args!("</g>"));
    }

    fn draw_square(&self, svg: &mut String, square: Square) {
        let x = MARGIN + square.column() * SQUARE + SQUARE / 2;
        let y = MARGIN + square.row() * SQUARE + SQUARE / 2;
        let at = format!("cx=\"{x}\" cy=\"{y}\"");
        let circle = match self.content(square) {
            Content::Disc(Color::Black) => {
                format!("<circle {at} r=\"21\" fill=\"url(#black)\" stroke=\"#0a0b0d\"/>\n")
            }
            Content::Disc(Color::White) => {
                format!("<circle {at} r=\"21\" fill=\"url(#white)\" stroke=\"#8d8a80\"/>\n")
            }
            Content::LegalMove => {
                let black = self.position.side() == Color::Black;
                let tone = if black { "#15171a" } else { "#f4f1e8" };
                format!(
                    "<circle {at} r=\"6\" fill=\"none\" stroke=\"{tone}\" stroke-width=\"2\"/>\n"
                )
            }
            Content::Empty => String::new(),
        };
        svg.push_str(&circle);
        if self.last_move == Some(square) {
            writeln!(svg, "<circle {at} r=\"5\" fill=\"#f2b134\"/>").expect("strings grow");
        }
    }
}
