//! The solver with the AVX2 kernels.

use obverse_rules::kernel::avx2 as kernel;
use obverse_tier::avx2 as hot;

#[path = "solve.rs"]
pub(super) mod solve;
