//! The page's modules as one script.
//!
//! The page is plain ES modules, and this reads only as much of JavaScript as they use: named imports
//! and exports that begin their lines. Each module becomes a function that is called once and
//! returns what the module exports. Anything else that looks like an import or an export is an error,
//! so nothing is bundled that would not run.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// The script of a module and everything that it imports. `instead` has modules that take the place
/// of others; paths are those inside the folder.
pub(crate) fn bundle(folder: &Path, entry: &str, instead: &[(&str, &str)]) -> Result<String> {
    let mut bundler = Bundler { folder, instead, done: HashMap::new(), text: String::new() };
    bundler.add(entry, &mut Vec::new())?;
    Ok(format!("'use strict';\n(() => {{\n{}}})();\n", bundler.text))
}

struct Bundler<'a> {
    folder: &'a Path,
    instead: &'a [(&'a str, &'a str)],
    /// The number of each module that has been written.
    done: HashMap<String, usize>,
    text: String,
}

impl Bundler<'_> {
    /// Writes a module after those that it imports; its number. `above` are those that are being
    /// written.
    fn add(&mut self, path: &str, above: &mut Vec<String>) -> Result<usize> {
        let path =
            self.instead.iter().find(|(replaced, _)| *replaced == path).map_or(path, |(_, by)| by);
        if let Some(number) = self.done.get(path) {
            return Ok(*number);
        }
        if above.iter().any(|other| other == path) {
            bail!("{path} imports itself: {} → {path}", above.join(" → "));
        }
        let text =
            std::fs::read_to_string(self.folder.join(path)).with_context(|| path.to_owned())?;
        let module = Module::parse(&text).with_context(|| path.to_owned())?;
        above.push(path.to_owned());
        let mut head = String::new();
        for Import { names, from } in &module.imports {
            let added = self.add(&join(path, from), above);
            let number = added.with_context(|| format!("imported by {path}"))?;
            match names {
                Names::None => {}
                Names::All(name) => writeln!(head, "const {name} = m{number};")?,
                Names::Some(names) => writeln!(head, "const {{ {names} }} = m{number};")?,
            }
        }
        above.pop();
        let number = self.done.len();
        self.done.insert(path.to_owned(), number);
        let Module { exports, body, .. } = module;
        let exports = exports.join(", ");
        writeln!(
            self.text,
            "const m{number} = (() => {{\n{head}{body}return {{ {exports} }};\n}})();"
        )?;
        Ok(number)
    }
}

