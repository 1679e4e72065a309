//! Attributes that compile one function for several instruction sets.
//!
//! Hot code is written once, in a module whose functions all carry `#[hot]`. The macro `per_tier!`
//! of `obverse-rules` includes that module once per instruction set, and in each copy `hot` is
//! another of these attributes. A function that enables a target feature is inlined only into
//! functions that enable it too, so the whole recursion has to carry the attribute, not only the
//! kernels at its leaves. `on_tier!` chooses between the copies once, at the root of a search.

use proc_macro::TokenStream;

/// Leaves the function as it is: the baseline of the target.
#[proc_macro_attribute]
pub fn portable(_arguments: TokenStream, function: TokenStream) -> TokenStream {
    function
}

/// Compiles the function for x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[proc_macro_attribute]
pub fn avx2(_arguments: TokenStream, function: TokenStream) -> TokenStream {
    with_features("avx2,bmi1,bmi2,lzcnt,popcnt", function)
}

/// Compiles the function for x86-64 with what [`avx2`] has and the parts of AVX-512 that all
/// processors since 2019 have which have any.
#[proc_macro_attribute]
pub fn avx512(_arguments: TokenStream, function: TokenStream) -> TokenStream {
    let features = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl";
    with_features(features, function)
}

/// Compiles the function for 64-bit ARM with NEON.
#[proc_macro_attribute]
pub fn neon(_arguments: TokenStream, function: TokenStream) -> TokenStream {
    with_features("neon", function)
}

/// Compiles the function for wasm with 128-bit vectors.
#[proc_macro_attribute]
pub fn simd128(_arguments: TokenStream, function: TokenStream) -> TokenStream {
    with_features("simd128", function)
}

fn with_features(features: &str, function: TokenStream) -> TokenStream {
    let mut marked: TokenStream =
        format!("#[target_feature(enable = \"{features}\")]").parse().expect("valid tokens");
    marked.extend(function);
    marked
}

/// The README's code, compiled with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
