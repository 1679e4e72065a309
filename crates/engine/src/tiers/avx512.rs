//! The hot code with the AVX-512 kernels.

use obverse_rules::kernel::avx512 as kernel;
use obverse_tier::avx512 as hot;

// Wider registers do nothing for it: the time goes into fetching rows.
use crate::eval::kernel::avx2 as eval_kernel;

#[path = "../core/mod.rs"]
pub(crate) mod core;
