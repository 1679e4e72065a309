//! The fit for every machine.

use obverse_tier::portable as hot;

#[path = "step.rs"]
pub(super) mod step;
