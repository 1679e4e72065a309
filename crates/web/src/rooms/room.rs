//! A room: two chairs, a game between them, and those who watch. Plain state that is told the time.
//!
//! The game itself is run by a [`Table`], as everywhere. A person is known by the secret of the chair;
//! a socket is a [`Visitor`], which may sit on a chair or watch, and comes and goes.

use std::collections::BTreeSet;
use std::time::Duration;

use obverse_answers::game::{EndingInfo, ResultInfo};
use obverse_answers::room::{
    RoomClock, RoomInfo, RoomOffer, RoomPhase, RoomPlayer, RoomPlayers, RoomResult, What,
};
use obverse_engine::Clock;
use obverse_players::{Decision, Ending, Table, Terms, TimeControl};
use obverse_records::Record;
use obverse_rules::{Color, Game, Move};
use thiserror::Error;

/// A socket that has come to a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Visitor(pub(crate) u64);

/// Why a room does not do what somebody wants.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Refusal {
    #[error("you are not in a room: say invite or join first")]
    Nowhere,
    #[error("there is no such room: it may have been forgotten, or the link is not whole")]
    NoRoom,
    #[error("nobody in this room has this token")]
    NoChair,
    #[error("you watch this game: only the players can do that")]
    Watching,
    #[error("the room is full: {0} people watch already")]
    Full(usize),
    #[error("the game has not begun: a chair is free")]
    NotBegun,
    #[error("the game is over: offer a rematch")]
    Over,
    #[error("the game goes on")]
    NotOver,
    #[error("it is not your turn")]
    NotYourTurn,
    #[error("{played} moves are played, and the move was meant after {meant}")]
    OtherPly { played: usize, meant: usize },
    #[error("{0}")]
    Illegal(String),
    #[error("you have no move to take back")]
    NothingToTakeBack,
    #[error("nothing is offered")]
    NoOffer,
}

impl Refusal {
    /// The code of the error message.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Refusal::NoRoom | Refusal::NoChair => "not-found",
            Refusal::Illegal(_) => "bad-question",
            Refusal::Full(_) => "busy",
            _ => "not-now",
        }
    }
}

/// What is played in a room.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Where every game begins.
    pub(crate) begin: Game,
    /// The clock of both.
    pub(crate) clock: Option<Clock>,
    /// How many may watch.
    pub(crate) most_watching: usize,
}

/// Somebody's place.
#[derive(Clone, Debug)]
struct Chair {
    token: String,
    name: String,
    /// The socket of whoever sits there, while it is connected.
    visitor: Option<Visitor>,
}

/// A room.
#[derive(Debug)]
pub(crate) struct Room {
    rules: Rules,
    /// Black's and White's.
    chairs: [Option<Chair>; 2],
    watching: BTreeSet<Visitor>,
    table: Table,
    /// When the turn began that goes on; none while no clock runs.
    turn: Option<Duration>,
    offer: Option<RoomOffer>,
    round: u32,
    /// Games that have ended and are to be kept.
    ended: Vec<Record>,
}

const COLORS: [Color; 2] = [Color::Black, Color::White];

impl Room {
    /// A room with somebody on one chair.
    pub(crate) fn new(
        rules: Rules,
        side: Color,
        visitor: Visitor,
        name: String,
        token: String,
    ) -> Room {
        let mut chairs = [None, None];
        chairs[side as usize] = Some(Chair { token, name, visitor: Some(visitor) });
        let table = set_table(&rules, &chairs);
        let watching = BTreeSet::new();
        let (turn, offer, round) = (None, None, 1);
        Room { rules, chairs, watching, table, turn, offer, round, ended: Vec::new() }
    }

    /// Somebody comes in without a chair of their own. Returns whether the free chair was taken, whose
    /// secret is then `token`.
    pub(crate) fn join(
        &mut self,
        visitor: Visitor,
        name: String,
        token: &str,
        watch: bool,
        now: Duration,
    ) -> Result<bool, Refusal> {
        if self.side_of(visitor).is_some() {
            return Ok(false);
        }
        if let Some(side) = self.free_chair().filter(|_| !watch) {
            self.watching.remove(&visitor);
            let chair = Chair { token: token.to_owned(), name, visitor: Some(visitor) };
            self.chairs[side as usize] = Some(chair);
            if self.free_chair().is_none() {
                self.begin(now);
            }
            return Ok(true);
        }
        if self.watching.len() >= self.rules.most_watching && !self.watching.contains(&visitor) {
            return Err(Refusal::Full(self.watching.len()));
        }
        self.watching.insert(visitor);
        Ok(false)
    }

