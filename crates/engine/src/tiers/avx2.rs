//! The hot code with the AVX2 kernels.

use obverse_rules::kernel::avx2 as kernel;
use obverse_tier::avx2 as hot;

use crate::eval::kernel::avx2 as eval_kernel;

#[path = "../core/mod.rs"]
pub(crate) mod core;
