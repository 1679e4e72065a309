//! Counting with the AVX-512 kernels.

use obverse_tier::avx512 as hot;

use crate::kernel::avx512 as kernel;

#[path = "count.rs"]
pub(super) mod count;
