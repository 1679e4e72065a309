//! The solver with the plain Rust kernels.

use obverse_rules::kernel::portable as kernel;
use obverse_tier::portable as hot;

#[path = "solve.rs"]
pub(super) mod solve;
