//! Timing: medians of many runs, in milliseconds.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The median of repeated runs, after one that does not count. Runs until enough time has been spent.
pub fn median_ms<T>(mut run: impl FnMut() -> T) -> f64 {
    const LEAST_RUNS: usize = 9;
    const SPENT: Duration = Duration::from_millis(700);
    black_box(run());
    let mut times = Vec::new();
    let start = Instant::now();
    while times.len() < LEAST_RUNS || (start.elapsed() < SPENT && times.len() < 2000) {
        let run_start = Instant::now();
        black_box(run());
        times.push(run_start.elapsed());
    }
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}
