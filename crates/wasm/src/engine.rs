//! What JavaScript sees.

use std::sync::Mutex;
use std::time::Duration;

use obverse_answers::message::{self, LimitsInfo, Services};
use obverse_answers::{Reply, Worker};
use obverse_engine::book::Book;
use obverse_engine::eval::Weights;
use obverse_engine::{Options, StopFlag, TimeSource, bench};
use obverse_players::Maker;
use obverse_rules::Tier;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::clock::now;

/// The longest that one search may take.
const LONGEST_SEARCH: Duration = Duration::from_mins(1);

/// How long a search runs before the worker hears what was said to it meanwhile.
const SLICE: Duration = Duration::from_millis(12);

/// The largest message that the page should send. It is the visitor's own memory.
const MESSAGE_BYTES: usize = 32 << 20;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn log_error(text: &str);

    /// Lets the worker hear what was said to it; whether the search is to end. Where a module can be
    /// suspended the search is, meanwhile; elsewhere nothing is heard (`web/site/engine-worker.js`).
    #[wasm_bindgen(js_name = pauseSearch)]
    fn pause() -> bool;

    /// A function of JavaScript's.
    #[derive(Debug)]
    pub type Function;

    #[wasm_bindgen(method, catch, js_name = call)]
    fn tell(this: &Function, context: &JsValue, reply: &str) -> Result<(), JsValue>;
}

/// An engine that answers a page's messages.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine {
    worker: Worker,
    hello: String,
}

#[wasm_bindgen]
impl Engine {
    /// An engine with a transposition table of so many megabytes, for which there is memory only
    /// as it is used. Chance begins with the seed.
    #[wasm_bindgen(constructor)]
    pub fn new(hash_mb: u32, seed: f64) -> Engine {
        std::panic::set_hook(Box::new(|panic| log_error(&panic.to_string())));
        fastrand::seed(seed.to_bits());
        let hash_mb = hash_mb.max(1) as usize;
        let book = Some(Book::embedded());
        let maker = Maker {
            engine: Options { hash_mb, book, ..Options::new(TimeSource::new(now)) },
            classic_memory: Some(hash_mb << 20),
            ..Maker::default()
        };
        let limits = LimitsInfo { seconds: LONGEST_SEARCH.as_secs_f64(), bytes: MESSAGE_BYTES };
        let hello = Reply::hello(message::players(&maker), limits, Services::default()).to_json();
        Engine { worker: Worker::new(maker), hello }
    }

    /// The first message to the page.
    pub fn hello(&self) -> String {
        self.hello.clone()
    }

    /// Takes a message in, tells each reply, and returns after the last. Several times a second a
    /// search pauses, and ends there if that is wanted.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "JavaScript keeps what is lent for as long as a call takes, and a search that pauses has returned to it"
    )]
    pub fn receive(&mut self, message: &str, tell: Function) {
        self.worker.receive(message, &stop_flag(), &|reply| {
            // If whoever listens throws, that is in its own log.
            let _ = tell.tell(&JsValue::UNDEFINED, &reply.to_json());
        });
    }
}

/// The flag of a search that begins now: raised where the page says so in a pause, or after the longest
/// time.
fn stop_flag() -> StopFlag {
    let begun = now();
    let next_pause = Mutex::new(begun + SLICE);
    StopFlag::asking(move || {
        let time = now();
        // Nobody else has it: there is one thread.
        let Ok(mut next_pause) = next_pause.try_lock() else { return false };
        if time < *next_pause {
            return false;
        }
        let is_stopped = pause();
        *next_pause = now() + SLICE;
        is_stopped || time >= begun + LONGEST_SEARCH
    })
}

/// The node counts of the fixed searches, as `obverse bench signature --json` prints them, by this
/// module's instruction set.
#[wasm_bindgen]
pub fn signature() -> String {
    let tier = Tier::detect();
    let begun = now();
    let nodes = bench::signature(tier, Some(Weights::embedded()));
    let other_boards = bench::other_boards_signature(tier);
    let seconds = now().saturating_sub(begun).as_secs_f64();
    format!(
        r#"{{"signature":{nodes},"other_boards":{other_boards},"tier":"{tier}","seconds":{seconds}}}"#
    )
}
