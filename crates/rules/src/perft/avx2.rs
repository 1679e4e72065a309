//! Counting with the AVX2 kernels.

use obverse_tier::avx2 as hot;

use crate::kernel::avx2 as kernel;

#[path = "count.rs"]
pub(super) mod count;
