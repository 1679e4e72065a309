//! The weights that the program ships with.

use std::sync::{Arc, OnceLock};

use super::Weights;

static BYTES: &[u8] = include_bytes!("../../weights/obverse.weights");

impl Weights {
    /// The weights that the program ships with. Their tables are decoded when they are first used.
    pub fn embedded() -> Arc<Weights> {
        static DECODED: OnceLock<Arc<Weights>> = OnceLock::new();
        let decode = || Weights::from_static(BYTES).expect("a test reads the embedded weights");
        Arc::clone(DECODED.get_or_init(|| Arc::new(decode())))
    }

    /// Their file.
    pub fn embedded_bytes() -> &'static [u8] {
        BYTES
    }
}
