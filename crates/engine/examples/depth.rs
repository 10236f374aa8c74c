//! What an engine costs by itself: a tight loop of random 4 KiB reads at one queue depth, without records or schedules.
//!
//! `depth TARGET ENGINE DEPTH SECONDS [--batch N] [--gather N] [--group N] [--split] [--block BYTES] [--sequential] [--cpu N]`
//!
//! ENGINE is io_uring, sqpoll, iopoll, libaio, psync or null. It reads only, past the page cache. `--batch N` hands at most
//! N operations over in one call, `--gather N` waits for N completions at a time, `--group N` lets N slots come free
//! before it fills them again, `--split` submits and reaps in two calls, `--cpu N` keeps to one core. Prints one line of
//! JSON: I/Os per second, user and system CPU of the whole process per I/O (its kernel workers count), the engine's system
//! calls per I/O, completions found at a time, kernel workers at the end.
#![allow(missing_docs, unsafe_code, clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;
use std::fs::OpenOptions;
use std::io::{Seek as _, SeekFrom};
use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt as _;
use std::sync::Arc;

use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::random::stream;
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_engine::buffers::{BufferPlan, Buffers};
use plimsoll_engine::engines::{io_uring::Uring, libaio::Libaio, null::Null, psync::Psync};
use plimsoll_engine::{Engine, EngineOptions, Wait, kernel_workers, waits_for_completion};
use rand::Rng as _;

struct Settings {
    path: String,
    engine: String,
    /// The core to keep to.
    core: Option<usize>,
    depth: u32,
    seconds: f64,
    block: u32,
    group: usize,
    batch: usize,
    split: bool,
    sequential: bool,
    gather: u32,
    size: u64,
}

/// User and system CPU of this process and all its threads, ns.
fn cpu() -> (u64, u64) {
    // SAFETY: the structure is the kernel's own and all zeroes are a value of it; it lives until the call returns.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage
    };
    let nanos = |t: libc::timeval| t.tv_sec as u64 * 1_000_000_000 + t.tv_usec as u64 * 1_000;
    (nanos(usage.ru_utime), nanos(usage.ru_stime))
}

fn drive<E: Engine>(engine: &mut E, settings: &Settings) -> Result<String, Box<dyn Error>> {
    let clock = MonotonicClock;
    let blocks = settings.size / u64::from(settings.block);
    let mut random = stream(1, "addresses", 0);
    let mut free: Vec<u32> = (0..settings.depth).rev().collect();
    let mut found = Vec::with_capacity(settings.depth as usize);
    engine.gather(settings.gather);
    let (user, system) = cpu();
    let start = clock.now();
    let end = start + Nanos((settings.seconds * 1e9) as u64);
    let (mut now, mut count, mut looks, mut next) = (start, 0_u64, 0_u64, 0_u64);
    while now < end {
        if free.len() >= settings.group {
            let due = free.len();
            let mut staged = 0;
            for slot in free.drain(..) {
                let block = if settings.sequential {
                    next += 1;
                    next % blocks
                } else {
                    ((u128::from(random.next_u64()) * u128::from(blocks)) >> 64) as u64
                };
                engine.push(
                    slot,
                    Op { kind: OpKind::Read, offset: block * u64::from(settings.block), len: settings.block },
                );
                staged += 1;
                if staged % settings.batch == 0 && staged < due {
                    engine.submit()?;
                }
            }
        }
        let wait = Wait::Until { at: now + Nanos::from_millis(50), now };
        if settings.split {
            engine.submit()?;
            engine.reap(&mut found, wait)?;
        } else {
            engine.submit_and_reap(&mut found, wait)?;
        }
        now = clock.now();
        looks += u64::from(!found.is_empty());
        count += found.len() as u64;
        for done in found.drain(..) {
            if let Err(errno) = done.result {
                return Err(std::io::Error::from_raw_os_error(errno).into());
            }
            free.push(done.slot);
        }
    }
    let span = (now - start).as_secs_f64();
    let calls = engine.system_calls() as f64;
    let (user_end, system_end) = cpu();
    let workers = kernel_workers();
    let mut outstanding = settings.depth as usize - free.len();
    while outstanding > 0 {
        let now = clock.now();
        engine.submit_and_reap(&mut found, Wait::Until { at: now + Nanos::from_millis(50), now })?;
        outstanding -= found.drain(..).count();
    }
    let each = |ns: u64| ns as f64 / count as f64;
    Ok(format!(
        "{{\"iops\": {:.0}, \"user_ns\": {:.0}, \"system_ns\": {:.0}, \"calls\": {:.3}, \"found\": {:.2}, \"kernel_workers\": {workers}}}",
        count as f64 / span,
        each(user_end - user),
        each(system_end - system),
        calls / count as f64,
        count as f64 / looks as f64,
    ))
}

