//! The config file: one `name = value` a line, `#` before a remark.
//!
//! A line that says nothing we know is told with its number, and the others hold.

use std::fmt::Display;
use std::str::FromStr;

use obverse_players::{ClockTime, Time, TimeControl, Who};
use obverse_rules::Size;
use thiserror::Error;

use crate::palette::Palette;
use crate::theme::{Depth, Discs, Glyphs};

/// What a config file says; nothing is what it does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// The board's colours.
    pub theme: Option<Palette>,
    /// How many colours the terminal shows.
    pub colors: Option<Depth>,
    /// Which characters it shows.
    pub glyphs: Option<Glyphs>,
    /// What large discs are made of.
    pub discs: Option<Discs>,
    /// Whether discs turn over in steps.
    pub motion: Option<bool>,
    /// Whether the evaluation is shown.
    pub evaluation: Option<bool>,
    /// Who is offered first, Black first.
    pub players: [Option<Who>; 2],
    /// The board that is offered first.
    pub size: Option<Size>,
    /// The time that is offered first.
    pub time: Option<TimeControl>,
    /// Whether an illegal move loses.
    pub strict: Option<bool>,
}

/// A line that says nothing we know.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct ConfigError {
    /// Which, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub reason: String,
}

/// The names of all settings.
const NAMES: &str =
    "theme, colors, glyphs, discs, motion, evaluation, black, white, size, time or strict";

impl Config {
    /// Reads a file's text: what it says, and the lines that say nothing we know.
    pub fn read(text: &str) -> (Config, Vec<ConfigError>) {
        let mut config = Config::default();
        let mut problems = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Err(reason) = config.take(line) {
                problems.push(ConfigError { line: index + 1, reason });
            }
        }
        (config, problems)
    }

    fn take(&mut self, line: &str) -> Result<(), String> {
        let Some((name, value)) = line.split_once('=') else {
            return Err(format!("“{}” is no setting: write name = value", shown(line)));
        };
        let value = value.trim();
        // What is between quotes is meant as it stands.
        let value = value.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(value);
        match name.trim() {
            "theme" => self.theme = Some(read(value)?),
            "colors" => {
                let depths = [
                    ("true", Depth::True),
                    ("256", Depth::Indexed),
                    ("16", Depth::Ansi),
                    ("none", Depth::None),
                ];
                self.colors = one_of(value, &depths)?;
            }
            "glyphs" => {
                self.glyphs =
                    one_of(value, &[("unicode", Glyphs::Unicode), ("ascii", Glyphs::Ascii)])?;
            }
            "discs" => {
                self.discs = one_of(
                    value,
                    &[
                        ("blocks", Discs::Blocks),
                        ("sextants", Discs::Sextants),
                        ("octants", Discs::Octants),
                        ("pictures", Discs::Pictures),
                    ],
                )?;
            }
            "motion" => self.motion = one_of(value, &[("full", true), ("reduced", false)])?,
            "evaluation" => self.evaluation = one_of(value, &ON_OR_OFF)?,
            "black" => self.players[0] = Some(read(value)?),
            "white" => self.players[1] = Some(read(value)?),
            "size" => self.size = Some(read(value)?),
            "time" if value.contains('+') => {
                self.time = Some(TimeControl::Clock(read::<ClockTime>(value)?.0));
            }
            "time" => self.time = Some(TimeControl::PerMove(read::<Time>(value)?.0)),
            "strict" => self.strict = one_of(value, &ON_OR_OFF)?,
            name => return Err(format!("“{}” is no setting: write {NAMES}", shown(name))),
        }
        Ok(())
    }
}

const ON_OR_OFF: [(&str, bool); 2] = [("on", true), ("off", false)];

fn read<T: FromStr<Err: Display>>(value: &str) -> Result<T, String> {
    value.parse().map_err(|error: T::Err| error.to_string())
}

/// One of some words; `auto` leaves it to the terminal.
fn one_of<T: Copy>(value: &str, words: &[(&str, T)]) -> Result<Option<T>, String> {
    if value == "auto" {
        return Ok(None);
    }
    let found = words.iter().find(|(word, _)| *word == value).map(|&(_, meant)| meant);
    found.map(Some).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        format!("“{}” is not known here: write {} or auto", shown(value), words.join(", "))
    })
}

fn shown(text: &str) -> String {
    text.chars().filter(|it| !it.is_control()).take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_read() {
        let text = "# mine\n\n theme = wood \ncolors=256\nglyphs = unicode\ndiscs = sextants\nmotion = reduced\n\
                    evaluation = off\nblack = human\nwhite = \"killer:time=2s\"\nsize = 10\ntime = 5+3\nstrict = on\n";
        let (config, problems) = Config::read(text);
        assert_eq!(problems, []);
        let clock: ClockTime = "5+3".parse().unwrap();
        let expected = Config {
            theme: Some(Palette::Wood),
            colors: Some(Depth::Indexed),
            glyphs: Some(Glyphs::Unicode),
            discs: Some(Discs::Sextants),
            motion: Some(false),
            evaluation: Some(false),
            players: [Some(Who::Human), Some("killer:time=2s".parse().unwrap())],
            size: Some(Size::new(10).unwrap()),
            time: Some(TimeControl::Clock(clock.0)),
            strict: Some(true),
        };
        assert_eq!(config, expected);
        assert_eq!(Config::read("colors = auto\n").0, Config::default());
    }

    #[test]
    fn a_bad_line_is_told_with_its_number_and_the_others_hold() {
        let text =
            "theme = pink\nsize = 10\ncolour = red\nhello\n\nwhite = nobody\nmotion = some\n";
        let (config, problems) = Config::read(text);
        assert_eq!(config.size, Some(Size::new(10).unwrap()));
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 5, "{told:?}");
        for (told, (line, right)) in told.iter().zip([
            (1, "green, blue, wood or contrast"),
            (3, "theme, colors"),
            (4, "name = value"),
            (6, "human, level:5"),
            (7, "full, reduced or auto"),
        ]) {
            assert!(told.starts_with(&format!("line {line}: ")) && told.contains(right), "{told}");
        }
    }
}
