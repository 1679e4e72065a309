//! Kernels for 64-bit ARM: two directions in the lanes of one register.
//!
//! Every 64-bit ARM machine has NEON, so nothing has to be detected.

use std::arch::aarch64::{
    int64x2_t, uint64x2_t, vaddq_u64, vandq_u64, vbicq_u64, vceqzq_u64, vcombine_s64, vcombine_u64,
    vcreate_s64, vcreate_u64, vdupq_n_u64, vgetq_lane_u64, vnegq_s64, vornq_u64, vorrq_u64,
    vshlq_u64, vsubq_u64,
};

use obverse_tier::neon as hot;

use super::RAYS;

pub use super::portable::{Spread, gather, last_flips, spread, toggled, with};

/// See [`portable::moves`](super::portable::moves).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn moves(player: u64, opponent: u64) -> u64 {
    let inner = opponent & 0x7e7e7e7e7e7e7e7e;
    let reached = vorrq_u64(
        both_ways(player, pair(inner, inner), shifts(1, 7)),
        both_ways(player, pair(opponent, inner), shifts(8, 9)),
    );
    or_lanes(reached) & !(player | opponent)
}

#[inline]
#[hot]
fn both_ways(player: u64, through: uint64x2_t, up_by: int64x2_t) -> uint64x2_t {
    let own = vdupq_n_u64(player);
    let down_by = vnegq_s64(up_by);
    let step = |set, by, through| vorrq_u64(set, vandq_u64(through, vshlq_u64(set, by)));
    let mut up = vandq_u64(through, vshlq_u64(own, up_by));
    let mut down = vandq_u64(through, vshlq_u64(own, down_by));
    up = step(up, up_by, through);
    down = step(down, down_by, through);
    let pairs_up = vandq_u64(through, vshlq_u64(through, up_by));
    let pairs_down = vshlq_u64(pairs_up, down_by);
    for _ in 0..2 {
        up = vorrq_u64(up, vandq_u64(pairs_up, vshlq_u64(vshlq_u64(up, up_by), up_by)));
        down = vorrq_u64(down, vandq_u64(pairs_down, vshlq_u64(vshlq_u64(down, down_by), down_by)));
    }
    vorrq_u64(vshlq_u64(up, up_by), vshlq_u64(down, down_by))
}

/// See [`portable::flips`](super::portable::flips).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn flips(square: u32, player: u64, opponent: u64) -> u64 {
    let rays = &RAYS[square as usize & 63];
    let (up, down) = (&rays.up, &rays.down);
    let flipped = vorrq_u64(
        vorrq_u64(
            upwards(pair(up[0], up[1]), player, opponent),
            upwards(pair(up[2], up[3]), player, opponent),
        ),
        vorrq_u64(
            downwards(pair(down[0], down[1]), shifts(-1, -7), player, opponent),
            downwards(pair(down[2], down[3]), shifts(-8, -9), player, opponent),
        ),
    );
    or_lanes(flipped)
}

/// See [`portable::spread_flips`](super::portable::spread_flips).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn spread_flips(square: u32, player: Spread, opponent: Spread) -> Spread {
    flips(square, player, opponent)
}

/// A carry runs through the opponent's discs and stops at the end of their line.
#[inline]
#[hot]
fn upwards(ray: uint64x2_t, player: u64, opponent: u64) -> uint64x2_t {
    let one = vdupq_n_u64(1);
    let blocked = vornq_u64(vdupq_n_u64(opponent), ray);
    let end = vandq_u64(vaddq_u64(blocked, one), vandq_u64(vdupq_n_u64(player), ray));
    // One less than the end where there is one, and zero, not −1, where there is none.
    let below_end = vsubq_u64(vsubq_u64(end, one), vceqzq_u64(end));
    vandq_u64(below_end, ray)
}

/// Everything beyond the first square that is not the opponent's is smeared over.
#[inline]
#[hot]
fn downwards(ray: uint64x2_t, by: int64x2_t, player: u64, opponent: u64) -> uint64x2_t {
    let mut beyond = vbicq_u64(ray, vdupq_n_u64(opponent));
    let once = |set| vshlq_u64(set, by);
    let twice = |set| once(once(set));
    beyond = vorrq_u64(beyond, once(beyond));
    beyond = vorrq_u64(beyond, twice(beyond));
    beyond = vorrq_u64(beyond, twice(twice(beyond)));
    let first = vandq_u64(vbicq_u64(beyond, once(beyond)), ray);
    let open = vceqzq_u64(vandq_u64(first, vdupq_n_u64(player)));
    vbicq_u64(vbicq_u64(ray, beyond), open)
}

#[inline]
#[hot]
fn pair(low: u64, high: u64) -> uint64x2_t {
    vcombine_u64(vcreate_u64(low), vcreate_u64(high))
}

#[inline]
#[hot]
fn shifts(low: i64, high: i64) -> int64x2_t {
    vcombine_s64(vcreate_s64(low as u64), vcreate_s64(high as u64))
}

#[inline]
#[hot]
fn or_lanes(lanes: uint64x2_t) -> u64 {
    vgetq_lane_u64::<0>(lanes) | vgetq_lane_u64::<1>(lanes)
}
