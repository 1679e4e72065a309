//! The hot code with the NEON kernels.

use obverse_rules::kernel::neon as kernel;
use obverse_tier::neon as hot;

use crate::eval::kernel::portable as eval_kernel;

#[path = "../core/mod.rs"]
pub(crate) mod core;
