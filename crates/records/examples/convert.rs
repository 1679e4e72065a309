//! Prints the games of a file of any format as GGF: `cargo run --example convert -- games.wtb`.

use std::error::Error;
use std::path::Path;

use obverse_records::{ggf, open};
use obverse_rules::Size;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("name a file of games")?;
    for record in open(Path::new(&file), Size::EIGHT)? {
        println!("{}", ggf::to_string(&record?));
    }
    Ok(())
}
