//! Instruction sets, and code that is compiled once for each of them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// An instruction set that this program has kernels for and this machine can run.
///
/// There is no way to make a value of a tier that the machine lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tier(TierKind);

/// The tiers by name: [`on_tier!`](crate::on_tier) chooses a copy of hot code by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TierKind {
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
    /// Wasm with 128-bit vectors, where all of the program was compiled for them: a module that
    /// has them somewhere does not even load elsewhere.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

/// A tier that does not exist or that this machine lacks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no tier `{0}` on this machine: it has {available}", available = Tier::names())]
pub struct TierError(String);

impl Tier {
    /// The tier that runs everywhere.
    pub const PORTABLE: Tier = Tier(TierKind::Portable);

    /// The fastest tier of this machine.
    pub fn detect() -> Tier {
        *Tier::available().last().expect("the portable tier is always there")
    }

    /// Every tier of this machine, slowest first.
    pub fn available() -> Vec<Tier> {
        // On a machine with no other tier nothing is added.
        #[allow(unused_mut)]
        let mut tiers = vec![Tier::PORTABLE];
        #[cfg(target_arch = "aarch64")]
        tiers.push(Tier(TierKind::Neon));
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        tiers.push(Tier(TierKind::Simd128));
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            tiers.push(Tier(TierKind::Avx2));
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
            {
                tiers.push(Tier(TierKind::Avx512));
            }
        }
        tiers
    }

    /// Which tier it is.
    pub const fn kind(self) -> TierKind {
        self.0
    }

    /// Its name, as `OBVERSE_TIER` takes it.
    pub const fn name(self) -> &'static str {
        match self.0 {
            TierKind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            TierKind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            TierKind::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            TierKind::Neon => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            TierKind::Simd128 => "simd128",
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

/// Compiles a module once per tier of the target.
///
/// In each copy the names before the module mean what their parent has under the tier's name. The
/// functions of the module carry `#[hot]`, so that the whole recursion has the tier's features and
/// not only the kernels at its leaves: see `obverse-tier`. The module's code finds the names by
/// `use super::{hot, kernel};`.
///
/// ```text
/// per_tier! {
///     use obverse_tier as hot;
///     use obverse_rules::kernel as kernel;
///     #[path = "count.rs"]
///     pub(crate) mod count;
/// }
/// let leaves = on_tier!(tier, self => count::count(player, opponent, depth));
/// ```
#[macro_export]
macro_rules! per_tier {
    (
        $(use $($parent:ident)::+ as $name:ident;)*
        #[path = $path:literal]
        $visibility:vis mod $module:ident;
    ) => {
        $crate::per_tier!(@ portable [$($($parent)::+ => $name)*] $path $visibility mod $module);
        #[cfg(target_arch = "x86_64")]
        $crate::per_tier!(@ avx2 [$($($parent)::+ => $name)*] $path $visibility mod $module);
        #[cfg(target_arch = "x86_64")]
        $crate::per_tier!(@ avx512 [$($($parent)::+ => $name)*] $path $visibility mod $module);
        #[cfg(target_arch = "aarch64")]
        $crate::per_tier!(@ neon [$($($parent)::+ => $name)*] $path $visibility mod $module);
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        $crate::per_tier!(@ simd128 [$($($parent)::+ => $name)*] $path $visibility mod $module);
    };
    (
        @ $tier:ident [$($($parent:ident)::+ => $name:ident)*]
        $path:literal $visibility:vis mod $module:ident
    ) => {
        // The path is relative to the file that declares the tiers.
        #[path = "."]
        $visibility mod $tier {
            $(use $($parent)::+::$tier as $name;)*
            #[path = $path]
            $visibility mod $module;
        }
    };
}

/// Calls the copy for a tier of a function that [`per_tier!`](crate::per_tier) has compiled.
///
/// Before the arrow stands the module that declares the tiers, after it the call. The call is
/// trusted: the function's only condition must be that the machine has the tier's features.
#[macro_export]
macro_rules! on_tier {
    (
        $tier:expr, $($parent:ident)::+ => $($function:ident)::+ ($($argument:expr),* $(,)?)
    ) => {
        match $tier.kind() {
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, unused_unsafe, clippy::macro_metavars_in_unsafe)]
            // SAFETY: a `Tier` of this kind exists only where the machine has its features.
            $crate::kernel::TierKind::Avx2 => unsafe {
                $($parent)::+::avx2::$($function)::+($($argument),*)
            },
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, unused_unsafe, clippy::macro_metavars_in_unsafe)]
            // SAFETY: as above.
            $crate::kernel::TierKind::Avx512 => unsafe {
                $($parent)::+::avx512::$($function)::+($($argument),*)
            },
            #[cfg(target_arch = "aarch64")]
            #[allow(unsafe_code, unused_unsafe, clippy::macro_metavars_in_unsafe)]
            // SAFETY: as above.
            $crate::kernel::TierKind::Neon => unsafe {
                $($parent)::+::neon::$($function)::+($($argument),*)
            },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            #[allow(unsafe_code, unused_unsafe, clippy::macro_metavars_in_unsafe)]
            // SAFETY: as above.
            $crate::kernel::TierKind::Simd128 => unsafe {
                $($parent)::+::simd128::$($function)::+($($argument),*)
            },
            _ => $($parent)::+::portable::$($function)::+($($argument),*),
        }
    };
}
