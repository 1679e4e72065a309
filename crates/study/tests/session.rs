//! A person at puzzles: properties over random actions, and what one expects of a session.

use obverse_rules::Move;
use obverse_study::{
    Attempt, Glicko, Progress, Puzzle, Session, Task, Theme, TryError, Wanted, read_puzzles,
    shipped_puzzles,
};

/// Puzzles of several ratings and tasks.
fn puzzles() -> Vec<Puzzle> {
    read_puzzles(include_str!("data/puzzles.txt")).unwrap()
}

const NOW: i64 = 1_800_000_000;

fn session() -> Session {
    Session::new(puzzles(), Progress::default())
}

fn wrong(puzzle: &Puzzle) -> Move {
    puzzle.choices()[1].mv
}

#[test]
fn the_answer_raises_the_rating_and_does_not_come_back() {
    let mut session = session();
    let puzzle = session.next(&Wanted::default(), NOW, 1).unwrap().clone();
    let tried = session.attempt(puzzle.answer(), NOW).unwrap();
    assert!(tried.is_answer && tried.loss == 0.0 && session.is_known());
    let attempt = tried.decided.unwrap();
    assert!(attempt.solved && attempt.card.is_none());
    assert!(attempt.after.rating > attempt.before.unwrap().rating);
    assert_eq!(session.progress().player, attempt.after);
    assert_eq!(session.attempt(puzzle.answer(), NOW), Err(TryError::Known));
    assert_eq!(session.reveal(NOW), None);
    let years_later = NOW + 1_000_000_000;
    let rest = puzzles().len() - 1;
    for seed in 0..rest {
        let next = session.next(&Wanted::default(), years_later, seed as u64).unwrap().clone();
        assert_ne!(next.id(), puzzle.id());
        session.attempt(next.answer(), years_later).unwrap();
    }
    assert!(session.next(&Wanted::default(), years_later, 0).is_none());
}

#[test]
fn what_was_missed_comes_back_when_it_is_due_and_counts_once() {
    let mut session = session();
    let puzzle = session.next(&Wanted::default(), NOW, 1).unwrap().clone();
    let tried = session.attempt(wrong(&puzzle), NOW).unwrap();
    assert!(!tried.is_answer && !session.is_known());
    assert_eq!(Some(tried.loss), puzzle.loss(wrong(&puzzle)));
    let attempt = tried.decided.unwrap();
    assert!(!attempt.solved && attempt.after.rating < attempt.before.unwrap().rating);
    let due = attempt.card.unwrap().due;
    assert!(due > NOW);
    // Another try is free.
    assert_eq!(session.attempt(puzzle.answer(), NOW).unwrap().decided, None);
    assert_eq!(session.tries(), [wrong(&puzzle), puzzle.answer()]);
    assert_eq!((session.progress().due(due - 1), session.progress().due(due)), (0, 1));
    assert_ne!(session.next(&Wanted::default(), due - 1, 1).unwrap().id(), puzzle.id());
    assert_eq!(session.next(&Wanted::default(), due, 1).unwrap().id(), puzzle.id());
    let again = session.attempt(puzzle.answer(), due).unwrap().decided.unwrap();
    assert_eq!(again.before, None);
    assert_eq!(again.after, attempt.after);
    assert!(again.card.unwrap().due > due);
}

#[test]
fn a_shown_answer_is_a_miss() {
    let mut session = session();
    session.next(&Wanted::default(), NOW, 1).unwrap();
    let attempt = session.reveal(NOW).unwrap();
    assert!(!attempt.solved && attempt.mv.is_none() && attempt.card.is_some());
    assert!(attempt.after.rating < Glicko::default().rating);
    assert!(session.is_known());
}

#[test]
fn the_next_puzzle_is_about_as_hard_as_the_person_is_strong() {
    for strength in [200.0, 900.0, 1800.0] {
        let player = Glicko { rating: strength, ..Glicko::default() };
        let mut session = Session::new(puzzles(), Progress { player, ..Progress::default() });
        let rating = session.next(&Wanted::default(), NOW, 7).unwrap().difficulty().unwrap().rating;
        let mut nearer = puzzles();
        nearer.retain(|other| {
            let other = other.difficulty().unwrap().rating;
            (f64::from(other) - strength + 80.0).abs() < (f64::from(rating) - strength + 80.0).abs()
        });
        assert!(nearer.len() < 12, "{} are nearer to {strength} than {rating}", nearer.len());
    }
}

