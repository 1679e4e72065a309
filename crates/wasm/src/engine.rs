//! What JavaScript sees.

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

/// The largest message that the page should send. It is the visitor's own memory.
const MESSAGE_BYTES: usize = 32 << 20;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn log_error(text: &str);

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

    /// Takes a message in, tells each reply, and returns after the last. A search cannot be stopped
    /// meanwhile: whoever does not want it any more ends the worker.
    pub fn receive(&mut self, message: &str, tell: &Function) {
        let deadline = now() + LONGEST_SEARCH;
        let stop = StopFlag::asking(move || now() >= deadline);
        self.worker.receive(message, &stop, &|reply| {
            // If whoever listens throws, that is in its own log.
            let _ = tell.tell(&JsValue::UNDEFINED, &reply.to_json());
        });
    }
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
