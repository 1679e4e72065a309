//! A board whose size is known only when the program runs.

use crate::{Board, Board8, BoardN, Color, Size, Square, Symmetry};

macro_rules! any_board {
    ($($name:ident $size:literal $board:ty),* $(,)?) => {
        /// A board of any size, seen by the side to move.
        ///
        /// Code that does much with one board chooses its type once, with
        /// [`with_board!`](crate::with_board), and is generic over [`Board`] from there.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum AnyBoard { $($name($board)),* }

        impl AnyBoard {
            /// The board with these discs, by square.
            pub(crate) fn build(size: Size, owner: impl Fn(Square) -> Option<Color>, side: Color) -> AnyBoard {
                match size.get() {
                    $($size => AnyBoard::$name(<$board as Board>::from_sets(
                        <$board as Board>::set_of(|square| owner(square) == Some(side)),
                        <$board as Board>::set_of(|square| owner(square) == Some(!side)),
                    ).expect("a square has one owner")),)*
                    _ => unreachable!("`Size` has no other values"),
                }
            }

            /// The opening position, seen by Black.
            pub fn start(size: Size) -> AnyBoard {
                match size.get() {
                    $($size => AnyBoard::$name(<$board as Board>::start()),)*
                    _ => unreachable!("`Size` has no other values"),
                }
            }

            /// The same board seen by the other side.
            #[must_use]
            pub fn pass(&self) -> AnyBoard {
                match self { $(AnyBoard::$name(board) => AnyBoard::$name(board.pass()),)* }
            }

            /// The board turned or mirrored.
            #[must_use]
            pub fn transform(&self, symmetry: Symmetry) -> AnyBoard {
                match self { $(AnyBoard::$name(board) => AnyBoard::$name(board.transform(symmetry)),)* }
            }

            /// The board after a move, seen by the other side, if the move is legal.
            #[must_use]
            pub fn play(&self, square: Square) -> Option<AnyBoard> {
                match self { $(AnyBoard::$name(board) => board.play(square).map(AnyBoard::$name),)* }
            }
        }
    };
}

/// Runs an expression with the board inside an [`AnyBoard`], whatever its type.
///
/// ```
/// use obverse_rules::{AnyBoard, Board, Size, SquareSet, with_board};
///
/// let board = AnyBoard::start(Size::MAX);
/// assert_eq!(with_board!(&board, inner => inner.moves().len()), 4);
/// ```
#[macro_export]
macro_rules! with_board {
    ($any:expr, $board:ident => $body:expr) => {
        match $any {
            $crate::AnyBoard::N4($board) => $body,
            $crate::AnyBoard::N6($board) => $body,
            $crate::AnyBoard::N8($board) => $body,
            $crate::AnyBoard::N10($board) => $body,
            $crate::AnyBoard::N12($board) => $body,
            $crate::AnyBoard::N14($board) => $body,
            $crate::AnyBoard::N16($board) => $body,
            $crate::AnyBoard::N18($board) => $body,
            $crate::AnyBoard::N20($board) => $body,
            $crate::AnyBoard::N22($board) => $body,
            $crate::AnyBoard::N24($board) => $body,
            $crate::AnyBoard::N26($board) => $body,
        }
    };
}

any_board! {
    N4 4 BoardN<4>,
    N6 6 BoardN<6>,
    N8 8 Board8,
    N10 10 BoardN<10>,
    N12 12 BoardN<12>,
    N14 14 BoardN<14>,
    N16 16 BoardN<16>,
    N18 18 BoardN<18>,
    N20 20 BoardN<20>,
    N22 22 BoardN<22>,
    N24 24 BoardN<24>,
    N26 26 BoardN<26>,
}

impl AnyBoard {
    /// The size of the board.
    pub fn size(&self) -> Size {
        fn size_of<B: Board>(_: &B) -> Size {
            B::SIZE
        }
        with_board!(self, board => size_of(board))
    }
}
