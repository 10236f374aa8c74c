//! The least that any generator needs to keep a schedule on a target: it sleeps until the next instant, hands over what is due
//! in one call and takes what has finished, without records, figures or workloads. `make bench` holds our own lag against
//! it: what this loop is late by and costs is the doing of the machine and of the target's submit call.
//!
//! `submit_loop TARGET RATE_PER_S SECONDS SEED` reads 4 KiB at random past the page cache through io_uring and prints one JSON
//! object: ns late at p50, p99 and p99.9, ns of processor time per operation, and ns that submit calls took at p50 and p99.
#![allow(missing_docs, unsafe_code, clippy::print_stdout)]

use std::error::Error;
use std::fs::OpenOptions;
use std::io::{Seek as _, SeekFrom};
use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt as _;
use std::sync::Arc;

use plimsoll_base::clock::{Clock, MonotonicClock, tighten_timer_slack};
use plimsoll_base::random::{stream, unit};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_engine::buffers::{BufferPlan, Buffers};
use plimsoll_engine::engines::io_uring::Uring;
use plimsoll_engine::{Engine, EngineOptions, Wait};
use rand::Rng as _;

const BLOCK: u32 = 4096;
const SLOTS: u32 = 4096;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [path, rate, seconds, seed] = words.as_slice() else {
        return Err("usage: submit_loop TARGET RATE_PER_S SECONDS SEED".into());
    };
    let (rate, seconds, seed): (f64, f64, u64) = (rate.parse()?, seconds.parse()?, seed.parse()?);
    let mut file = OpenOptions::new().read(true).custom_flags(libc::O_DIRECT).open(path)?;
    let blocks = file.seek(SeekFrom::End(0))? / u64::from(BLOCK);
    if blocks == 0 {
        return Err(format!("{path} holds no block of {BLOCK} bytes").into());
    }
    let file: Arc<OwnedFd> = Arc::new(file.into());
    let buffers = Buffers::new(BufferPlan::plain(SLOTS, BLOCK, true, false), &mut stream(1, "payload", 0))?;
    let mut engine = Uring::new(file, buffers, SLOTS, EngineOptions::default())?;
    let Figures { mut late, mut calls, cpu_ns } = keep_schedule(&mut engine, rate, seconds, seed, blocks)?;
    let each = cpu_ns as f64 / late.len() as f64;
    println!(
        "{{\"p50_ns\": {}, \"p99_ns\": {}, \"p99_9_ns\": {}, \"cpu_ns\": {each:.0}, \"call_p50_ns\": {}, \
         \"call_p99_ns\": {}, \"operations\": {}}}",
        at_share(&mut late, 0.5),
        at_share(&mut late, 0.99),
        at_share(&mut late, 0.999),
        at_share(&mut calls, 0.5),
        at_share(&mut calls, 0.99),
        late.len(),
    );
    Ok(())
}

/// How late each operation was and how long each submit call took, ns; and the processor time of them all.
struct Figures {
    late: Vec<u64>,
    calls: Vec<u64>,
    cpu_ns: u64,
}

fn keep_schedule(
    engine: &mut Uring,
    rate: f64,
    seconds: f64,
    seed: u64,
    blocks: u64,
) -> Result<Figures, Box<dyn Error>> {
    let (mut arrivals, mut addresses) = (stream(seed, "arrivals", 0), stream(seed, "addresses", 0));
    let mut free: Vec<u32> = (0..SLOTS).rev().collect();
    let mut found = Vec::with_capacity(SLOTS as usize);
    let many = (2.0 * rate * seconds) as usize + 1000;
    let (mut late, mut calls) = (Vec::with_capacity(many), Vec::with_capacity(many));
    let clock = MonotonicClock;
    tighten_timer_slack();
    let start = clock.now() + Nanos(1_000_000);
    let mut since = 0.0;
    let mut next = start;
    let before = cpu_ns();
    while since < seconds * 1e9 {
        let mut now = clock.now();
        if now < next || free.is_empty() {
            // A full queue waits for a completion, a punctual loop for its instant.
            engine.reap(
                &mut found,
                Wait::Until { at: if free.is_empty() { now + Nanos::from_millis(50) } else { next }, now },
            )?;
            now = clock.now();
        } else {
            engine.reap(&mut found, Wait::No)?;
        }
        for done in found.drain(..) {
            done.result.map_err(std::io::Error::from_raw_os_error)?;
            free.push(done.slot);
        }
        let mut staged = false;
        while next <= now && since < seconds * 1e9 {
            let Some(slot) = free.pop() else { break };
            let block = ((u128::from(addresses.next_u64()) * u128::from(blocks)) >> 64) as u64;
            engine.push(slot, Op { kind: OpKind::Read, offset: block * u64::from(BLOCK), len: BLOCK });
            late.push((now - next).0);
            staged = true;
            since += -(1.0 - unit(&mut arrivals)).ln() * 1e9 / rate;
            next = start + Nanos(since as u64);
        }
        if staged {
            let begun = clock.now();
            engine.submit()?;
            calls.push((clock.now() - begun).0);
        }
    }
    let cpu_ns = cpu_ns() - before;
    while free.len() < SLOTS as usize {
        let now = clock.now();
        engine.reap(&mut found, Wait::Until { at: now + Nanos::from_millis(50), now })?;
        free.extend(found.drain(..).map(|done| done.slot));
    }
    Ok(Figures { late, calls, cpu_ns })
}

/// The value that this share does not exceed.
fn at_share(values: &mut [u64], share: f64) -> u64 {
    values.sort_unstable();
    values[((values.len() as f64 * share) as usize).min(values.len() - 1)]
}

/// User and system CPU of this process and all its threads, ns.
fn cpu_ns() -> u64 {
    // SAFETY: the structure is the kernel's own and all zeroes are a value of it; it lives until the call returns.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage
    };
    let nanos = |t: libc::timeval| t.tv_sec as u64 * 1_000_000_000 + t.tv_usec as u64 * 1_000;
    nanos(usage.ru_utime) + nanos(usage.ru_stime)
}