/// The path of `./b.js` or `../c/b.js` as a module at `from` means it.
fn join(from: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[derive(Debug, PartialEq)]
enum Names {
    /// The module is only run.
    None,
    /// All of it by one name.
    All(String),
    /// As a pattern: `a, b: c`.
    Some(String),
}

#[derive(Debug, PartialEq)]
struct Import {
    names: Names,
    from: String,
}

#[derive(Debug, Default)]
struct Module {
    imports: Vec<Import>,
    exports: Vec<String>,
    /// Everything else, without comments that have lines to themselves.
    body: String,
}

impl Module {
    fn parse(text: &str) -> Result<Module> {
        let mut module = Module::default();
        let mut lines = text.lines().enumerate();
        while let Some((at, line)) = lines.next() {
            let trimmed = line.trim_start();
            let place = || format!("line {}: {line}", at + 1);
            if trimmed.is_empty() || trimmed.starts_with("//") {
                continue;
            }
            if trimmed.starts_with("/*") {
                // Comments in front of code stay: they say the types of what follows.
                let mut last = trimmed;
                while !last.contains("*/") {
                    last = lines.next().with_context(|| format!("{} has no end", place()))?.1;
                }
                if last.trim_end().ends_with("*/") {
                    continue;
                }
            }
            if line.starts_with("import ") {
                let mut statement = line.to_owned();
                while !statement.trim_end().ends_with(';') {
                    statement += lines.next().with_context(place)?.1;
                }
                module.imports.push(import(&statement).with_context(place)?);
            } else if let Some(rest) = line.strip_prefix("export ") {
                module.exports.push(exported(rest).with_context(place)?);
                module.body += rest;
                module.body.push('\n');
            } else if line.starts_with("import") || line.starts_with("export") {
                bail!("not understood: {}", place());
            } else {
                module.body += line;
                module.body.push('\n');
            }
        }
        Ok(module)
    }
}

/// Reads an import.
fn import(statement: &str) -> Result<Import> {
    let statement = statement.trim().trim_end_matches(';').trim_start_matches("import ").trim();
    let (names, from) = match statement.rsplit_once(" from ") {
        None => (Names::None, statement),
        Some((names, from)) => {
            let names = names.trim();
            let names = if let Some(name) = names.strip_prefix("* as ") {
                Names::All(name.to_owned())
            } else {
                let list = names.strip_prefix('{').and_then(|names| names.strip_suffix('}'));
                let list = list.context("only named imports are understood")?;
                let names: Vec<String> = list
                    .split(',')
                    .map(str::trim)
                    .filter(|name| !name.is_empty())
                    .map(|name| name.replace(" as ", ": "))
                    .collect();
                Names::Some(names.join(", "))
            };
            (names, from)
        }
    };
    let from = from.trim().trim_matches('\'');
    if !from.starts_with('.') {
        bail!("{from} is no module of the page");
    }
    Ok(Import { names, from: from.to_owned() })
}

/// The name that is exported by what follows `export`.
fn exported(declaration: &str) -> Result<String> {
    let words = declaration.strip_prefix("async ").unwrap_or(declaration);
    let kinds = ["function* ", "function ", "class ", "const "];
    let rest = kinds.iter().find_map(|kind| words.strip_prefix(kind));
    let rest = rest.context("only functions, classes and constants are exported")?;
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let name: String = rest.chars().take_while(|letter| is_part(*letter)).collect();
    if name.is_empty() {
        bail!("the export has no name");
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn modules_stand_after_those_that_they_import() {
        let folder = folder(&[
            (
                "main.js",
                "import './a/one.js';\nimport { two as second,\n  three } from './two.js';\nrun(second, three);\n",
            ),
            ("a/one.js", "import * as all from '../two.js';\n// Why.\nall.two();\n"),
            (
                "two.js",
                "/** What\n * it is. */\nexport function two() {}\nexport const three = 3;\n",
            ),
        ]);
        let script = bundle(folder.path(), "main.js", &[]).unwrap();
        let wanted = "'use strict';\n(() => {\n\
            const m0 = (() => {\nfunction two() {}\nconst three = 3;\nreturn { two, three };\n})();\n\
            const m1 = (() => {\nconst all = m0;\nall.two();\nreturn {  };\n})();\n\
            const m2 = (() => {\nconst { two: second, three } = m0;\nrun(second, three);\nreturn {  };\n})();\n\
            })();\n";
        assert_eq!(script, wanted);
    }

    #[test]
    fn one_module_takes_the_place_of_another() {
        let folder = folder(&[
            ("main.js", "import { where } from './files.js';\nwhere();\n"),
            ("site/files.js", "export const where = 1;\n"),
        ]);
        let script = bundle(folder.path(), "main.js", &[("files.js", "site/files.js")]).unwrap();
        assert!(script.contains("const where = 1;"), "{script}");
    }

    #[test]
    fn what_would_not_run_is_an_error() {
        for (text, wanted) in [
            ("export default 1;\n", "only functions"),
            ("export let a = 1;\n", "only functions"),
            ("export { a };\n", "only functions"),
            ("export* from './b.js';\n", "not understood"),
            ("import a from './b.js';\n", "only named"),
            ("import { a } from 'b';\n", "no module of the page"),
            ("import { a } from './main.js';\n", "imports itself"),
            ("import { a } from './missing.js';\n", "missing.js"),
        ] {
            let folder = folder(&[("main.js", text)]);
            let error = format!("{:#}", bundle(folder.path(), "main.js", &[]).unwrap_err());
            assert!(error.contains(wanted) && error.contains("main.js"), "{text}: {error}");
        }
    }
}
