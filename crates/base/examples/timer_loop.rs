//! The least that any generator needs to keep a schedule: it sleeps until the next instant and looks at the clock, nothing else.
//! What it is late by is this machine's doing; `make bench` holds our own lag against it.
//!
//! `timer_loop RATE_PER_S SECONDS SEED` prints one JSON object: ns late at p50, p99 and p99.9, ns of processor time per instant.
#![allow(clippy::print_stdout, missing_docs)]

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock, tighten_timer_slack};
use plimsoll_base::random::{stream, unit};

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|word| word.parse::<f64>().ok());
    let mut next = || arguments.next().expect("a number: RATE_PER_S SECONDS SEED");
    let (rate, seconds, seed) = (next(), next(), next());
    let mut random = stream(seed as u64, "timer loop", 0);
    let clock = MonotonicClock;
    tighten_timer_slack();
    let start = clock.now() + Nanos(1_000_000);
    let mut late = Vec::with_capacity((2.0 * rate * seconds) as usize + 1000);
    let mut at = 0.0;
    while at < seconds * 1e9 {
        at += -(1.0 - unit(&mut random)).ln() * 1e9 / rate;
        let intended = start + Nanos(at as u64);
        let mut now = clock.now();
        if now < intended {
            clock.sleep_until(intended);
            now = clock.now();
        }
        late.push((now - intended).0);
    }
    let took = (clock.now() - start).as_secs_f64();
    late.sort_unstable();
    let share = |share: f64| late[((late.len() as f64 * share) as usize).min(late.len() - 1)];
    println!(
        "{{\"p50_ns\": {}, \"p99_ns\": {}, \"p99_9_ns\": {}, \"instants\": {}, \"seconds\": {took}}}",
        share(0.5),
        share(0.99),
        share(0.999),
        late.len()
    );
}
