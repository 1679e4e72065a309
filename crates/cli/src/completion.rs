//! What the Tab key offers: commands and options by their definitions, players, levels, sizes and
//! files by asking the program.
//!
//! `obverse completions SHELL` prints a few lines for the shell that call the program with
//! `OBVERSE_COMPLETE` set at every Tab; clap's engine answers.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

use clap::{Arg, Command};
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter, complete,
};
use clap_complete::env::{CompleteEnv, Elvish, EnvCompleter, Fish, Powershell, Shells, Zsh};
use obverse_engine::Level;
use obverse_players::Who;
use obverse_players::classics::Classic;
use obverse_rules::Size;

/// The variable by which a shell asks for completions.
const VARIABLE: &str = "OBVERSE_COMPLETE";

const SHELLS: Shells<'_> = Shells(&[&Bash, &Elvish, &Fish, &Powershell, &Zsh]);

/// Answers a shell that asks for completions, and ends the program; otherwise does nothing.
pub(crate) fn answer_shell() {
    CompleteEnv::with_factory(command).var(VARIABLE).shells(SHELLS).complete();
}

/// What a shell reads to ask us at every Tab.
pub(crate) fn registration(shell: &str) -> io::Result<Vec<u8>> {
    let shell = SHELLS.completer(shell).ok_or(io::ErrorKind::Unsupported)?;
    let mut script = Vec::new();
    shell.write_registration(VARIABLE, "obverse", "obverse", "obverse", &mut script)?;
    Ok(script)
}

/// The program's arguments with what can be offered for their values. The options of `play` stand
/// beside the commands, since without a command it is `play`.
fn command() -> Command {
    let command = crate::command();
    let play = command.find_subcommand("play").map(|play| play.get_arguments().cloned().collect());
    let play: Vec<Arg> = play.unwrap_or_default();
    with_values(command.args(play))
}

fn with_values(command: Command) -> Command {
    let command = command.mut_args(|arg| match values_of(arg.get_id().as_str()) {
        Some(values) => arg.add(ArgValueCompleter::new(values)),
        None => arg,
    });
    command.mut_subcommands(with_values)
}

type Values = fn(&OsStr) -> Vec<CompletionCandidate>;

/// What can be offered for the argument of this name. Paths and listed values are known to clap.
fn values_of(name: &str) -> Option<Values> {
    Some(match name {
        "black" | "white" | "player" | "players" => players,
        "level" => levels,
        "size" => sizes,
        "position" => positions,
        "openings" => openings,
        "files" | "file" | "from" | "to" => files,
        _ => return None,
    })
}

fn beginning_with(
    current: &OsStr,
    all: impl IntoIterator<Item = impl ToString>,
) -> Vec<CompletionCandidate> {
    let current = current.to_string_lossy();
    all.into_iter()
        .map(|word| word.to_string())
        .filter(|word| word.starts_with(&*current))
        .map(CompletionCandidate::new)
        .collect()
}

/// Names first; after a colon or a comma the options of that player.
fn players(current: &OsStr) -> Vec<CompletionCandidate> {
    let text = current.to_string_lossy();
    let Some((name, rest)) = text.split_once(':') else {
        let classics = Classic::ALL.map(Classic::name);
        let others = ["human", "engine", "level:", "random", "gtp:", "nboard:"];
        return beginning_with(current, others.into_iter().chain(classics));
    };
    let given = text.len() - rest.rsplit(',').next().map_or(0, str::len);
    let before = &text[..given];
    if name == "level" && before == "level:" {
        return beginning_with(current, Level::all().map(|level| format!("level:{level}")));
    }
    beginning_with(current, Who::options_of(name).map(|option| format!("{before}{option}=")))
}

fn levels(current: &OsStr) -> Vec<CompletionCandidate> {
    beginning_with(current, Level::all())
}

fn sizes(current: &OsStr) -> Vec<CompletionCandidate> {
    beginning_with(current, Size::all())
}

fn positions(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut candidates = beginning_with(current, ["start"]);
    candidates.extend(files(current));
    candidates
}

fn openings(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut candidates =
        beginning_with(current, ["balanced", "random:", "book:", "named", "start"]);
    candidates.extend(files(current));
    candidates
}

