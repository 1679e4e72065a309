//! Blocks of a data set worked on by several threads and written in their order.

use std::collections::BTreeMap;
use std::sync::mpsc;

use crate::TrainerError;
use crate::dataset::{Block, Writer};

/// Fills a data file: `next` hands out the jobs, in the order of their games, until there are no
/// more; `work` makes a block of each, or none to stop. `written` hears of every block.
///
/// What is in the file depends on the jobs alone, not on the threads: a block is written when all
/// before it are.
pub(crate) fn write_in_order<J>(
    writer: &mut Writer,
    threads: usize,
    next: &(dyn Fn() -> Option<J> + Sync),
    work: &(dyn Fn(J) -> Option<Block> + Sync),
    mut written: impl FnMut(&Writer),
) -> Result<(), TrainerError> {
    let threads = threads.max(1);
    let (sender, receiver) = mpsc::sync_channel::<Block>(threads * 2);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(move || {
                while let Some(block) = next().and_then(work) {
                    // The receiver is gone only if writing failed, which ends the work.
                    if sender.send(block).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        for block in receiver {
            waiting.insert(block.first_game, block);
            while let Some(block) = waiting.remove(&writer.next_game()) {
                writer.append(&block)?;
                written(writer);
            }
        }
        Ok(())
    })
}
