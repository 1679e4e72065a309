//! The hot code with the plain Rust kernels.

use obverse_rules::kernel::portable as kernel;
use obverse_tier::portable as hot;

use crate::eval::kernel::portable as eval_kernel;

#[path = "../core/mod.rs"]
pub(crate) mod core;