    /// Somebody comes back to a chair. Another socket that had it watches from now on.
    pub(crate) fn come_back(&mut self, visitor: Visitor, token: &str) -> Result<(), Refusal> {
        let own = |chair: &Chair| chair.token == token;
        let side = COLORS.into_iter().find(|&side| self.chair(side).is_some_and(own));
        let side = side.ok_or(Refusal::NoChair)?;
        if self.side_of(visitor) == Some(side) {
            return Ok(());
        }
        self.leave(visitor);
        let chair = self.chairs[side as usize].as_mut().expect("it was found");
        if let Some(before) = chair.visitor.replace(visitor)
            && self.watching.len() < self.rules.most_watching
        {
            self.watching.insert(before);
        }
        Ok(())
    }

    /// A socket goes. The chair stays.
    pub(crate) fn leave(&mut self, visitor: Visitor) {
        self.watching.remove(&visitor);
        for chair in self.chairs.iter_mut().flatten() {
            if chair.visitor == Some(visitor) {
                chair.visitor = None;
            }
        }
    }

    /// Whether nobody is connected.
    pub(crate) fn is_deserted(&self) -> bool {
        self.watching.is_empty() && self.chairs.iter().flatten().all(|one| one.visitor.is_none())
    }

    /// Plays a move.
    pub(crate) fn play(
        &mut self,
        visitor: Visitor,
        mv: Move,
        ply: usize,
        now: Duration,
    ) -> Result<(), Refusal> {
        let side = self.player(visitor)?;
        let game = self.table.game();
        let was_played = game.moves().get(ply) == Some(&mv);
        if was_played && game.positions()[ply].side() == side {
            return Ok(());
        }
        self.tick(now);
        let begun = self.playing()?;
        let (game, position) = (self.table.game(), self.table.game().position());
        if game.ply() != ply {
            return Err(Refusal::OtherPly { played: game.ply(), meant: ply });
        }
        if position.side() != side {
            return Err(Refusal::NotYourTurn);
        }
        position.play(mv).map_err(|error| Refusal::Illegal(error.to_string()))?;
        self.offer = None;
        self.table.answer(Ok(Decision::from(mv)), now.saturating_sub(begun));
        self.turn = Some(now);
        self.settle();
        Ok(())
    }

    /// Gives up.
    pub(crate) fn resign(&mut self, visitor: Visitor, now: Duration) -> Result<(), Refusal> {
        let side = self.player(visitor)?;
        self.tick(now);
        let begun = self.playing()?;
        self.table.charge(now.saturating_sub(begun));
        self.table.end(Ending::Resigned(side));
        self.settle();
        Ok(())
    }

    /// Offers something, or agrees to what the other side has offered.
    pub(crate) fn offer(
        &mut self,
        visitor: Visitor,
        what: What,
        now: Duration,
    ) -> Result<(), Refusal> {
        let by = self.player(visitor)?;
        self.tick(now);
        match what {
            What::TakeBack => {
                self.playing()?;
                if self.last_turn(by).is_none() && !self.is_offered(what, !by) {
                    return Err(Refusal::NothingToTakeBack);
                }
            }
            What::Rematch if self.free_chair().is_some() => return Err(Refusal::NotBegun),
            What::Rematch if self.table.ending().is_none() => return Err(Refusal::NotOver),
            What::Rematch => {}
        }
        if self.is_offered(what, !by) {
            self.agree(now);
        } else {
            self.offer = Some(RoomOffer { what, by });
        }
        Ok(())
    }

    /// Agrees to the other side's offer, or ends the offer, whoever's it is.
    pub(crate) fn answer(
        &mut self,
        visitor: Visitor,
        accept: bool,
        now: Duration,
    ) -> Result<(), Refusal> {
        let side = self.player(visitor)?;
        self.tick(now);
        match self.offer {
            None => Err(Refusal::NoOffer),
            Some(offer) if accept && offer.by == side => Err(Refusal::NoOffer),
            Some(_) if accept => {
                self.agree(now);
                Ok(())
            }
            Some(_) => {
                self.offer = None;
                Ok(())
            }
        }
    }

    /// Looks at the clock.
    pub(crate) fn tick(&mut self, now: Duration) {
        if let Some(begun) = self.turn {
            self.table.tick(now.saturating_sub(begun));
            self.settle();
        }
    }

    /// When the flag falls, if nobody moves.
    pub(crate) fn flag_falls(&self) -> Option<Duration> {
        let (begun, mover) = (self.turn?, self.table.mover()?);
        // A flag falls when the clock is overrun.
        let left = self.table.clock(mover)?.remaining.saturating_add(Duration::from_millis(1));
        begun.checked_add(left)
    }

