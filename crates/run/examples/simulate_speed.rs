//! How fast a simulated Run is, with its full record: closed load on the virtual clock, for a profiler and for counts of
//! instructions, which say the same on a busy machine.
//!
//! `cargo run --release -p plimsoll-run --example simulate_speed -- STACK.toml QUEUE_DEPTH VIRTUAL_TIME [NAME.KEY=VALUE…]`,
//! or without arguments the two-element stack of the budget in simulation.rs; the queue depth 0 is the described one.
//! Processor time is this thread's, of the Run alone: opening the session, which builds the stack, is told apart.
#![allow(clippy::print_stdout)]

use plimsoll_host::thread_cpu_ns;
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
        stack_parameters: arguments.get(3..).unwrap_or_default().to_vec(),
        ..SessionRequest::default()
    });
    if arguments.is_empty() {
        std::fs::remove_file(&own)?;
    }
    let (session, depth): (_, u32) = (session?, given(1, "32").parse()?);
    let opened_ns = thread_cpu_ns().ok_or("this machine does not tell a thread's processor time")?;
    let record = session.probe(&ProbeRequest {
        queue_depth: Some(depth).filter(|depth| *depth > 0),
        warmup_for: Some("0s".into()),
        measure_for: Some(given(2, "100s")),
        seed: Some(1),
        ..ProbeRequest::default()
    })?;
    let took_ns = thread_cpu_ns().unwrap_or_default().saturating_sub(opened_ns) as f64;
    let count = record.record.measured.all.count as f64;
    println!(
        "{count:.0} operations, {:.1} ns each, {:.2} million a second; {:.2} s to open; canonical record {:016x}",
        took_ns / count,
        1e3 * count / took_ns,
        opened_ns as f64 / 1e9,
        fnv(record.record.canonical()?.as_bytes())
    );
    Ok(())
}

/// Fingerprint of a document (FNV-1a): a change for speed must leave the record as it was.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}
