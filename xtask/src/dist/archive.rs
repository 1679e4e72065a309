//! Programs with what belongs beside them: the manual, completions, licences.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::{answer, texts};
use crate::steps::{command, root, run, target};

/// The shells that have completions, and what their files are called.
const SHELLS: [(&str, &str); 3] =
    [("bash", "obverse.bash"), ("zsh", "_obverse"), ("fish", "obverse.fish")];

/// Writes manual and completions, as this program prints them, into a folder.
pub(super) fn beside(program: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    fs::write(folder.join("obverse.1"), answer(program, &["man"])?)?;
    for (shell, file) in SHELLS {
        fs::write(folder.join(file), answer(program, &["completions", shell])?)?;
    }
    fs::copy(program, folder.join("obverse"))?;
    Ok(())
}

/// `NAME.tar.gz` of a program that runs here, or else without manual and completions.
pub(super) fn tar(into: &Path, name: &str, program: &Path) -> Result<()> {
    let folder = pack(name, program)?;
    let parent = folder.parent().context("it was made in a folder")?;
    run(command("tar", &["--owner=0", "--group=0", "--sort=name", "-czf"])
        .arg(into.join(format!("{name}.tar.gz")))
        .arg("-C")
        .arg(parent)
        .arg(name))
}

/// `NAME.zip` of a program for Windows.
pub(super) fn zip(into: &Path, name: &str, program: &Path) -> Result<()> {
    let folder = pack(name, program)?;
    let parent = folder.parent().context("it was made in a folder")?;
    let archive = into.join(format!("{name}.zip"));
    let _ = fs::remove_file(&archive);
    // Python's: not every system has a zip.
    let mut python = command("python3", &["-m", "zipfile", "-c"]);
    run(python.arg(&archive).arg(name).current_dir(parent))
}

/// `NAME.tar.gz` of a folder.
pub(super) fn folder(into: &Path, name: &str, from: &Path) -> Result<()> {
    run(command("tar", &["--owner=0", "--group=0", "--sort=name", "-czf"])
        .arg(into.join(format!("{name}.tar.gz")))
        .arg("--transform")
        .arg(format!("s,^\\.,{name},"))
        .arg("-C")
        .arg(from)
        .arg("."))
}

/// The folder of an archive.
fn pack(name: &str, program: &Path) -> Result<std::path::PathBuf> {
    let folder = target().join("packed").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    // A program for another machine cannot be asked for its manual.
    if beside(program, &folder).is_err() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
    }
    let file = program.file_name().context("a program has a name")?;
    fs::copy(program, folder.join(file))?;
    for text in texts() {
        let file = text.file_name().context("a text has a name")?;
        fs::copy(&text, folder.join(file)).with_context(|| text.display().to_string())?;
    }
    fs::copy(root().join("docs/install.md"), folder.join("INSTALL.md"))?;
    Ok(folder)
}
