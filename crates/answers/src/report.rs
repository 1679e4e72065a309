//! A review as one page that needs nothing else: no network, no script to read it, light and dark.
//!
//! Every text that comes from a file is escaped, and no text is put into the script: it gets squares,
//! numbers and moves only.

use std::fmt::Write;

use obverse_records::{Diagram, Record, openings};
use obverse_rules::{Color, Move};
use obverse_study::{Grade, Judged, Language, SideSummary, summary};

/// A review to be written as a page.
#[derive(Debug)]
pub struct Report<'a> {
    /// The game.
    pub record: &'a Record,
    /// What every move cost.
    pub judged: &'a [Judged],
    /// The language of the reasons.
    pub language: Language,
}

/// Text as HTML shows it.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // What would turn the text around, or nothing at all.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            other if other.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

impl Report<'_> {
    /// The page, whole.
    pub fn page(&self, shows: impl Fn(Color) -> bool) -> String {
        let title = self.title();
        let lang = match self.language {
            Language::English => "en",
            Language::Japanese => "ja",
        };
        let mut page = format!(
            "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src \
             'unsafe-inline'; script-src 'unsafe-inline'\">\n\
             <title>{0}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<header><h1>{0}</h1>\n",
            escaped(&title)
        );
        self.heading(&mut page);
        page.push_str("</header>\n<main>\n<section class=\"play\" aria-label=\"The game\">\n");
        self.board(&mut page);
        self.graph(&mut page);
        page.push_str("</section>\n<section class=\"read\">\n");
        self.sums(&mut page, &shows);
        self.moves(&mut page, &shows);
        page.push_str("</section>\n</main>\n<section class=\"mistakes\">\n<h2>Mistakes</h2>\n");
        self.mistakes(&mut page, &shows);
        page.push_str("</section>\n<footer>Costs are in discs, from the view of the side that moved. A cost with a question \
             mark is smaller than what the search may err by. Reviewed by Obverse.</footer>\n");
        self.script(&mut page);
        page.push_str("</body>\n</html>\n");
        page
    }

    fn name(&self, side: Color) -> String {
        let tags = &self.record.tags;
        let name = match side {
            Color::Black => &tags.black,
            Color::White => &tags.white,
        };
        name.clone().unwrap_or_else(|| side.to_string())
    }

    fn title(&self) -> String {
        format!("{} – {}", self.name(Color::Black), self.name(Color::White))
    }

    fn heading(&self, page: &mut String) {
        let tags = &self.record.tags;
        let beside = [tags.event.clone(), tags.place.clone(), tags.date.clone()];
        let outcome = self.record.game.outcome().map(|outcome| outcome.to_string());
        let opening = openings::name_of(&self.record.game).map(openings::Opening::full_name);
        let parts: Vec<String> = beside
            .into_iter()
            .chain([outcome, opening])
            .flatten()
            .map(|text| escaped(&text))
            .collect();
        put(page, format_args!("<p class=\"about\">{}</p>", parts.join(" · ")));
    }

    /// The board, drawn as the game ended; the script steps through the game.
    fn board(&self, page: &mut String) {
        let game = &self.record.game;
        let diagram = Diagram::new(game.position()).with_last_move(game.last_move());
        put(
            page,
            format_args!("<div id=\"board\">{}</div>", with_own_names(&diagram.svg(), "end")),
        );
        page.push_str(
            "<div class=\"steps\" hidden id=\"steps\"><button id=\"first\" aria-label=\"First position\">|◀</button>\
             <button id=\"back\" aria-label=\"One move back\">◀</button>\
             <output id=\"at\" aria-live=\"polite\"></output>\
             <button id=\"on\" aria-label=\"One move on\">▶</button>\
             <button id=\"last\" aria-label=\"Last position\">▶|</button></div>\n",
        );
    }

    /// The score after every move, from Black's view.
    fn graph(&self, page: &mut String) {
        const WIDTH: f64 = 600.0;
        const HEIGHT: f64 = 160.0;
        let scores: Vec<(usize, f64)> =
            self.judged.iter().map(|one| (one.ply, black_score(one))).collect();
        if scores.len() < 2 {
            return;
        }
        // What matters fills the height: most games are decided within a few discs.
        let most = scores.iter().map(|(_, score)| score.abs()).fold(8.0, f64::max).min(64.0);
        let plies = self.record.game.moves().len().max(2) as f64 - 1.0;
        let x = |ply: usize| WIDTH * ply as f64 / plies;
        let y = |score: f64| HEIGHT / 2.0 * (1.0 - score.clamp(-most, most) / most);
        let points: Vec<String> =
            scores.iter().map(|&(ply, score)| format!("{:.1},{:.1}", x(ply), y(score))).collect();
        let middle = HEIGHT / 2.0;
        put(
            page,
            format_args!(
                "<figure><svg class=\"graph\" viewBox=\"-34 -6 {} {}\" role=\"img\" aria-label=\"Score after \
                 every move, from Black's view\">",
                WIDTH + 44.0,
                HEIGHT + 12.0
            ),
        );
        put(page, format_args!("<path class=\"zero\" d=\"M0 {middle}H{WIDTH}\"/>"));
        let edges =
            [(format!("+{most:.0}"), most), ("0".to_owned(), 0.0), (format!("−{most:.0}"), -most)];
        for (label, score) in edges {
            put(page, format_args!("<text x=\"-6\" y=\"{:.1}\">{label}</text>", y(score) + 4.0));
        }
        put(page, format_args!("<polyline points=\"{}\"/>", points.join(" ")));
        for one in self.judged.iter().filter(|one| is_shown(one)) {
            put(
                page,
                format_args!(
                    "<circle class=\"{}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\"><title>{}. {} {}: −{}</title></circle>",
                    side_class(one.side),
                    x(one.ply),
                    y(black_score(one)),
                    one.ply + 1,
                    one.side,
                    one.mv,
                    cost(one)
                ),
            );
        }
        put(
            page,
            format_args!(
                "<path id=\"cursor\" class=\"off\" d=\"M0 0V{HEIGHT}\"/></svg><figcaption>Discs ahead for Black; dots are \
                 mistakes</figcaption></figure>"
            ),
        );
    }

    fn sums(&self, page: &mut String, shows: &impl Fn(Color) -> bool) {
        page.push_str(
            "<table class=\"sums\"><thead><tr><th></th><th>discs lost</th><th>accuracy</th><th>opening</th>\
             <th>midgame</th><th>endgame</th></tr></thead><tbody>\n",
        );
        let percent =
            |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.1} %"));
        for side in Color::BOTH.into_iter().filter(|&side| shows(side)) {
            let SideSummary { loss, accuracy, phases } = summary(self.judged, side);
            put(
                page,
                format_args!(
                    "<tr><th scope=\"row\">{} {}</th><td>{loss:.1}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                    disc(side),
                    escaped(&self.name(side)),
                    percent(accuracy),
                    percent(phases.opening),
                    percent(phases.midgame),
                    percent(phases.endgame)
                ),
            );
        }
        page.push_str("</tbody></table>\n");
    }

    fn moves(&self, page: &mut String, shows: &impl Fn(Color) -> bool) {
        page.push_str("<ol class=\"moves\">\n");
        for one in self.judged {
            let is_own = shows(one.side);
            let (shape, word) = if is_own { mark(one) } else { (' ', "") };
            let lost = if is_own && one.loss >= 0.05 {
                format!("−{}", cost(one))
            } else {
                String::new()
            };
            let class = if is_own && is_shown(one) { " class=\"bad\"" } else { "" };
            put(
                page,
                format_args!(
                    "<li{class}><a href=\"#move-{0}\" data-ply=\"{0}\"><span class=\"no\">{0}</span> <span \
                     class=\"dot {1}\"></span> {2} <span class=\"grade\" title=\"{word}\" aria-label=\"{word}\">{shape}</span> <small>{lost}</small></a></li>",
                    one.ply + 1,
                    side_class(one.side),
                    one.mv,
                ),
            );
        }
        page.push_str("</ol>\n");
    }

    fn mistakes(&self, page: &mut String, shows: &impl Fn(Color) -> bool) {
        let bad: Vec<&Judged> =
            self.judged.iter().filter(|one| shows(one.side) && is_shown(one)).collect();
        if bad.is_empty() {
            page.push_str("<p>None.</p>\n");
        }
        for one in bad {
            self.mistake(page, one);
        }
    }

    fn mistake(&self, page: &mut String, one: &Judged) {
        let position = &self.record.game.positions()[one.ply];
        let best = one.lines.best.moves[0];
        let (shape, word) = mark(one);
        let number = one.ply + 1;
        let diagram = Diagram::new(position).with_legal_moves().svg();
        put(
            page,
            format_args!(
                "<article id=\"move-{number}\"><div class=\"small\">{}</div><div><h3>{number}. {} {} <span \
                 class=\"mark\">{shape} {word}</span></h3>\n<p>It costs {} discs{}: {}, with {best} {}.</p>",
                with_own_names(&diagram, &number.to_string()),
                one.side,
                one.mv,
                cost(one),
                if one.is_uncertain() { ", perhaps none" } else { "" },
                escaped(&one.lines.played.score.to_string()),
                escaped(&one.lines.best.score.to_string()),
            ),
        );
        if !one.reasons.is_empty() {
            page.push_str("<ul>\n");
            for reason in &one.reasons {
                let text = capitalised(&reason.text(self.language, one.side));
                put(page, format_args!("<li>{}</li>", escaped(&text)));
            }
            page.push_str("</ul>\n");
        }
        let line = |moves: &[Move]| {
            escaped(&moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        };
        put(
            page,
            format_args!(
                "<p class=\"lines\">played <code>{}</code><br>best <code>{}</code></p></div></article>",
                line(&one.lines.played.moves),
                line(&one.lines.best.moves)
            ),
        );
    }

    /// What the script needs: squares and moves, no text of anybody's.
    fn script(&self, page: &mut String) {
        let game = &self.record.game;
        let size = game.start().size().get();
        let boards: Vec<String> = game
            .positions()
            .iter()
            .map(|position| format!("\"{}\"", &position.to_string()[..size * size]))
            .collect();
        let moves: Vec<String> = game.moves().iter().map(|mv| format!("\"{mv}\"")).collect();
        put(
            page,
            format_args!(
                "<script>const size={size},boards=[{}],moves=[{}];\n{SCRIPT}</script>",
                boards.join(","),
                moves.join(",")
            ),
        );
    }
}

