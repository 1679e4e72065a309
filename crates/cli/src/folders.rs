//! Where a person's files are, as the XDG Base Directory Specification has it, or on Windows.

use std::path::PathBuf;

/// A kind of file, each with a folder of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Folder {
    /// What a person has set.
    Config,
    /// What a person has collected.
    #[cfg_attr(not(feature = "library"), allow(dead_code))]
    Data,
    /// What the program remembers from one run to the next.
    State,
}

/// Our folder of a kind; none where the environment names no home.
pub(crate) fn folder(kind: Folder) -> Option<PathBuf> {
    folder_in(kind, |name| std::env::var(name).ok())
}

fn folder_in(kind: Folder, variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let (own, in_home, windows) = match kind {
        Folder::Config => ("XDG_CONFIG_HOME", ".config", "APPDATA"),
        Folder::Data => ("XDG_DATA_HOME", ".local/share", "LOCALAPPDATA"),
        Folder::State => ("XDG_STATE_HOME", ".local/state", "LOCALAPPDATA"),
    };
    // A relative path is to be ignored, the specification says.
    let get = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = get(own).or_else(|| get("HOME").map(|home| home.join(in_home)));
    Some(base.or_else(|| get(windows))?.join("obverse"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_where_files_are() {
        let path = |kind, variables: &[(&str, &str)]| {
            let get = |name: &str| variables.iter().find(|(own, _)| *own == name);
            folder_in(kind, |name| get(name).map(|(_, value)| (*value).to_owned()))
        };
        let home = ("HOME", "/home/ann");
        for (kind, own, in_home) in [
            (Folder::Config, "XDG_CONFIG_HOME", "/home/ann/.config/obverse"),
            (Folder::Data, "XDG_DATA_HOME", "/home/ann/.local/share/obverse"),
            (Folder::State, "XDG_STATE_HOME", "/home/ann/.local/state/obverse"),
        ] {
            assert_eq!(path(kind, &[home]), Some(in_home.into()));
            assert_eq!(path(kind, &[home, (own, "relative")]), Some(in_home.into()));
            assert_eq!(path(kind, &[home, (own, "/own")]), Some("/own/obverse".into()));
            assert_eq!(path(kind, &[]), None);
        }
    }
}
