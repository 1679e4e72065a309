//! Mutants: small mistakes put into the code on purpose, each of which some test has to find.
//!
//! A list by hand and not every mutant that a tool could make: it runs in minutes, and each entry
//! is a mistake that would give a false result without looking wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::steps::{cargo, command, output, root, target};

/// A mistake: where, what stands there, and what it becomes.
struct Mutant {
    file: &'static str,
    from: &'static str,
    to: &'static str,
}

const fn mutant(file: &'static str, from: &'static str, to: &'static str) -> Mutant {
    Mutant { file, from, to }
}

/// Mistakes in what a match is decided by.
const ARENA: [Mutant; 23] = [
    // Elo.
    mutant("stats.rs", "if winner == color => Point::Win", "if winner != color => Point::Win"),
    mutant("stats.rs", "self.draws as f64 / 2.0) / games", "self.draws as f64) / games"),
    mutant("stats.rs", "variance * 2.0 / games", "variance / games"),
    mutant("stats.rs", "if pairs >= 2 {", "if pairs >= 200 {"),
    mutant("stats.rs", "self.cautious_score() - 0.5)", "0.5 - self.cautious_score())"),
    mutant("rating.rs", "const PRIOR_DRAWS: f64 = 1.0;", "const PRIOR_DRAWS: f64 = 0.5;"),
    mutant("rating.rs", "(strength[player] - mean)", "(mean - strength[player])"),
    mutant("rating.rs", "expected * (1.0 - expected)", "expected"),
    // The sequential test.
    mutant("sprt.rs", "if llr >= upper {", "if llr >= lower {"),
    mutant("sprt.rs", "((1.0 - self.beta) / self.alpha)", "(1.0 / self.alpha)"),
    mutant("sprt.rs", "at as f64 / 4.0 - mean", "at as f64 / 5.0 - mean"),
    mutant("sprt.rs", "(elo0 < elo1 &&", "(elo0 <= elo1 &&"),
    // Who plays whom.
    mutant("schedule.rs", "rest % games_each == 1", "rest % games_each == 0"),
    mutant("schedule.rs", "(first + 1..entrants)", "(first..entrants)"),
    mutant("schedule.rs", "(number / round, number % round)", "(number % round, number / round)"),
    mutant("schedule.rs", "self.games.div_ceil(", "self.games.div_euclid("),
    mutant("schedule.rs", "Colours::Fixed => 1,", "Colours::Fixed => 2,"),
    // The journal.
    mutant("journal/text.rs", "if version > 1 {", "if version > 2 {"),
    mutant("journal/text.rs", "as_bytes() == digits {", "as_bytes() != b\"\" {"),
    mutant("journal/text.rs", "&& last.is_none();", ";"),
    mutant("journal/text.rs", "damages.push(Damage { line: number, reason })", "drop(reason)"),
    mutant("journal/file.rs", "return Err(JournalError::Other(path));", ""),
    mutant(
        "journal/lock.rs",
        "Ok(()) if is_still_there(&file, &path)",
        "Ok(()) if path.is_absolute()",
    ),
];

