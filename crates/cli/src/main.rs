//! The `obverse` binary.
use obverse_rules::{Passes, Position, Size, Tier, perft_threaded};
fn main() {
    let a: Vec<usize> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let t = std::time::Instant::now();
    let n = perft_threaded(
        &Position::start(Size::new(a[0]).unwrap()),
        a[1] as u32,
        Passes::Ply,
        Tier::detect(),
        a[2],
    );
    println!("{n} {:?} {:.1} M/s", t.elapsed(), n as f64 / t.elapsed().as_secs_f64() / 1e6);
}
