//! The file dialog: a path that is typed, and what is in its folder.

/// A file to open or to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDialog {
    /// What for.
    pub purpose: Purpose,
    /// The path as typed.
    pub path: String,
    /// What is in the folder of the path, once it has been listed.
    pub entries: Vec<Entry>,
    /// Which of the matching entries is chosen.
    pub chosen: Option<usize>,
    /// What went wrong.
    pub problem: Option<String>,
}

/// A comment on a move that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// What was typed.
    pub text: String,
}

impl Comment {
    /// No comment that is typed is longer, in bytes.
    pub const LONGEST: usize = 2000;
}

/// What a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To read a game or a position.
    Open,
    /// To write the game.
    Save,
}

/// A file or a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Files after folders.
    pub is_file: bool,
    /// Its name.
    pub name: String,
}

impl FileDialog {
    /// A dialog that begins with this path.
    pub fn new(purpose: Purpose, path: impl Into<String>) -> FileDialog {
        FileDialog { purpose, path: path.into(), entries: vec![], chosen: None, problem: None }
    }

    /// The folder part of the path, with its last slash; empty for the current folder.
    pub fn folder(&self) -> &str {
        self.path.rfind('/').map_or("", |slash| &self.path[..=slash])
    }

    /// The part after the folder.
    pub fn name(&self) -> &str {
        &self.path[self.folder().len()..]
    }

    /// The entries that begin as the name does; hidden ones only if asked for.
    pub fn matching(&self) -> Vec<&Entry> {
        let name = self.name();
        self.entries
            .iter()
            .filter(|entry| entry.name.starts_with(name))
            .filter(|entry| !entry.name.starts_with('.') || name.starts_with('.'))
            .collect()
    }

    /// Takes an entry into the path.
    pub fn take(&mut self, entry: &Entry) {
        let slash = if entry.is_file { "" } else { "/" };
        self.path = format!("{}{}{slash}", self.folder(), entry.name);
        self.chosen = None;
    }

    /// Completes the name as far as all matching entries agree. Returns whether it grew.
    pub fn complete(&mut self) -> bool {
        let matching = self.matching();
        let Some(first) = matching.first() else { return false };
        if let [only] = matching.as_slice() {
            let only = (*only).clone();
            self.take(&only);
            return true;
        }
        let common = matching.iter().fold(first.name.as_str(), |common, entry| {
            let shared = common.chars().zip(entry.name.chars()).take_while(|(a, b)| a == b);
            &common[..shared.map(|(a, _)| a.len_utf8()).sum()]
        });
        let path = format!("{}{common}", self.folder());
        let grew = path.len() > self.path.len();
        self.path = path;
        grew
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialog(path: &str, names: &[&str]) -> FileDialog {
        let mut dialog = FileDialog::new(Purpose::Open, path);
        dialog.entries = names
            .iter()
            .map(|name| Entry { is_file: !name.ends_with('/'), name: name.replace('/', "") })
            .collect();
        dialog
    }

    #[test]
    fn a_name_is_completed_as_far_as_it_is_certain() {
        let names = ["games/", "game-1.ggf", "game-2.ggf", "näher.txt", ".hidden"];
        let mut file = dialog("dir/ga", &names);
        assert!(file.complete());
        assert_eq!(file.path, "dir/game");
        assert!(!file.complete());
        file.path.push('s');
        assert!(file.complete());
        assert_eq!(file.path, "dir/games/");
        let mut file = dialog("n", &names);
        assert!(file.complete());
        assert_eq!(file.path, "näher.txt");
    }

    #[test]
    fn hidden_files_stay_hidden_until_asked_for() {
        assert_eq!(dialog("", &["a", ".b"]).matching().len(), 1);
        assert_eq!(dialog(".", &["a", ".b"]).matching().len(), 1);
        assert_eq!(dialog(".", &["a", ".b"]).matching()[0].name, ".b");
    }
}
