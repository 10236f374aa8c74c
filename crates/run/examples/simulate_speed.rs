//! How fast a simulated Run is, with its full record: closed load on the virtual clock, for a profiler and for counts of
//! instructions, which say the same on a busy machine.
//!
//! `cargo run --release -p plimsoll-run --example simulate_speed -- STACK.toml QUEUE_DEPTH VIRTUAL_TIME`, or without
//! arguments the two-element stack of the budget in simulated.rs. `perf stat -e instructions:u` over two lengths, divided
//! by the difference of their operations, leaves out what it takes to start.
#![allow(clippy::print_stdout)]

use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_run::Session;
use plimsoll_run::request::{ProbeRequest, SessionRequest};

/// A limit that does not bind in front of eight exponential servers: both elements work on every operation.
const TWO_ELEMENTS: &str = "[limit.policy]\nops_per_s = 1000000\n[device.disk]\nservers = 8\n\
    service = { distribution = \"exponential\", mean = \"200us\" }\n[volume.v]\nsize = \"1g\"\npath = [\"policy\", \"disk\"]\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let given = |index: usize, default: &str| arguments.get(index).cloned().unwrap_or_else(|| default.into());
    let own = std::env::temp_dir().join(format!("plimsoll-speed-{}.toml", std::process::id()));
    let stack = given(0, &own.to_string_lossy());
    if arguments.is_empty() {
        std::fs::write(&own, TWO_ELEMENTS)?;
    }
    let session = Session::open(&SessionRequest {
        target: format!("stack:{stack}"),
        on_virtual_clock: true,
        ..SessionRequest::default()
    });
    if arguments.is_empty() {
        std::fs::remove_file(&own)?;
    }
    let began = MonotonicClock.now();
    let record = session?.probe(&ProbeRequest {
        queue_depth: given(1, "32").parse().map(Some)?,
        warmup_for: Some("0s".into()),
        measure_for: Some(given(2, "100s")),
        seed: Some(1),
        ..ProbeRequest::default()
    })?;
    let took_ns = (MonotonicClock.now() - began).0 as f64;
    let count = record.record.measured.all.count as f64;
    println!("{count:.0} operations, {:.1} ns each, {:.2} million a second", took_ns / count, 1e3 * count / took_ns);
    Ok(())
}
