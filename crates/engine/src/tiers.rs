//! The hot code of [`hot`](portable::hot), compiled once per instruction set.
//!
//! Everything that runs millions of times a second is written once, in `hot/`. In each copy `hot`
//! is the attribute, `kernel` finds moves and flips, and `eval_kernel` evaluates.
//! [`on_tier!`](obverse_rules::on_tier) chooses a copy, once a search.

obverse_rules::per_tier! {
    use obverse_tier as hot;
    use obverse_rules::kernel as kernel;
    use crate::eval::kernel as eval_kernel;
    #[path = "hot/mod.rs"]
    pub(crate) mod hot;
}
