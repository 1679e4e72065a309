//! A review for people: a table of the moves, what the mistakes were, and the worst of them drawn.

use std::io::Write;

use anyhow::Result;
use obverse_answers::report::{capitalised, cost, discs, is_shown, mark};
use obverse_records::{Diagram, Record, openings};
use obverse_rules::Color;
use obverse_study::{Grade, Judged, Language, SideSummary, summary};

use crate::output;

/// A review to be printed.
pub(super) struct Page<'a> {
    pub(super) record: &'a Record,
    pub(super) judged: &'a [Judged],
    pub(super) language: Language,
}

impl Page<'_> {
    pub(super) fn print(&self, out: &mut impl Write, shows: impl Fn(Color) -> bool) -> Result<()> {
        self.heading(out)?;
        self.table(out, &shows)?;
        let shown = || self.judged.iter().filter(|one| shows(one.side));
        let bad = || shown().filter(|one| is_shown(one));
        let worst = bad().max_by(|one, two| one.loss.total_cmp(&two.loss));
        for one in bad() {
            writeln!(out)?;
            self.mistake(out, one)?;
        }
        if let Some(worst) = worst {
            writeln!(out)?;
            self.drawn(out, worst)?;
        }
        writeln!(out)?;
        self.sums(out, &shows)
    }

    fn heading(&self, out: &mut impl Write) -> Result<()> {
        let tags = &self.record.tags;
        let name =
            |name: &Option<String>, side: Color| name.clone().unwrap_or_else(|| side.to_string());
        let players =
            format!("{} – {}", name(&tags.black, Color::Black), name(&tags.white, Color::White));
        let beside = [tags.event.as_ref(), tags.place.as_ref(), tags.date.as_ref()];
        let beside: Vec<&str> = beside.into_iter().flatten().map(String::as_str).collect();
        let end = self.record.game.outcome().map(|outcome| outcome.to_string());
        let line: Vec<String> =
            [players].into_iter().chain([beside.join(", ")]).chain(end).collect();
        let line: Vec<String> = line.into_iter().filter(|part| !part.is_empty()).collect();
        writeln!(out, "{}", line.join("   "))?;
        if let Some(opening) = openings::name_of(&self.record.game) {
            writeln!(out, "{}", opening.full_name())?;
        }
        writeln!(out)?;
        Ok(())
    }

    /// A row for a move of Black and the answer to it.
    fn table(&self, out: &mut impl Write, shows: impl Fn(Color) -> bool) -> Result<()> {
        let width = 26;
        writeln!(out, "      {:width$}White", "Black")?;
        let mut row = String::new();
        let mut last = None;
        for one in self.judged {
            if one.side == Color::Black || last != Some(Color::Black) {
                if !row.is_empty() {
                    writeln!(out, "{}", row.trim_end())?;
                }
                row = format!("{:4}  ", one.ply + 1);
                if one.side == Color::White {
                    row.push_str(&" ".repeat(width));
                }
            }
            let cell = if shows(one.side) { cell(one) } else { one.mv.to_string() };
            row = format!("{row}{cell:width$}");
            last = Some(one.side);
        }
        writeln!(out, "{}", row.trim_end())?;
        Ok(())
    }

    /// What a mistake was, in words.
    fn mistake(&self, out: &mut impl Write, one: &Judged) -> Result<()> {
        let best = one.lines.best.moves[0];
        let (shape, word) = mark(one);
        writeln!(
            out,
            "{}. {} {} {shape} {word}: {} discs{} ({}, with {best} {})",
            one.ply + 1,
            one.side,
            one.mv,
            discs(one),
            if one.is_uncertain() { ", perhaps none" } else { "" },
            one.lines.played.score,
            one.lines.best.score,
        )?;
        for reason in &one.reasons {
            let stop = match self.language {
                Language::English => ".",
                Language::Japanese => "。",
            };
            writeln!(out, "    {}{stop}", capitalised(&reason.text(self.language, one.side)))?;
        }
        writeln!(out, "    played: {}", output::line(&one.lines.played.moves))?;
        writeln!(out, "    best:   {}", output::line(&one.lines.best.moves))?;
        Ok(())
    }

    /// The position before a move.
    fn drawn(&self, out: &mut impl Write, one: &Judged) -> Result<()> {
        let position = &self.record.game.positions()[one.ply];
        let best = one.lines.best.moves[0];
        writeln!(
            out,
            "The costliest move: {}. {} {} instead of {best}",
            one.ply + 1,
            one.side,
            one.mv
        )?;
        write!(out, "{}", Diagram::new(position).with_legal_moves().text())?;
        Ok(())
    }

    fn sums(&self, out: &mut impl Write, shows: impl Fn(Color) -> bool) -> Result<()> {
        writeln!(
            out,
            "        discs lost  accuracy  opening  midgame  endgame   \
             ▵ inaccuracies  ▲ mistakes  ✕ blunders"
        )?;
        for side in Color::BOTH.into_iter().filter(|&side| shows(side)) {
            let SideSummary { loss, accuracy, phases } = summary(self.judged, side);
            let percent = |value: Option<f64>| {
                value.map_or("–".to_owned(), |value| format!("{value:.1} %"))
            };
            let count = |grade| {
                self.judged.iter().filter(|one| one.side == side && one.grade == grade).count()
            };
            writeln!(
                out,
                "{side:6}  {loss:10.1}  {:>8}  {:>7}  {:>7}  {:>7}   {:14}  {:10}  {:10}",
                percent(accuracy),
                percent(phases.opening),
                percent(phases.midgame),
                percent(phases.endgame),
                count(Grade::Inaccuracy),
                count(Grade::Mistake),
                count(Grade::Blunder),
            )?;
        }
        Ok(())
    }
}

/// A move of the table: its grade, its cost, and what was better.
fn cell(one: &Judged) -> String {
    let text = format!("{:4} {}", one.mv.to_string(), mark(one).0);
    // Less than the last digit shows is not shown.
    if one.loss < 0.05 {
        return text;
    }
    let cost = format!("−{}", cost(one));
    format!("{text} {cost:>6} {}", one.lines.best.moves[0])
}
