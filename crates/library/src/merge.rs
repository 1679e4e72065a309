//! Two records of the same game made one: what is known already stays, what is new is added.

use obverse_records::{Note, Record};

/// Adds to a record what another of the same game says beyond it. The board of the other may be
/// turned: then what it says about squares stays with it.
pub(crate) fn merge(known: &mut Record, other: &Record) {
    let (tags, more) = (&mut known.tags, &other.tags);
    fill(&mut tags.black_rating, more.black_rating.as_ref());
    fill(&mut tags.white_rating, more.white_rating.as_ref());
    fill(&mut tags.event, more.event.as_ref());
    fill(&mut tags.place, more.place.as_ref());
    fill(&mut tags.clock, more.clock.as_ref());
    fill(&mut tags.result, more.result.as_ref());
    fill(&mut tags.comment, more.comment.as_ref());
    // `1987-05-01` says all that `1987` says.
    if let (Some(date), Some(longer)) = (&tags.date, &more.date)
        && longer.starts_with(date.as_str())
    {
        tags.date.clone_from(&more.date);
    }
    fill(&mut tags.date, more.date.as_ref());
    for (name, value) in &more.others {
        if tags.others.iter().all(|(own, _)| own != name) {
            tags.others.push((name.clone(), value.clone()));
        }
    }
    fill(&mut known.time, other.time.as_ref());
    fill(&mut known.theory, other.theory.as_ref());
    let is_same_way = known.game == other.game;
    for (index, note) in other.notes.iter().enumerate() {
        let mut own = known.note(index);
        fill(&mut own.eval, note.eval.as_ref());
        fill(&mut own.time, note.time.as_ref());
        fill(&mut own.comment, note.comment.as_ref());
        if is_same_way && own.marks.is_empty() {
            own.marks.clone_from(&note.marks);
        }
        if own != Note::default() {
            known.set_note(index, own);
        }
    }
    if is_same_way {
        let lists_are_free = known.marks.is_empty() && known.variations.is_empty();
        if lists_are_free {
            known.marks.clone_from(&other.marks);
            known.variations.clone_from(&other.variations);
        }
        if known.scores.is_empty() {
            known.scores.clone_from(&other.scores);
        }
    }
}

fn fill<T: Clone>(known: &mut Option<T>, other: Option<&T>) {
    if known.is_none() {
        *known = other.cloned();
    }
}
