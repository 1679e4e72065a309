//! The hot code with the AVX-512 kernels.

use obverse_rules::kernel::avx512 as kernel;
use obverse_tier::avx512 as hot;

// There is no wider one: most of its time goes into fetching rows.
use crate::eval::kernel::avx2 as eval_kernel;

#[path = "../core/mod.rs"]
pub(crate) mod core;
