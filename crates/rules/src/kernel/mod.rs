//! The inner loops of the 8×8 board, once per instruction set.
//!
//! Squares are numbered row by row from `a1` (bit 0) to `h8` (bit 63). Every kernel module has
//! the same functions with the same results; [`portable`] is the reference. Code that calls a
//! kernel millions of times is compiled once per tier with the attributes of `obverse-tier` and
//! chooses its copy once, by [`Tier`].

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
mod last;
#[cfg(target_arch = "aarch64")]
pub mod neon;
pub mod portable;
mod rays;

pub use last::{COUNTS, LINES, Lines};
pub use rays::{RAYS, Rays};

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// An instruction set that this program has kernels for and this machine can run.
///
/// There is no way to make a value of a tier that the machine lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tier(Kind);

/// The tiers by name, for a `match` where a copy of hot code is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Plain Rust for the target's baseline.
    Portable,
    /// x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// x86-64 with the above and AVX-512 F, BW, CD, DQ and VL.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 64-bit ARM with NEON, which all of them have.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// A tier that does not exist or that this machine lacks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no tier `{0}` on this machine: it has {available}", available = Tier::names())]
pub struct TierError(String);

impl Tier {
    /// The tier that runs everywhere.
    pub const PORTABLE: Tier = Tier(Kind::Portable);

    /// The fastest tier of this machine.
    pub fn detect() -> Tier {
        *Tier::available().last().expect("the portable tier is always there")
    }

    /// Every tier of this machine, slowest first.
    pub fn available() -> Vec<Tier> {
        let mut tiers = vec![Tier::PORTABLE];
        #[cfg(target_arch = "aarch64")]
        tiers.push(Tier(Kind::Neon));
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            tiers.push(Tier(Kind::Avx2));
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
            {
                tiers.push(Tier(Kind::Avx512));
            }
        }
        tiers
    }

    /// Which tier it is.
    pub const fn kind(self) -> Kind {
        self.0
    }

    /// Its name, as `OBVERSE_TIER` takes it.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => "neon",
        }
    }

    fn names() -> String {
        Tier::available().iter().map(|tier| tier.name()).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Tier {
    type Err = TierError;

    fn from_str(name: &str) -> Result<Tier, TierError> {
        Tier::available()
            .into_iter()
            .find(|tier| tier.name() == name)
            .ok_or_else(|| TierError(name.chars().take(20).collect()))
    }
}