fn arguments() -> Result<Settings, Box<dyn Error>> {
    let mut words = Vec::new();
    let (mut gather, mut batch, mut block, mut group, mut split, mut sequential, mut core) =
        (1, 1000, 4096, 1, false, false, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        let mut number = || arguments.next().ok_or(format!("{word} needs a number"));
        match word.as_str() {
            "--block" => block = number()?.parse()?,
            "--group" => group = number()?.parse()?,
            "--gather" => gather = number()?.parse()?,
            "--batch" => batch = number()?.parse()?,
            "--cpu" => core = Some(number()?.parse::<usize>()?),
            "--split" => split = true,
            "--sequential" => sequential = true,
            _ => words.push(word),
        }
    }
    let [path, engine, depth, seconds] = words.as_slice() else {
        return Err(
            "usage: depth TARGET ENGINE DEPTH SECONDS [--batch N] [--gather N] [--group N] [--split] [--block BYTES] \
                    [--sequential] [--cpu N]"
                .into(),
        );
    };
    let depth: u32 = depth.parse()?;
    let size = OpenOptions::new().read(true).open(path)?.seek(SeekFrom::End(0))?;
    if depth == 0 || block == 0 || size < u64::from(block) {
        return Err(format!("nothing to read: depth {depth}, blocks of {block} bytes, {size} bytes in {path}").into());
    }
    let (group, batch): (usize, usize) = (group.clamp(1, depth as usize), batch.max(1));
    let seconds = seconds.parse()?;
    let (path, engine) = (path.clone(), engine.clone());
    Ok(Settings { path, engine, core, depth, seconds, block, group, batch, split, sequential, gather, size })
}

fn main() -> Result<(), Box<dyn Error>> {
    let settings = arguments()?;
    let Settings { path, engine: name, core, depth, block, .. } = &settings;
    let (depth, block) = (*depth, *block);
    let file = OpenOptions::new().read(true).custom_flags(libc::O_DIRECT).open(path)?;
    let file: Arc<OwnedFd> = Arc::new(file.into());
    if waits_for_completion(&file, 4096, true) {
        eprintln!("{path} cannot complete without waiting: io_uring hands every operation to a kernel worker");
    }
    let buffers = Buffers::new(BufferPlan::plain(depth, block, true, false), &mut stream(1, "payload", 0))?;
    let options = EngineOptions { sqpoll: name == "sqpoll", iopoll: name == "iopoll", ..EngineOptions::default() };
    if let Some(core) = *core {
        // SAFETY: the set is a plain value that lives until the call returns.
        unsafe {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(core, &mut set);
            libc::sched_setaffinity(0, size_of_val(&set), &raw const set);
        }
    }
    let (line, notes) = match name.as_str() {
        "io_uring" | "sqpoll" | "iopoll" => {
            let mut engine = Uring::new(file, buffers, depth, options)?;
            (drive(&mut engine, &settings)?, engine.notes())
        }
        "libaio" => {
            let mut engine = Libaio::new(file, buffers, depth, options)?;
            (drive(&mut engine, &settings)?, engine.notes())
        }
        "psync" => {
            let mut engine = Psync::new(file, buffers, depth, options)?;
            (drive(&mut engine, &settings)?, engine.notes())
        }
        "null" => {
            let mut engine = Null::new(depth);
            (drive(&mut engine, &settings)?, Vec::new())
        }
        other => return Err(format!("no engine {other}: io_uring, sqpoll, iopoll, libaio, psync, null").into()),
    };
    for note in notes {
        eprintln!("{note}");
    }
    println!("{line}");
    Ok(())
}
