//! The tree of variations: what a person does with it loses nothing, and every way of writing it
//! down brings it back.
//!
//! `OBVERSE_WRITE=1 cargo test -p obverse-study --test tree` writes the vectors for the page anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use obverse_records::{Mark, Shape, sgf};
use obverse_rules::{Move, Size, Square};
use obverse_study::{NodeId, Tree};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, proptest};
use serde_json::{Value, json};

/// Something that a person does at the node that is looked at.
#[derive(Clone, Debug)]
enum Action {
    Play(Move),
    Back,
    Forward,
    /// To the node after these moves from the beginning.
    Go(Vec<Move>),
    Delete,
    Promote,
    MakeMain,
    Comment(String),
    Mark(Mark),
    Undo,
}

/// The moves that lead to a node.
fn moves_to(tree: &Tree, id: NodeId) -> Vec<Move> {
    tree.path_to(id).into_iter().filter_map(|node| tree.move_to(node)).collect()
}

/// The node after these moves, if it is there and not deleted.
fn find(tree: &Tree, moves: &[Move]) -> Option<NodeId> {
    moves.iter().try_fold(tree.root(), |node, &mv| {
        tree.children(node).find(|&child| tree.move_to(child) == Some(mv))
    })
}

/// Every node that is not deleted, by the moves that lead to it.
fn all(tree: &Tree) -> BTreeSet<Vec<Move>> {
    let mut found = BTreeSet::new();
    let mut open = vec![tree.root()];
    while let Some(node) = open.pop() {
        found.insert(moves_to(tree, node));
        open.extend(tree.children(node));
    }
    found
}

/// What a number means at this moment: mostly moves, and every other action now and then.
fn action(tree: &Tree, number: u32) -> Action {
    let choice = (number >> 8) as usize;
    let position = tree.position(tree.current());
    let square = Square::from_index(choice % position.size().squares(), position.size());
    match number % 16 {
        0..=6 => match position.moves().get(choice % position.moves().len().max(1)) {
            Some(square) => Action::Play(Move::Place(square)),
            None if position.must_pass() => Action::Play(Move::Pass),
            None => Action::Back,
        },
        7 | 8 => Action::Back,
        9 => Action::Forward,
        10 => {
            let nodes = all(tree);
            Action::Go(nodes.iter().nth(choice % nodes.len()).unwrap().clone())
        }
        11 => Action::Delete,
        12 => Action::Promote,
        13 => Action::MakeMain,
        14 if choice.is_multiple_of(2) => {
            let texts = ["", "good", "a } and a \\", "two\nlines", "隅を取られる"];
            Action::Comment(texts[choice / 2 % texts.len()].to_owned())
        }
        14 => Action::Mark(Mark { square, shape: Shape::ALL[choice % 4] }),
        _ => Action::Undo,
    }
}

fn act(tree: &mut Tree, action: &Action) {
    let current = tree.current();
    match action {
        Action::Play(mv) => drop(tree.play(*mv).expect("a legal move")),
        Action::Back => drop(tree.back()),
        Action::Forward => drop(tree.forward()),
        Action::Go(moves) => assert!(tree.go_to(find(tree, moves).expect("a node"))),
        Action::Delete => assert_eq!(tree.delete(current), current != tree.root()),
        Action::Promote => drop(tree.promote(current)),
        Action::MakeMain => drop(tree.make_main(current)),
        Action::Comment(text) => tree.set_comment(current, text),
        Action::Mark(mark) => tree.toggle_mark(current, *mark),
        Action::Undo => drop(tree.undo()),
    }
}

