//! `obverse convert`: from one format to another.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use obverse_records::atomic::{self, AtomicFile};
use obverse_records::{Diagram, Format, Writer, turn};
use obverse_rules::Size;

use crate::{Answer, input};

/// Convert games and positions from one format to another
///
/// The format of what is read is told by its content, that of what is written by the ending of
/// its name: .ggf, .sgf, .obf, .wtb (WTHOR; the names go into .JOU and .TRN files beside it), .txt
/// (transcripts), .sheet (a board with the numbers of the moves), .svg (a picture), or a number as in game-01 (a turn file). Nothing is written
/// unless everything could be converted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  obverse convert game.ggf game.sgf\n  \
    obverse convert wthor-folder games.ggf\n  \
    obverse convert problems.obf position.txt --to ten-line --game 3")]
pub(crate) struct Args {
    /// A file in any format, a folder of WTHOR files, `-` for standard input, or a position
    #[arg(value_name = "IN")]
    from: String,
    /// The file to write, or `-` for standard output
    #[arg(value_name = "OUT")]
    to: String,
    /// The format to write: transcript, obf, ggf, sgf, wthor, ten-line, turn, board, sheet
    #[arg(long = "to", visible_alias = "format", value_name = "FORMAT")]
    format: Option<Format>,
    /// Convert only this game or problem of a file that has several
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// The size of the board for transcripts that do not say it
    #[arg(long)]
    size: Option<Size>,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let out = Path::new(&args.to);
    if args.format.is_none()
        && out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"))
    {
        return draw(records(args, None)?, out);
    }
    let format = match args.format {
        Some(format) => format,
        None => format_of_name(out)?,
    };
    write(records(args, Some(format))?, out, format)
}

/// Writes records to a file, or to standard output if its name is `-`.
pub(crate) fn write(records: input::Records, out: &Path, format: Format) -> Result<Answer> {
    let failed = || format!("writing {}", out.display());
    if out == Path::new("-") {
        convert(records, &mut std::io::stdout().lock(), format)?;
        return Ok(Answer::Done);
    }
    let file = AtomicFile::create(out).with_context(failed)?;
    let (file, names) = convert(records, std::io::BufWriter::new(file), format)?;
    // The names first: games without names are worse than names without games.
    if let Some(names) = names {
        atomic::write(out.with_extension("JOU"), &names.players).with_context(failed)?;
        atomic::write(out.with_extension("TRN"), &names.tournaments).with_context(failed)?;
    }
    let file = file.into_inner().map_err(std::io::IntoInnerError::into_error);
    file.and_then(AtomicFile::commit).with_context(failed)?;
    Ok(Answer::Done)
}

/// What is to be converted. Variations go only where they can be written down.
fn records(args: &Args, format: Option<Format>) -> Result<input::Records> {
    let records = match format {
        Some(Format::Sgf) => input::all_records(&args.from, args.size)?,
        _ => input::records(&args.from, args.size)?,
    };
    Ok(match args.game {
        Some(_) => Box::new(std::iter::once(input::nth(records, &args.from, args.game))),
        None => records,
    })
}

/// Writes all records, and gives back what was written to.
fn convert<W: Write>(
    records: input::Records,
    out: W,
    format: Format,
) -> Result<(W, Option<obverse_records::wthor::Files>)> {
    let mut writer = Writer::new(out, format);
    for record in records {
        let number = writer.written() + 1;
        writer.write(&record?).with_context(|| {
            let hint = if format.holds_many() { "" } else { " (--game N takes one)" };
            format!("game {number}{hint}")
        })?;
    }
    Ok(writer.finish()?)
}

fn draw(mut records: input::Records, out: &Path) -> Result<Answer> {
    let Some(record) = records.next().transpose()? else { bail!("there is nothing to draw") };
    if records.next().is_some() {
        bail!("a picture cannot hold more than one position: --game N takes one");
    }
    let diagram = Diagram::new(record.position()).with_last_move(record.game.last_move());
    atomic::write(out, diagram.svg()).with_context(|| format!("writing {}", out.display()))?;
    Ok(Answer::Done)
}

/// The format that a file's name asks for.
pub(crate) fn format_of_name(out: &Path) -> Result<Format> {
    if let Some(format) = Format::of_path(out) {
        return Ok(format);
    }
    if out.extension().is_none() && turn::next_path(out).is_ok() {
        return Ok(Format::Turn);
    }
    bail!(
        "the name `{}` does not say which format to write: end it with .ggf, .sgf, .obf, .wtb, \
         .txt or .svg, or give --to FORMAT",
        out.display()
    )
}