fn files(current: &OsStr) -> Vec<CompletionCandidate> {
    PathCompleter::any().complete(current)
}

/// Bash takes a word apart at colons and equal signs, in what it hands out and in what it replaces.
/// A player such as `killer:time=5s` is one word: we take the line apart ourselves, and leave out
/// of the candidates what stands before the last of these signs.
struct Bash;

const BASH: &str = r#"_obverse() {
    local IFS=$'\n' line="${COMP_LINE:0:COMP_POINT}"
    COMPREPLY=( $(VARIABLE=bash COMPLETER -- "$line" 2> /dev/null) )
    # Whoever has to write on is given no blank.
    if [[ ${#COMPREPLY[@]} -eq 1 && "${COMPREPLY[0]}" == *[=:/] ]]; then
        compopt -o nospace
    fi
}
complete -o nosort -F _obverse BIN
"#;

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        "bash"
    }

    fn is(&self, name: &str) -> bool {
        name == self.name()
    }

    fn write_registration(
        &self,
        var: &str,
        _name: &str,
        bin: &str,
        completer: &str,
        buf: &mut dyn Write,
    ) -> io::Result<()> {
        let script = BASH.replace("VARIABLE", var).replace("BIN", bin);
        buf.write_all(script.replace("COMPLETER", completer).as_bytes())
    }

    fn write_complete(
        &self,
        cmd: &mut Command,
        args: Vec<OsString>,
        current_dir: Option<&Path>,
        buf: &mut dyn Write,
    ) -> io::Result<()> {
        let line = args.last().map(|line| line.to_string_lossy()).unwrap_or_default();
        let words = words(&line);
        let current = words.last().cloned().unwrap_or_default();
        let kept = current.rfind([':', '=']).map_or(0, |at| at + 1);
        let index = words.len() - 1;
        let words = words.into_iter().map(OsString::from).collect();
        for candidate in complete(cmd, words, index, current_dir)? {
            let value = candidate.get_value().to_string_lossy().into_owned();
            writeln!(buf, "{}", value.get(kept..).unwrap_or_default())?;
        }
        Ok(())
    }
}

/// The words of a line up to the cursor, the last of which is being written and may be empty. What
/// is quoted is one word; a quotation that is still open ends with the line.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        let word = words.last_mut().expect("there is always one");
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '\'' || c == '"' => quote = Some(c),
            None if c.is_whitespace() => {
                if !word.is_empty() {
                    words.push(String::new());
                }
            }
            _ => word.push(c),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(line: &str) -> Vec<String> {
        let mut out = Vec::new();
        Bash.write_complete(&mut command(), vec![line.into()], None, &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn lines_are_taken_apart_as_a_shell_does() {
        for (line, wanted) in [
            ("obverse", &["obverse"][..]),
            ("obverse ", &["obverse", ""]),
            ("obverse  match  a:b=c ", &["obverse", "match", "a:b=c", ""]),
            ("obverse match 'gtp:edax -g' \"x y", &["obverse", "match", "gtp:edax -g", "x y"]),
        ] {
            assert_eq!(words(line), wanted, "{line}");
        }
    }

    #[test]
    fn players_and_their_options_are_offered() {
        assert!(offered("obverse --white ").iter().any(|word| word == "killer"));
        assert_eq!(offered("obverse play --black ki"), ["killer"]);
        // Bash replaces only what stands after the colon.
        assert_eq!(offered("obverse --white level:2"), ["2", "20"]);
        assert_eq!(offered("obverse match random killer:bo"), ["book="]);
        assert_eq!(offered("obverse match random killer:book=off,ti"), ["off,time="]);
        assert_eq!(offered("obverse gtp --player squ"), ["squares"]);
    }

    #[test]
    fn options_of_play_are_offered_without_a_command() {
        assert_eq!(offered("obverse --wh"), ["--white"]);
        let commands = offered("obverse ");
        assert!(commands.iter().any(|word| word == "match"), "{commands:?}");
        assert!(commands.iter().all(|word| !word.contains("guard")), "{commands:?}");
        assert!(offered("obverse gu").is_empty());
    }
}
