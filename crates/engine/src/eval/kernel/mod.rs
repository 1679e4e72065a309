//! The inner loops of the evaluation, once per instruction set.
//!
//! Every kernel module has the same functions with the same results, to the last bit, because
//! all arithmetic is in integers; [`portable`] is the reference.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod simd128;

// There is no wider one: most of the time goes into fetching rows.
#[cfg(target_arch = "x86_64")]
pub use avx2 as avx512;
#[cfg(target_arch = "aarch64")]
pub use portable as neon;