    /// The games that have ended since this was last asked.
    pub(crate) fn take_ended(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.ended)
    }

    /// What the room looks like to somebody in it.
    pub(crate) fn view(&self, room: &str, visitor: Visitor, now: Duration) -> RoomInfo {
        let game = self.table.game();
        let phase = match self.table.ending() {
            _ if self.free_chair().is_some() => RoomPhase::Waiting,
            Some(_) => RoomPhase::Over,
            None => RoomPhase::Playing,
        };
        let player = |side| {
            let of = |chair: &Chair| RoomPlayer {
                name: chair.name.clone(),
                here: chair.visitor.is_some(),
            };
            self.chair(side).map(of)
        };
        let notes = &self.table.notes()[..game.ply()];
        RoomInfo {
            room: room.to_owned(),
            you: self.side_of(visitor),
            token: None,
            phase,
            round: self.round,
            players: RoomPlayers { black: player(Color::Black), white: player(Color::White) },
            watching: self.watching.len(),
            size: game.start().size().get(),
            start: game.start().to_string(),
            moves: game.moves().iter().map(ToString::to_string).collect(),
            times: notes.iter().map(|note| to_milliseconds(note.elapsed)).collect(),
            clock: self.clock(now),
            offer: self.offer,
            result: self.result(),
        }
    }

    fn clock(&self, now: Duration) -> Option<RoomClock> {
        let running = self.turn.and(self.table.mover());
        let left = |side| {
            let clock = self.table.clock(side)?.remaining;
            let begun = self.turn.filter(|_| running == Some(side)).unwrap_or(now);
            Some(to_milliseconds(clock.saturating_sub(now.saturating_sub(begun))))
        };
        Some(RoomClock {
            black: left(Color::Black)?,
            white: left(Color::White)?,
            increment: self.rules.clock?.increment.as_secs_f64(),
            running,
        })
    }

    fn result(&self) -> Option<RoomResult> {
        let ending = self.table.ending()?;
        let verdict = self.table.record().tags.result?;
        let result = match ResultInfo::from(verdict) {
            ResultInfo { score, ending: EndingInfo::Agreed } => {
                ResultInfo { score, ending: EndingInfo::Played }
            }
            result => result,
        };
        Some(RoomResult { result, winner: ending.winner(), text: ending.to_string() })
    }

    fn chair(&self, side: Color) -> Option<&Chair> {
        self.chairs[side as usize].as_ref()
    }

    fn free_chair(&self) -> Option<Color> {
        COLORS.into_iter().find(|&side| self.chair(side).is_none())
    }

    /// The side that a socket plays.
    pub(crate) fn side_of(&self, visitor: Visitor) -> Option<Color> {
        let sits = |chair: &Chair| chair.visitor == Some(visitor);
        COLORS.into_iter().find(|&side| self.chair(side).is_some_and(sits))
    }

    fn player(&self, visitor: Visitor) -> Result<Color, Refusal> {
        self.side_of(visitor).ok_or(Refusal::Watching)
    }

    /// When the turn began, in a game that goes on.
    fn playing(&self) -> Result<Duration, Refusal> {
        match self.turn {
            _ if self.table.ending().is_some() => Err(Refusal::Over),
            Some(begun) if self.free_chair().is_none() => Ok(begun),
            _ => Err(Refusal::NotBegun),
        }
    }

    /// Begins a game between those who sit there.
    fn begin(&mut self, now: Duration) {
        self.table = set_table(&self.rules, &self.chairs);
        self.offer = None;
        self.turn = Some(now);
        self.settle();
    }

    fn is_offered(&self, what: What, by: Color) -> bool {
        self.offer == Some(RoomOffer { what, by })
    }

    /// Does what was offered.
    fn agree(&mut self, now: Duration) {
        let Some(RoomOffer { what, by }) = self.offer.take() else { return };
        match what {
            What::Rematch => {
                self.chairs.swap(0, 1);
                self.round += 1;
                self.begin(now);
            }
            What::TakeBack => {
                let (Some(begun), Some(ply)) = (self.turn, self.last_turn(by)) else { return };
                self.table.charge(now.saturating_sub(begun));
                self.table.move_to(ply);
                self.turn = Some(now);
            }
        }
    }

    /// After how many moves it was this side's turn last, before now. What a room begins with is
    /// nobody's to take back.
    fn last_turn(&self, side: Color) -> Option<usize> {
        let game = self.table.game();
        let own =
            |&ply: &usize| game.positions()[ply].side() == side && game.moves()[ply] != Move::Pass;
        (self.rules.begin.ply()..game.ply()).rev().find(own)
    }

    /// Stops the clock of a game that has ended, which is then to be kept.
    fn settle(&mut self) {
        if self.table.ending().is_some() && self.turn.take().is_some() {
            self.offer = None;
            self.ended.push(self.table.record());
        }
        // What happened is in the state, which everybody is told.
        drop(self.table.take_events());
    }
}

/// A table for the game of a room.
fn set_table(rules: &Rules, chairs: &[Option<Chair>; 2]) -> Table {
    let time = rules.clock.map_or(TimeControl::Free, TimeControl::Clock);
    let terms = Terms { time, ..Terms::default() };
    let name = |chair: &Option<Chair>| chair.as_ref().map(|one| one.name.clone());
    let names = chairs.each_ref().map(|chair| name(chair).unwrap_or_default());
    Table::new(rules.begin.clone(), terms, names).with_persons([true, true])
}

/// Seconds, to a thousandth.
fn to_milliseconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}