/// Mistakes in what a player is told.
const STUDY: [Mutant; 29] = [
    // Costs and grades.
    mutant("grade.rs", "let sure = loss - margin;", "let sure = loss + margin;"),
    mutant("grade.rs", "() if sure < 8.0 => Grade::Mistake", "() if sure < 9.0 => Grade::Mistake"),
    mutant("grade.rs", "(-ACCURACY_FALL * loss).exp()", "(ACCURACY_FALL * loss).exp()"),
    mutant(
        "grade.rs",
        "() if 60 * empties > 20 * at_first => Phase::Midgame",
        "() if 60 * empties >= 20 * at_first => Phase::Midgame",
    ),
    // Reviews.
    mutant(
        "review.rs",
        "loss >= MUCH && loss <= crate::grade::margin(&both)",
        "loss >= MUCH && loss > crate::grade::margin(&both)",
    ),
    mutant(
        "review.rs",
        "if kept.moves.len() != review.moves.len() {",
        "if kept.moves.len() > review.moves.len() {",
    ),
    mutant(
        "review.rs",
        "if played.score.discs <= best.score.discs {",
        "if played.score.discs >= best.score.discs {",
    ),
    mutant(
        "review.rs",
        "way.apply(best, size) == Some(played) && position.transform(*way) == *position",
        "way.apply(best, size) == Some(played)",
    ),
    // Reasons.
    mutant("reason.rs", "[self.near, self.common()].iter().all(", "[self.near].iter().all("),
    mutant("reason.rs", "differs && is_worse && lasts && lead", "differs && is_worse && lead"),
    mutant("reason.rs", "if given == square)", "if given != square)"),
    mutant(
        "reason.rs",
        "after.contains(*corner) && !before.contains(*corner)",
        "after.contains(*corner)",
    ),
    mutant(
        "reason.rs",
        "Direction::Fewer => best as i32 - played as i32",
        "Direction::Fewer => played as i32 - best as i32",
    ),
    // Puzzles.
    mutant("puzzle.rs", "if first.discs <= second.discs {", "if first.discs < second.discs {"),
    mutant(
        "puzzle.rs",
        "Task::Win => first.discs > 0.0 && second.discs <= 0.0",
        "Task::Win => first.discs > 0.0 && second.discs < 0.0",
    ),
    mutant(
        "puzzle/text.rs",
        "if version.parse() != Ok(VERSION) {",
        "if version.parse::<u32>().is_err() {",
    ),
    mutant("puzzle/make.rs", "if slope(middle) > 0.0", "if slope(middle) < 0.0"),
    mutant(
        "puzzle/make.rs",
        "if quick.is_some() && quick == two[0].moves.first().copied() {",
        "if quick == two[0].moves.first().copied() && false {",
    ),
    mutant(
        "words.rs",
        "names[..NAMED].join(\", \"), names.len() - NAMED",
        "names[..NAMED].join(\", \"), names.len()",
    ),
    mutant(
        "glicko.rs",
        "surprise += weight * (game.score - expected);",
        "surprise += game.score - expected;",
    ),
    mutant("glicko.rs", "let before = phi.hypot(volatility);", "let before = phi;"),
    mutant("repetition.rs", "self.due <= now", "self.due < now"),
    mutant(
        "session.rs",
        "let counts = known.is_none() && puzzle.difficulty().is_some();",
        "let counts = puzzle.difficulty().is_some();",
    ),
    mutant(
        "session.rs",
        "None if solved => None,\n            None => Some(Card::missed(now)),",
        "None => Some(Card::missed(now)),",
    ),
    mutant("session.rs", "current.is_known = is_answer;", "current.is_known = true;"),
    // Drills and mistakes.
    mutant("drill.rs", "self.queue.push(line);", "drop(line);"),
    mutant("drill.rs", "is_whole && !self.is_missed &&", "is_whole &&"),
    mutant(
        "mistakes.rs",
        "(self.later - self.earlier).abs() > self.margin",
        "(self.later - self.earlier).abs() < self.margin",
    ),
    mutant("mistakes.rs", "one.side == side && is_mistake(one)", "is_mistake(one)"),
];

/// The mutants of the arena, each against the arena's own tests.
pub(crate) fn arena() -> Result<()> {
    run("arena", &["--lib"], &ARENA)
}

/// The mutants of study, each against its tests.
pub(crate) fn study() -> Result<()> {
    run("study", &["--lib", "--tests"], &STUDY)
}

/// Puts each mutant into a copy of the tree, and tests its crate.
fn run(crate_name: &str, which: &[&str], mutants: &[Mutant]) -> Result<()> {
    let tree = copy_of_the_tree()?;
    let package = format!("obverse-{crate_name}");
    let tests = |name: &str| {
        let mut tests = cargo(&["test", "--quiet", "--package", &package]);
        tests
            .args(which)
            .current_dir(&tree)
            .env("CARGO_TARGET_DIR", target().join("mutants/build"))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        is_success(&mut tests, name)
    };
    ensure!(tests("no mutant")?, "the tests of {package} fail without any mutant");
    let mut survivors = Vec::new();
    for Mutant { file, from, to } in mutants {
        let path = tree.join("crates").join(crate_name).join("src").join(file);
        let sound = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        ensure!(
            sound.matches(from).count() == 1,
            "{file} does not have `{from}` once: bring the list in xtask/src/mutants.rs up to date"
        );
        fs::write(&path, sound.replacen(from, to, 1))?;
        let survived = tests(from)?;
        fs::write(&path, sound)?;
        println!("{} {file}: `{from}` → `{to}`", if survived { "SURVIVED" } else { "found   " });
        if survived {
            survivors.push(format!("{file}: `{from}` → `{to}`"));
        }
    }
    if !survivors.is_empty() {
        bail!("no test finds\n{}", survivors.join("\n"));
    }
    Ok(())
}

fn is_success(command: &mut Command, what: &str) -> Result<bool> {
    let status = command.status().with_context(|| format!("could not test {what}"))?;
    Ok(status.success())
}

/// A copy of the tree in which mistakes can be made. Files that are the same already are left
/// alone, so that Cargo compiles what has changed and no more.
fn copy_of_the_tree() -> Result<PathBuf> {
    let tree = target().join("mutants/tree");
    let arguments = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
    let listed = output(&mut command("git", &arguments))?;
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        let from = root().join(name);
        // A file that is deleted but not committed yet is still listed.
        if from.is_file() {
            copy_changed(&from, &tree.join(name))?;
        }
    }
    Ok(tree)
}

fn copy_changed(from: &Path, to: &Path) -> Result<()> {
    let bytes = fs::read(from).with_context(|| from.display().to_string())?;
    if fs::read(to).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::write(to, bytes).with_context(|| to.display().to_string())
}
