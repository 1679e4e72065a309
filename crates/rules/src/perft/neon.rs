//! Counting with the NEON kernels.

use obverse_tier::neon as hot;

use crate::kernel::neon as kernel;

#[path = "count.rs"]
pub(super) mod count;
