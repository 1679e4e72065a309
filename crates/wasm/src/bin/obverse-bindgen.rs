//! Makes of a compiled module what a browser loads: `obverse-bindgen MODULE FOLDER NAME` writes
//! `NAME.js` and `NAME_bg.wasm`, for a worker that is a plain script.

use std::path::Path;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().context("obverse-bindgen MODULE FOLDER NAME");
    let (module, folder, name) = (next()?, next()?, next()?);
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(&name).typescript(false);
    bindgen.no_modules(true)?;
    bindgen.generate(Path::new(&folder))
}
