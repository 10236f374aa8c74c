//! How fast the NBD engine can be driven: a closed loop at one depth, with nothing recorded but the count.
//!
//! `cargo run --release -p plimsoll-engine --example nbd_depth -- URI [depth=32] [seconds=3] [block=4096] [connections=1] [read|write]`
//!
//! Prints one line: IOPS, system calls per I/O, operations per reap. Compare with a generator that was given the same
//! server, depth and block.
#![allow(clippy::print_stdout)]

use plimsoll_base::clock::{Clock as _, MonotonicClock};
use plimsoll_base::random::{split_mix, stream};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_engine::buffers::{BufferPlan, Buffers};
use plimsoll_engine::engines::nbd::{Nbd, NbdUri, probe};
use plimsoll_engine::{Engine as _, EngineOptions, Wait};
use plimsoll_workload::payload::PayloadSpec;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let number = |at: usize, default: u64| args.get(at).map_or(Ok(default), |text| text.parse::<u64>());
    let uri = NbdUri::parse(args.get(1).ok_or("give the address of an export")?)?;
    let (depth, seconds, block) = (number(2, 32)? as u32, number(3, 3)?, number(4, 4096)? as u32);
    let connections = number(5, 1)? as u32;
    let write = args.get(6).is_some_and(|kind| kind == "write");
    let kind = if write { OpKind::Write } else { OpKind::Read };

    let blocks = probe(&uri)?.size_bytes / u64::from(block);
    let payload = &PayloadSpec::default();
    let plan =
        BufferPlan { slots: depth, block, reads: !write, writes: write, payload, verifier: None, plain_pages: false };
    let buffers = Buffers::new(plan, &mut stream(1, "payload", 0))?;
    let mut engine = Nbd::connect(&uri, connections, buffers, depth, EngineOptions::default())?;
    let mut issued = 0_u64;
    let mut next = |engine: &mut Nbd, slot| {
        issued += 1;
        engine.push(slot, Op { kind, offset: split_mix(issued) % blocks * u64::from(block), len: block });
    };
    for slot in 0..depth {
        next(&mut engine, slot);
    }
    let (start, mut found) = (MonotonicClock.now(), Vec::with_capacity(depth as usize));
    let end = start + Nanos::from_secs(seconds);
    let (mut now, mut finished, mut reaps) = (start, 0_u64, 0_u64);
    while now < end {
        engine.submit_and_reap(&mut found, Wait::Until { at: end, now })?;
        now = MonotonicClock.now();
        finished += found.len() as u64;
        reaps += 1;
        for done in found.drain(..) {
            done.result.map_err(std::io::Error::from_raw_os_error)?;
            next(&mut engine, done.slot);
        }
    }
    let calls = engine.system_calls() as f64;
    println!(
        "{:.0} IOPS, {:.3} system calls per I/O, {:.1} operations per reap",
        finished as f64 / (now - start).as_secs_f64(),
        calls / finished as f64,
        finished as f64 / reaps as f64
    );
    Ok(())
}
