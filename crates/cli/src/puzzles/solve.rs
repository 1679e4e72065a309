//! Solving puzzles in lines: a board, a question, an answer.

use std::io::{BufRead, IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail, ensure};
use obverse_records::Diagram;
use obverse_rules::Move;
use obverse_study::{
    Attempt, Puzzle, Session, Task, Tried, Wanted, daily, read_puzzles, shipped_puzzles,
};
use serde_json::json;

use super::Args;
use super::keeper::Keeper;
use crate::{Answer, output};

pub(super) fn run(args: &Args) -> Result<Answer> {
    let mut keeper = Keeper::open(args.library.as_deref())?;
    let mut puzzles = puzzles(args, &keeper)?;
    let now = now();
    let wanted =
        Wanted { theme: args.theme, rating: args.rating.map(|(first, last)| first..=last) };
    let today = match &args.daily {
        Some(text) => {
            let day = super::day(text, now)?;
            let puzzle = daily(&puzzles, day).context("there are no puzzles")?;
            Some(puzzle.id())
        }
        None => None,
    };
    if today.is_none() && !puzzles.iter().any(|puzzle| wanted.admits(puzzle)) {
        bail!("none of {} puzzles is like that: leave --theme or --rating out", puzzles.len());
    }
    puzzles.shrink_to_fit();
    let session = Session::new(puzzles, keeper.progress()?);
    let mut room = Room {
        session,
        json: args.json,
        prompts: !args.json && std::io::stdin().is_terminal(),
        solved: 0,
        decided: 0,
    };
    let mut seed = args.seed.unwrap_or(now as u64);
    let mut left = if today.is_some() { 1 } else { args.count.unwrap_or(u32::MAX) };
    while left > 0 {
        left -= 1;
        seed = seed.wrapping_add(1);
        let has_one = match today {
            Some(id) => room.session.open(id).is_some(),
            None => room.session.next(&wanted, self::now(), seed).is_some(),
        };
        if !has_one {
            room.nothing_left()?;
            break;
        }
        if !room.one_puzzle(&mut keeper)? {
            break;
        }
    }
    room.farewell()?;
    Ok(Answer::Done)
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

fn puzzles(args: &Args, keeper: &Keeper) -> Result<Vec<Puzzle>> {
    if let Some(path) = &args.from {
        let name = || path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(name)?;
        let puzzles = read_puzzles(&text).with_context(name)?;
        ensure!(!puzzles.is_empty(), "{} has no puzzle", path.display());
        return Ok(puzzles);
    }
    let mine = keeper.puzzles()?;
    if args.mine {
        ensure!(
            !mine.is_empty(),
            "the library has no puzzles: `obverse puzzles make --mistakes` makes some of your games"
        );
        return Ok(mine);
    }
    let mut all = shipped_puzzles().to_vec();
    // The puzzle of a day is the same for everybody.
    if args.daily.is_none() {
        let known: Vec<_> = all.iter().map(Puzzle::id).collect();
        all.extend(mine.into_iter().filter(|puzzle| !known.contains(&puzzle.id())));
    }
    Ok(all)
}

/// A person at puzzles in a terminal, or a script.
struct Room {
    session: Session,
    json: bool,
    prompts: bool,
    solved: u32,
    decided: u32,
}

/// What was typed.
enum Said {
    Move(Move),
    Reveal,
    Next,
    Quit,
    Nonsense(String),
}

impl Room {
    /// Asks a puzzle until its answer is known; whether to go on.
    fn one_puzzle(&mut self, keeper: &mut Keeper) -> Result<bool> {
        self.show()?;
        while !self.session.is_known() {
            match self.ask()? {
                Said::Quit => return Ok(false),
                Said::Next => {
                    if let Some(attempt) = self.session.reveal(now()) {
                        self.decided(keeper, &attempt)?;
                    }
                    return Ok(true);
                }
                Said::Reveal => {
                    let attempt = self.session.reveal(now());
                    if let Some(attempt) = attempt {
                        self.decided(keeper, &attempt)?;
                    }
                    self.solution()?;
                }
                Said::Move(mv) => match self.session.attempt(mv, now()) {
                    Ok(tried) => self.tried(keeper, &tried)?,
                    Err(error) => self.say(&error.to_string())?,
                },
                Said::Nonsense(text) => {
                    self.say(&format!("`{text}` is no move: type a square, ? for the answer, n for the next puzzle, q to end"))?;
                }
            }
        }
        Ok(true)
    }

    fn current(&self) -> &Puzzle {
        self.session.current().expect("a puzzle is on the board")
    }

    fn show(&self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let puzzle = self.current();
        if self.json {
            let mut row = serde_json::to_value(puzzle.row())?;
            row["player"] = json!(self.session.progress().player.rating.round());
            writeln!(out, "{row}")?;
            return Ok(());
        }
        let hard = match puzzle.difficulty() {
            Some(difficulty) => format!("rated {}", difficulty.rating),
            None => "not rated".to_owned(),
        };
        let back = if self.session.progress().tried.contains_key(&puzzle.id()) {
            ", once more"
        } else {
            ""
        };
        writeln!(out, "\nPuzzle {} ({hard}{back})", puzzle.id())?;
        write!(out, "{}", Diagram::new(puzzle.position()).with_legal_moves().text())?;
        writeln!(out, "{}", question(puzzle))?;
        Ok(())
    }

    fn ask(&self) -> Result<Said> {
        if self.prompts {
            print!("your move: ");
            std::io::stdout().flush()?;
        }
        let mut line = String::new();
        // Nobody types that much; what is longer is cut.
        let mut input = std::io::Read::take(std::io::stdin().lock(), 1 << 12);
        if input.read_line(&mut line)? == 0 {
            return Ok(Said::Quit);
        }
        let word = line.trim();
        Ok(match word.to_lowercase().as_str() {
            "q" | "quit" | "exit" => Said::Quit,
            "n" | "next" | "skip" => Said::Next,
            "?" | "answer" | "show" => Said::Reveal,
            lower => match lower.parse() {
                Ok(mv) => Said::Move(mv),
                Err(_) => Said::Nonsense(word.chars().take(20).collect()),
            },
        })
    }

    fn tried(&mut self, keeper: &mut Keeper, tried: &Tried) -> Result<()> {
        if let Some(attempt) = &tried.decided {
            self.decided(keeper, attempt)?;
        }
        if self.json {
            let line = json!({
                "id": self.current().id(), "move": tried.mv.to_string(),
                "score": tried.score.discs, "kind": tried.score.kind.name(), "loss": tried.loss,
                "solved": tried.is_answer, "rating": self.session.progress().player.rating.round(),
            });
            writeln!(std::io::stdout().lock(), "{line}")?;
        } else if tried.is_answer {
            self.say(&format!("{} is right ({}).", tried.mv, tried.score))?;
        } else {
            self.say(&format!(
                "{} loses {} discs ({}). Try again, or type ? for the answer.",
                tried.mv, tried.loss, tried.score
            ))?;
        }
        if tried.is_answer {
            self.solution()?;
        }
        Ok(())
    }

    /// Keeps what was decided before anything else is said.
    fn decided(&mut self, keeper: &mut Keeper, attempt: &Attempt) -> Result<()> {
        keeper.keep(attempt)?;
        self.decided += 1;
        self.solved += u32::from(attempt.solved);
        if let (Some(before), false) = (attempt.before, self.json) {
            let (before, after) = (before.rating.round(), attempt.after.rating.round());
            self.say(&format!("Your rating: {after} ({:+})", after - before))?;
        }
        Ok(())
    }

    fn solution(&self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let puzzle = self.current();
        if self.json {
            let mut row = serde_json::to_value(puzzle.solution())?;
            row["id"] = json!(puzzle.id());
            writeln!(out, "{row}")?;
            return Ok(());
        }
        let score = puzzle.score(puzzle.answer()).map_or(String::new(), |score| score.to_string());
        writeln!(out, "Answer: {} ({score})", output::line(puzzle.line()))?;
        let second = puzzle.choices()[1].mv;
        if let Some(score) = puzzle.score(second) {
            writeln!(out, "Next best: {second} ({score})")?;
        }
        if !puzzle.ideas().is_empty() {
            let ideas: Vec<&str> = puzzle.ideas().iter().map(|idea| idea.name()).collect();
            writeln!(out, "About: {}", ideas.join(", "))?;
        }
        if !puzzle.source().is_empty() {
            writeln!(out, "From: {}", puzzle.source())?;
        }
        Ok(())
    }

    fn say(&self, text: &str) -> Result<()> {
        if self.json {
            eprintln!("obverse: {text}");
        } else {
            writeln!(std::io::stdout().lock(), "{text}")?;
        }
        Ok(())
    }

    fn nothing_left(&self) -> Result<()> {
        let wait = self.session.progress().next_due().map(|due| due - now());
        let text = match wait {
            Some(seconds) if seconds > 0 => {
                let hours = seconds as f64 / 3600.0;
                format!(
                    "No puzzle is left for now; one that you missed comes back in {hours:.1} hours."
                )
            }
            _ => "No puzzle is left.".to_owned(),
        };
        self.say(&text)
    }

    fn farewell(&self) -> Result<()> {
        let progress = self.session.progress();
        let rating = progress.player.rating.round();
        if self.json {
            let line = json!({
                "total": true, "decided": self.decided, "solved": self.solved, "rating": rating,
                "deviation": progress.player.deviation.round(), "due": progress.due(now()),
            });
            writeln!(std::io::stdout().lock(), "{line}")?;
            return Ok(());
        }
        self.say(&format!(
            "\n{} of {} solved. Your rating: {rating} ± {:.0}",
            self.solved, self.decided, progress.player.deviation
        ))
    }
}

/// What is asked, in words.
fn question(puzzle: &Puzzle) -> String {
    let side = puzzle.position().side();
    match puzzle.task() {
        Task::Win => format!("{side} to play and win."),
        Task::Draw => format!("{side} to play and save the draw."),
        Task::Most => format!("{side} to play: one move is better by four discs or more."),
        Task::Best => format!("{side} to play: find the best move."),
    }
}
