//! Rooms in which two people play: who may open one, who is in which, and when one is forgotten.

mod room;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use obverse_answers::asked::About;
use obverse_answers::question::{ClockSeconds, QuestionError};
use obverse_answers::room::{
    AnswerOffer, Invite, Join, Offer, Play, RoomInfo, RoomQuestion, SideWanted,
};
use obverse_engine::Clock;
use obverse_records::Record;
use obverse_rules::Color;
use tokio::sync::watch;
use tokio::time::timeout;

use self::room::{Refusal, Room, Rules, Visitor};
use crate::client::ClientId;
use crate::config::RoomLimits;

/// The letters of a name that a room shows.
const LONGEST_NAME: usize = 40;
/// The longest clock, and the longest increment.
const LONGEST_CLOCK: Duration = Duration::from_hours(24);
/// How long is waited for news of a room in which no clock runs, before its clock is looked at again.
const NO_FLAG: Duration = Duration::from_hours(1);
/// What somebody without a name is called.
const NO_NAME: &str = "Guest";

/// Every room.
#[derive(Debug)]
pub(crate) struct Rooms {
    limits: RoomLimits,
    begun: Instant,
    open: Mutex<Hall>,
}

#[derive(Debug, Default)]
struct Hall {
    rooms: HashMap<String, Open>,
    visitors: u64,
}

/// A room and what the hall knows about it.
#[derive(Debug)]
struct Open {
    room: Room,
    /// Who opened it.
    client: ClientId,
    /// When somebody came, went or did something last.
    touched: Duration,
    /// Grows with every change.
    news: watch::Sender<u64>,
}

/// Why nothing comes of what somebody wants.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl Refused {
    /// There is no room in which anything could be done.
    pub(crate) fn nowhere() -> Refused {
        Refusal::Nowhere.into()
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused { code: refusal.code(), message: refusal.to_string() }
    }
}

impl From<QuestionError> for Refused {
    fn from(error: QuestionError) -> Refused {
        Refused { code: "bad-question", message: error.to_string() }
    }
}

fn too_many(message: String) -> Refused {
    Refused { code: "busy", message }
}

/// A socket in a room. Dropped, it has gone.
#[derive(Debug)]
pub(crate) struct Visit {
    rooms: Arc<Rooms>,
    id: String,
    visitor: Visitor,
    news: watch::Receiver<u64>,
}

impl Rooms {
    pub(crate) fn new(limits: RoomLimits) -> Rooms {
        Rooms { limits, begun: Instant::now(), open: Mutex::default() }
    }

    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn lock(&self) -> MutexGuard<'_, Hall> {
        // Nothing panics while a room is halfway through a change.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a room for a client.
    pub(crate) fn invite(
        self: &Arc<Rooms>,
        client: ClientId,
        invite: &About<Invite>,
    ) -> Result<(Visit, RoomInfo), Refused> {
        let About { played, asked } = invite;
        let begin = played.game()?;
        if begin.is_over() {
            return Err(QuestionError::Over.into());
        }
        let clock = asked.clock.map(clock).transpose()?;
        let rules = Rules { begin, clock, most_watching: self.limits.watching };
        let is_black = match asked.side {
            SideWanted::Black => true,
            SideWanted::White => false,
            SideWanted::Random => secret_bit()?,
        };
        let side = if is_black { Color::Black } else { Color::White };
        let (id, token) = (secret()?, secret()?);
        let now = self.now();
        let mut hall = self.lock();
        hall.forget(&self.limits, now);
        hall.check(&self.limits, client)?;
        let visitor = hall.visitor();
        let room = Room::new(rules, side, visitor, shown(asked.name.as_deref()), token.clone());
        let (news, inbox) = watch::channel(0);
        let info = RoomInfo { token: Some(token), ..room.view(&id, visitor, now) };
        hall.rooms.insert(id.clone(), Open { room, client, touched: now, news });
        drop(hall);
        Ok((Visit { rooms: Arc::clone(self), id, visitor, news: inbox }, info))
    }

    /// Comes to a room; the games that have ended meanwhile come with it.
    pub(crate) fn join(
        self: &Arc<Rooms>,
        join: &Join,
    ) -> Result<(Visit, RoomInfo, Vec<Record>), Refused> {
        let new_token = secret()?;
        let now = self.now();
        let mut hall = self.lock();
        hall.forget(&self.limits, now);
        let visitor = hall.visitor();
        let open = hall.rooms.get_mut(&join.room).ok_or(Refusal::NoRoom)?;
        open.room.tick(now);
        let token = if let Some(token) = &join.token {
            open.room.come_back(visitor, token)?;
            Some(token.clone())
        } else {
            let name = shown(join.name.as_deref());
            let sits = open.room.join(visitor, name, &new_token, join.watch, now)?;
            sits.then_some(new_token)
        };
        let info = RoomInfo { token, ..open.room.view(&join.room, visitor, now) };
        let ended = open.changed(now);
        let news = open.news.subscribe();
        drop(hall);
        let visit = Visit { rooms: Arc::clone(self), id: join.room.clone(), visitor, news };
        Ok((visit, info, ended))
    }
}

impl Hall {
    fn visitor(&mut self) -> Visitor {
        self.visitors += 1;
        Visitor(self.visitors)
    }

    /// Forgets rooms where nothing has happened for long.
    fn forget(&mut self, limits: &RoomLimits, now: Duration) {
        self.rooms.retain(|_, open| {
            let longest = if open.room.is_deserted() { limits.deserted } else { limits.idle };
            now.saturating_sub(open.touched) < longest
        });
    }