fn put(page: &mut String, text: std::fmt::Arguments<'_>) {
    page.write_fmt(text).expect("strings grow");
    page.push('\n');
}

fn disc(side: Color) -> char {
    match side {
        Color::Black => '●',
        Color::White => '○',
    }
}

/// The name of a side in the style sheet.
fn side_class(side: Color) -> &'static str {
    match side {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The score after a move, from Black's view.
fn black_score(one: &Judged) -> f64 {
    let (score, _) = one.scores();
    if one.side == Color::Black { score } else { -score }
}

/// Several drawings in a page must not share the names of their parts.
fn with_own_names(svg: &str, own: &str) -> String {
    svg.replace("id=\"black\"", &format!("id=\"black-{own}\""))
        .replace("id=\"white\"", &format!("id=\"white-{own}\""))
        .replace("url(#black)", &format!("url(#black-{own})"))
        .replace("url(#white)", &format!("url(#white-{own})"))
}

/// The shape and the name of a grade. A move that seems to cost much and may cost nothing has a kind
/// grade, and none of its names would be understood.
pub fn mark(one: &Judged) -> (char, &'static str) {
    (if one.is_unclear() { '?' } else { one.grade.shape() }, one.verdict())
}

/// Whether a move is worth more than a place in the table. A cost that is in doubt has a kind grade,
/// but may be worth a look.
pub fn is_shown(one: &Judged) -> bool {
    one.grade >= Grade::Inaccuracy || one.loss >= 4.0
}

/// The cost with a question mark where it may be nothing.
pub fn cost(one: &Judged) -> String {
    discs(one) + if one.is_uncertain() { "?" } else { "" }
}

/// The cost to a tenth of a disc, or in whole discs if it is exact.
pub fn discs(one: &Judged) -> String {
    if one.lines.is_exact() { format!("{:.0}", one.loss) } else { format!("{:.1}", one.loss) }
}

/// A sentence with a large first letter.
pub fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    // A square keeps its small letter.
    let is_square = sentence.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    if is_square { sentence.to_owned() } else { first + letters.as_str() }
}

const STYLE: &str = include_str!("report/report.css");
const SCRIPT: &str = include_str!("report/report.js");
