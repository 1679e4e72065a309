//! The tables, and how older files become newer ones.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use crate::{LibraryError, tally};

/// `OBVL`: what says that a database is one of ours.
const APPLICATION: i32 = 0x4f42564c;

/// What leads from each version to the next; the first makes the tables.
const STEPS: &[&str] =
    &[include_str!("schema/1.sql"), include_str!("schema/2.sql"), include_str!("schema/3.sql")];

/// The first version that has counts of early positions.
const TALLIED: i64 = 3;

/// The version that this program writes.
const VERSION: i64 = STEPS.len() as i64;

pub(crate) fn open(path: &Path) -> Result<Connection, LibraryError> {
    let failed = |source: rusqlite::Error| match source.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => LibraryError::Foreign(path.to_owned()),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => LibraryError::Busy,
        _ => LibraryError::Open { path: path.to_owned(), source },
    };
    let mut connection = Connection::open(path).map_err(failed)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    // Nothing is written to a file before it is known to be ours.
    match kind_of(&connection).map_err(failed)? {
        Kind::Foreign => return Err(LibraryError::Foreign(path.to_owned())),
        Kind::Newer(found) => return Err(LibraryError::Newer { found, known: VERSION }),
        Kind::Empty | Kind::Library => {}
    }
    // Readers go on while somebody writes, and what was committed survives a crash of the machine.
    connection.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
    migrate(&mut connection)?;
    Ok(connection)
}

pub(crate) fn in_memory() -> Result<Connection, LibraryError> {
    let mut connection = Connection::open_in_memory()?;
    migrate(&mut connection)?;
    Ok(connection)
}

enum Kind {
    Empty,
    Library,
    Newer(i64),
    Foreign,
}

fn kind_of(connection: &Connection) -> rusqlite::Result<Kind> {
    let number = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let application = number("PRAGMA application_id")?;
    let version = number("PRAGMA user_version")?;
    let tables = number("SELECT COUNT(*) FROM sqlite_schema")?;
    Ok(match (application, tables) {
        (0, 0) if version == 0 => Kind::Empty,
        (application, _) if application != i64::from(APPLICATION) => Kind::Foreign,
        _ if version > VERSION => Kind::Newer(version),
        _ => Kind::Library,
    })
}

fn migrate(connection: &mut Connection) -> Result<(), LibraryError> {
    // For the explorer of a large library; memory is taken as it is used.
    connection.pragma_update(None, "cache_size", -64_000)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    let version = |connection: &Connection| {
        connection.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0))
    };
    if version(connection)? == VERSION {
        return Ok(());
    }
    // Of two programs that open an old file together, the second finds it migrated.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let before = version(&transaction)?;
    for step in STEPS.iter().skip(before as usize) {
        transaction.execute_batch(step)?;
    }
    if before < TALLIED {
        tally::fill(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    Ok(())
}