    /// Whether a client may open another room.
    fn check(&self, limits: &RoomLimits, client: ClientId) -> Result<(), Refused> {
        let own = self.rooms.values().filter(|open| open.client == client).count();
        if own >= limits.rooms_of_client {
            return Err(too_many(format!("{own} of your rooms are open already")));
        }
        let all = self.rooms.len();
        if all >= limits.rooms {
            return Err(too_many(format!("{all} rooms are open already")));
        }
        Ok(())
    }
}

impl Open {
    /// Tells everybody that something has changed; the games that have ended.
    fn changed(&mut self, now: Duration) -> Vec<Record> {
        self.touched = now;
        self.news.send_modify(|number| *number += 1);
        self.room.take_ended()
    }
}

impl Visit {
    /// Does what somebody in the room wants. What the room looks like then, and the games that
    /// have ended.
    pub(crate) fn act(
        &mut self,
        question: &RoomQuestion,
    ) -> Result<(RoomInfo, Vec<Record>), Refused> {
        let now = self.rooms.now();
        let mut hall = self.rooms.lock();
        let open = hall.rooms.get_mut(&self.id).ok_or(Refusal::NoRoom)?;
        let (room, visitor) = (&mut open.room, self.visitor);
        let done = match question {
            RoomQuestion::Move(Play { mv, ply, .. }) => {
                let mv = mv.parse().map_err(|error| Refusal::Illegal(format!("{error}")))?;
                room.play(visitor, mv, *ply, now)
            }
            RoomQuestion::Offer(Offer { what, .. }) => room.offer(visitor, *what, now),
            RoomQuestion::Answer(AnswerOffer { accept, .. }) => room.answer(visitor, *accept, now),
            RoomQuestion::Resign(_) => room.resign(visitor, now),
            RoomQuestion::Invite(_) | RoomQuestion::Join(_) | RoomQuestion::Leave(_) => {
                Err(Refusal::Nowhere)
            }
        };
        let info = room.view(&self.id, visitor, now);
        // A flag may have fallen, whatever was wanted.
        let ended =
            if done.is_ok() || info.result.is_some() { open.changed(now) } else { Vec::new() };
        // While nobody else can change the room: a later change is news.
        self.news.mark_unchanged();
        drop(hall);
        match done {
            Err(refusal) if ended.is_empty() => Err(refusal.into()),
            // A flag has fallen: the others are told by the news, and this one by the answer.
            Ok(()) | Err(_) => Ok((info, ended)),
        }
    }

    /// Waits until the room has changed or a flag has fallen. What it looks like then, and the games
    /// that have ended; nothing if the room is forgotten.
    pub(crate) async fn next(&mut self) -> Option<(RoomInfo, Vec<Record>)> {
        loop {
            let wait = self.flag_falls().unwrap_or(NO_FLAG);
            match timeout(wait, self.news.changed()).await {
                Ok(Ok(())) => return self.look(false),
                // The room is forgotten.
                Ok(Err(_)) => return None,
                // Another socket of the room may have told of the flag first.
                Err(_) => {
                    if let Some((info, ended)) = self.look(true)
                        && info.result.is_some()
                    {
                        return Some((info, ended));
                    }
                }
            }
        }
    }

    /// How long until a flag falls.
    fn flag_falls(&self) -> Option<Duration> {
        let now = self.rooms.now();
        let hall = self.rooms.lock();
        let falls = hall.rooms.get(&self.id)?.room.flag_falls()?;
        Some(falls.saturating_sub(now))
    }

    fn look(&mut self, is_flag: bool) -> Option<(RoomInfo, Vec<Record>)> {
        let now = self.rooms.now();
        let mut hall = self.rooms.lock();
        let open = hall.rooms.get_mut(&self.id)?;
        open.room.tick(now);
        let info = open.room.view(&self.id, self.visitor, now);
        let ended = if is_flag && info.result.is_some() {
            open.changed(now)
        } else {
            open.room.take_ended()
        };
        self.news.mark_unchanged();
        drop(hall);
        Some((info, ended))
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let now = self.rooms.now();
        if let Some(open) = self.rooms.lock().rooms.get_mut(&self.id) {
            open.room.leave(self.visitor);
            open.touched = now;
            open.news.send_modify(|number| *number += 1);
        }
    }
}

/// A clock that people play with.
fn clock(seconds: ClockSeconds) -> Result<Clock, Refused> {
    let clock = Clock::try_from(seconds)?;
    if clock.remaining.max(clock.increment) > LONGEST_CLOCK {
        let message = "a clock has a day at most, and so has its increment".to_owned();
        return Err(Refused { code: "bad-question", message });
    }
    Ok(clock)
}

/// A text that nobody guesses: 128 bits of chance.
fn secret() -> Result<String, Refused> {
    let mut bytes = [0; 16];
    random(&mut bytes)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

fn secret_bit() -> Result<bool, Refused> {
    let mut byte = [0];
    random(&mut byte)?;
    Ok(byte[0] & 1 == 0)
}

fn random(bytes: &mut [u8]) -> Result<(), Refused> {
    getrandom::fill(bytes).map_err(|error| {
        tracing::error!(%error, "the system gives no random numbers");
        Refused { code: "failed", message: "the log says more".to_owned() }
    })
}

/// A name as a room shows it: on one line, not long, and without signs that turn the text around it.
fn shown(name: Option<&str>) -> String {
    let is_sign = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let letters = name.unwrap_or_default().chars().filter(|&letter| !is_sign(letter));
    let short: String = letters.take(LONGEST_NAME).collect();
    let short = short.trim();
    if short.is_empty() { NO_NAME.to_owned() } else { short.to_owned() }
}