fn sizes(number: u8) -> Size {
    [Size::FOUR, Size::SIX, Size::EIGHT, Size::new(12).unwrap()][usize::from(number % 4)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_sequence_of_actions_loses_a_move(size in any::<u8>(), numbers in vec(any::<u32>(), 0..120)) {
        let mut tree = Tree::from_start(sizes(size));
        let mut played = BTreeSet::from([Vec::new()]);
        for number in numbers {
            let action = action(&tree, number);
            let before = all(&tree);
            act(&mut tree, &action);
            if matches!(action, Action::Play(_)) {
                played.insert(moves_to(&tree, tree.current()));
            }
            // Only a deletion takes something out of sight.
            let after = all(&tree);
            assert!(matches!(action, Action::Delete) || before.is_subset(&after), "{action:?}");
            assert!(!tree.is_deleted(tree.current()), "{action:?}");
            assert_eq!(tree.game().position(), tree.position(tree.current()), "{action:?}");
            assert!(after.is_subset(&played), "{action:?}");
        }
        while tree.undo() {}
        assert_eq!(all(&tree), played);
        // Nothing is left of the comments and marks either: none was there at first.
        assert!(!tree.to_string().contains(['{', '[']));
    }

    #[test]
    fn text_sgf_and_record_bring_the_tree_back(size in any::<u8>(), numbers in vec(any::<u32>(), 0..120)) {
        let mut tree = Tree::from_start(sizes(size));
        for number in numbers {
            let action = action(&tree, number);
            act(&mut tree, &action);
        }
        let text = tree.to_string();
        let again: Tree = text.parse().unwrap();
        assert_eq!(again.to_string(), text);
        assert_eq!(all(&again), all(&tree));
        let (again, left_out) = Tree::from_record(&tree.to_record());
        assert_eq!((again.to_string(), left_out), (text.clone(), 0));
        let sgf = sgf::to_string(&tree.to_record());
        let record = sgf::parse(&sgf).unwrap();
        // SGF has marks by their shape, and so in another order.
        let order = |tree: &Tree| all(tree).into_iter().map(|moves| {
            let note = tree.note(find(tree, &moves).unwrap());
            (note.comment.clone(), note.marks.iter().copied().collect::<BTreeSet<_>>(), moves)
        }).collect::<Vec<_>>();
        assert_eq!(order(&Tree::from_record(&record).0), order(&tree), "{sgf}");
        assert_eq!(record.left_out, 0);
    }
}

fn tree(text: &str) -> Tree {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn at(tree: &Tree, moves: &str) -> NodeId {
    let moves: Vec<Move> = moves
        .as_bytes()
        .chunks(2)
        .map(|two| std::str::from_utf8(two).unwrap().parse().unwrap())
        .collect();
    find(tree, &moves).unwrap_or_else(|| panic!("{moves:?} in {tree}"))
}

#[test]
fn a_promoted_variation_goes_one_fork_up() {
    let mut tree = tree("f5d6(f6e6(f7))c3");
    let node = at(&tree, "f5f6f7");
    assert!(tree.promote(node));
    assert_eq!(tree.to_string(), "f5d6(f6f7(e6))c3");
    assert!(tree.promote(node));
    assert_eq!(tree.to_string(), "f5f6(d6c3)f7(e6)");
    assert!(!tree.promote(node));
    assert!(tree.undo() && tree.undo() && !tree.undo());
    assert_eq!(tree.to_string(), "f5d6(f6e6(f7))c3");
    assert!(tree.make_main(node));
    assert_eq!(tree.to_string(), "f5f6(d6c3)f7(e6)");
}

#[test]
fn a_deleted_line_comes_back_by_undo_or_by_its_move() {
    let mut tree = tree("f5d6c3(c4)");
    assert!(tree.go_to(at(&tree, "f5d6c3")));
    assert!(tree.delete(at(&tree, "f5d6")));
    assert_eq!((tree.to_string().as_str(), tree.current()), ("f5", at(&tree, "f5")));
    assert!(!tree.delete(tree.root()));
    assert!(tree.undo());
    assert_eq!(tree.to_string(), "f5d6c3(c4)");
    assert_eq!(tree.current(), at(&tree, "f5d6"));
    tree.delete(at(&tree, "f5d6"));
    tree.play("d6".parse().unwrap()).unwrap();
    assert_eq!(tree.to_string(), "f5d6c3(c4)");
    // It is there: there is nothing to undo.
    assert!(!tree.undo());
}

#[test]
fn a_move_that_is_taken_back_stays_as_a_variation_and_can_be_gone_to_again() {
    let mut tree = tree("f5d6c3d3");
    tree.go_to(at(&tree, "f5d6"));
    tree.play("c4".parse().unwrap()).unwrap();
    tree.back();
    assert!(tree.forward());
    assert_eq!(moves_to(&tree, tree.current()).last(), Some(&"c4".parse().unwrap()));
    assert_eq!(tree.game().moves().len(), 3);
    assert_eq!(tree.to_string(), "f5d6c3(c4)d3");
}

#[test]
fn errors_say_where_and_what() {
    for (text, expected) in [
        ("f5d6a1", "character 5: a1: Black at a1 turns no disc over"),
        ("f5(", "character 4: expected a move such as f5, -- for a pass, or a parenthesis"),
        ("(f5)", "character 1: expected a move before a variation"),
        ("f5(d3", "character 6: expected a move such as f5, -- for a pass, or a parenthesis"),
        ("f5)", "character 3: expected a move such as f5, -- for a pass, or a parenthesis"),
        ("f5{good", "character 3: expected a } that ends the comment"),
        ("f5[xz9]", "character 5: expected a square of the board"),
        ("f5[qa1]", "character 4: expected a mark: x, t, c or s and a square"),
        ("7:", "a board of size 7 does not exist: sizes are the even numbers from 4 to 26"),
        ("f5h8", "character 3: h8: White at h8 turns no disc over"),
    ] {
        let error = text.parse::<Tree>().map(|tree| tree.to_string()).unwrap_err().to_string();
        assert_eq!(error, expected, "{text}");
    }
    let long = "f5".repeat(600_000);
    assert!(long.parse::<Tree>().unwrap_err().to_string().contains("more than"));
    let deep = format!("f5{}", "(f5".repeat(100_000));
    assert!(deep.parse::<Tree>().is_err());
}

#[test]
fn a_deep_tree_is_written_without_recursion() {
    // At every move of the main line another one, and in it another one again.
    let mut tree = Tree::from_start(Size::MAX);
    while !tree.position(tree.current()).is_over() {
        let moves = tree.position(tree.current()).moves();
        let last = moves.iter().last().map_or(Move::Pass, Move::Place);
        let first = moves.first().map_or(Move::Pass, Move::Place);
        let here = tree.current();
        tree.play(first).unwrap();
        tree.go_to(here);
        tree.play(last).unwrap();
    }
    let text = tree.to_string();
    assert_eq!(text.parse::<Tree>().unwrap().to_string(), text);
    assert_eq!(Tree::from_record(&tree.to_record()).0.to_string(), text);
}

/// Actions and what comes of them, for the page's own tree.
#[test]
fn the_page_has_vectors() {
    let mut lines = Vec::new();
    for seed in 0..24_u64 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut tree = Tree::from_start(sizes((seed % 3) as u8));
        let size = tree.position(tree.root()).size().get();
        let steps: Vec<Value> = (0..40)
            .map(|_| {
                let action = action(&tree, random.u32(..));
                act(&mut tree, &action);
                let names = |moves: &[Move]| {
                    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
                };
                let mut step = match &action {
                    Action::Play(mv) => json!({ "do": "play", "move": mv }),
                    Action::Back => json!({ "do": "back" }),
                    Action::Forward => json!({ "do": "forward" }),
                    Action::Go(moves) => json!({ "do": "go", "to": names(moves) }),
                    Action::Delete => json!({ "do": "delete" }),
                    Action::Promote => json!({ "do": "promote" }),
                    Action::MakeMain => json!({ "do": "main" }),
                    Action::Comment(text) => json!({ "do": "comment", "text": text }),
                    Action::Mark(mark) => {
                        json!({ "do": "mark", "square": mark.square, "shape": mark.shape })
                    }
                    Action::Undo => json!({ "do": "undo" }),
                };
                step["tree"] = json!(tree.to_string());
                step["at"] = json!(names(&moves_to(&tree, tree.current())));
                step
            })
            .collect();
        lines.push(json!({ "size": size, "steps": steps }).to_string());
    }
    let wanted = format!("[\n{}\n]\n", lines.join(",\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/tests/trees.json");
    if std::env::var_os("OBVERSE_WRITE").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "run OBVERSE_WRITE=1 cargo test -p obverse-study --test tree");
}