#[test]
fn only_what_is_wanted_comes() {
    let mut session = session();
    let wanted = Wanted { theme: Some(Theme::Task(Task::Win)), rating: Some(0..=1500) };
    let mut count = 0;
    while let Some(puzzle) = session.next(&wanted, NOW, count).cloned() {
        assert_eq!(puzzle.task(), Task::Win);
        assert!(puzzle.difficulty().unwrap().rating <= 1500);
        session.attempt(wrong(&puzzle), NOW).unwrap();
        count += 1;
    }
    let all = puzzles();
    let expected = all.iter().filter(|puzzle| wanted.admits(puzzle)).count() as u64;
    assert!(expected > 0 && expected < all.len() as u64);
    assert_eq!(count, expected);
}

/// Somebody new who misses the easiest of all puzzles has not lost all that can be lost.
#[test]
fn a_first_miss_costs_less_than_a_level_or_two() {
    let easiest =
        shipped_puzzles().iter().min_by_key(|puzzle| puzzle.difficulty().map(|known| known.rating));
    let easiest = easiest.unwrap().clone();
    let mut session = Session::new(vec![easiest.clone()], Progress::default());
    session.open(easiest.id()).unwrap();
    let attempt = session.reveal(NOW).unwrap();
    let lost = attempt.before.unwrap().rating - attempt.after.rating;
    assert!((100.0..=230.0).contains(&lost), "{lost}");
}

/// Whatever a person does, in any order: the rating moves the right way, only the first try of a
/// puzzle counts, what is kept makes the same progress again, and no puzzle is lost.
#[test]
fn any_actions_keep_the_books_straight() {
    for seed in 0..60 {
        let mut random = fastrand::Rng::with_seed(seed);
        let (mut session, mut now) = (session(), NOW);
        let mut kept: Vec<Attempt> = Vec::new();
        for _ in 0..120 {
            now += random.i64(0..400_000);
            let before = session.progress().clone();
            let decided = match random.u8(..8) {
                0 => session.reveal(now),
                1 | 2 => {
                    session.next(&Wanted::default(), now, random.u64(..));
                    None
                }
                3 => {
                    let all = session.puzzles();
                    let id = all[random.usize(..all.len())].id();
                    assert_eq!(session.open(id).unwrap().id(), id);
                    None
                }
                _ => {
                    let Some(puzzle) = session.current().cloned() else { continue };
                    let moves = puzzle.choices();
                    let mv = moves[random.usize(..moves.len())].mv;
                    match session.attempt(mv, now) {
                        Ok(tried) => {
                            assert_eq!(tried.is_answer, tried.loss == 0.0);
                            assert_eq!(tried.is_answer, session.is_known());
                            tried.decided
                        }
                        Err(error) => {
                            assert_eq!(error, TryError::Known);
                            None
                        }
                    }
                }
            };
            let Some(attempt) = decided else {
                assert_eq!(*session.progress(), before);
                continue;
            };
            assert_eq!(attempt.before.is_some(), !before.tried.contains_key(&attempt.puzzle));
            let change = attempt.after.rating - before.player.rating;
            match (attempt.before.is_some(), attempt.solved) {
                (true, true) => assert!(change > 0.0),
                (true, false) => assert!(change < 0.0),
                (false, _) => assert!(change == 0.0),
            }
            assert!(attempt.solved || attempt.card.is_some(), "what was missed comes back");
            kept.push(attempt);
        }
        let mut again = Progress::default();
        for attempt in &kept {
            again.take(attempt);
        }
        assert_eq!(again, *session.progress());
        let json = serde_json::to_string(&again).unwrap();
        let read: Progress = serde_json::from_str(&json).unwrap();
        // The last digit of a number may change on the way through text.
        assert!((read.player.rating - again.player.rating).abs() < 1e-6);
        let due = |progress: &Progress| {
            let cards = progress.tried.iter();
            cards.map(|(&id, card)| (id, card.map(|card| card.due))).collect::<Vec<_>>()
        };
        assert_eq!(due(&read), due(&again));
    }
}

#[test]
fn what_cannot_be_tried_changes_nothing() {
    let mut session = session();
    let pass = Move::Pass;
    assert_eq!(session.attempt(pass, NOW), Err(TryError::NoPuzzle));
    assert_eq!(session.reveal(NOW), None);
    session.next(&Wanted::default(), NOW, 1).unwrap();
    assert_eq!(session.attempt(pass, NOW), Err(TryError::Illegal(pass)));
    assert_eq!(*session.progress(), Progress::default());
    assert!(session.tries().is_empty());
}
