//! What it takes to write an operation down: the budget at the top of recorder.rs.
//!
//! `cargo run --release -p plimsoll-measure --example record_speed [ROUNDS]` prints ns an operation, the least of so many rounds
//! of a million: reads and writes by turns, latencies around 100 µs. To hold two versions against each other, build both
//! and run them by turns.
#![allow(clippy::print_stdout)]

use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::random::{stream, unit};
use plimsoll_base::{Nanos, OpKind};
use plimsoll_measure::recorder::{Due, Grid, Instants, Part, PartExchange, Recorder};

const OPERATIONS: u64 = 1_000_000;

struct Never;
impl PartExchange for Never {
    fn exchange(&mut self, part: &mut Box<Part>, _required: bool) -> bool {
        part.clear();
        true
    }
}
impl Due for Never {
    fn due_until(&mut self, _until: Nanos) -> u64 {
        0
    }
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(20_u32);
    let second = Nanos(1_000_000_000);
    let grid = Grid { run_start: Nanos(0), measure_start: Nanos(0), interval: second, tick: Nanos(10_000_000) };
    let mut random = stream(1, "record speed", 0);
    let spans: Vec<u64> = (0..4096).map(|_| (100_000.0 * -(1.0 - unit(&mut random)).ln()) as u64 + 20_000).collect();
    let clock = MonotonicClock;
    let mut least = f64::INFINITY;
    for _ in 0..rounds {
        let part = Recorder::<Never>::parts([true, true, false, false], &grid, 1).remove(0);
        let objective = "p99 <= 1ms".parse().ok();
        let mut recorder = Recorder::new(part, Never, grid, objective.as_ref(), Nanos(3600 * second.0));
        let began = clock.now();
        for number in 0..OPERATIONS {
            let kind = if number % 2 == 0 { OpKind::Read } else { OpKind::Write };
            let submitted = Nanos(number * 500);
            let completed = submitted + Nanos(spans[number as usize % spans.len()]);
            let at = Instants {
                intended: submitted,
                ready: submitted,
                submitted,
                submit_returned: None,
                completed,
                disturbed: false,
                later_by_at_most: Nanos::ZERO,
            };
            recorder.advance(submitted, &mut Never);
            recorder.record_completion(kind, &at, Ok(4096));
        }
        least = least.min((clock.now() - began).0 as f64 / OPERATIONS as f64);
        std::hint::black_box(recorder.finish(Nanos(OPERATIONS * 500), &mut Never).0);
    }
    println!("{least:.2} ns an operation");
}
