//! The worker's clock.

use std::time::Duration;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;
}

/// The time since the worker began.
pub(crate) fn now() -> Duration {
    // A browser's clock does not go backwards, but nothing here may depend on it.
    Duration::try_from_secs_f64(milliseconds() / 1e3).unwrap_or_default()
}
