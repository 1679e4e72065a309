//! The fit with AVX2.

use obverse_tier::avx2 as hot;

#[path = "step.rs"]
pub(super) mod step;
