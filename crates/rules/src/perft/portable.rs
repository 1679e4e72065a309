//! Counting with the plain Rust kernels.

use obverse_tier::portable as hot;

use crate::kernel::portable as kernel;

#[path = "count.rs"]
pub(super) mod count;
