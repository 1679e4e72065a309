//! The hot code of [`core`](portable::core), compiled once per instruction set.
//!
//! Everything that runs millions of times a second is written once, in `core/`, and included
//! here under parents that give `hot` and `kernel` their meaning. [`on_tier!`] chooses a copy,
//! once a search.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
pub(crate) mod portable;

/// Calls a function of `core` in the copy for a tier.
macro_rules! on_tier {
    ($tier:expr, $($path:ident)::+ ( $($argument:expr),* $(,)? )) => {
        match $tier.kind() {
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code)]
            // SAFETY: a `Tier` of this kind exists only where the machine has its features.
            obverse_rules::kernel::Kind::Avx2 => unsafe {
                $crate::tiers::avx2::core::$($path)::+($($argument),*)
            },
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code)]
            // SAFETY: as above.
            obverse_rules::kernel::Kind::Avx512 => unsafe {
                $crate::tiers::avx512::core::$($path)::+($($argument),*)
            },
            #[cfg(target_arch = "aarch64")]
            #[expect(unsafe_code)]
            // SAFETY: as above.
            obverse_rules::kernel::Kind::Neon => unsafe {
                $crate::tiers::neon::core::$($path)::+($($argument),*)
            },
            _ => $crate::tiers::portable::core::$($path)::+($($argument),*),
        }
    };
}
pub(crate) use on_tier;
