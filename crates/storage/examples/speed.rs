//! How fast the model is: a limit in front of a device, closed loop of 32, on the virtual clock.
//!
//! `cargo run --release -p plimsoll-storage --example speed`. Budget: 200 ns per operation, submit and advance together.
//! With arguments, a described stack without clients' schedules and records around it: `-- STACK.toml DEPTH READ_PERCENT
//! OPERATIONS [NAME.KEY=VALUE…]`, random blocks of 4 KiB, so many outstanding on each of its volumes. Processor time of the
//! thread, and a checksum of all ends and of what the elements did, which a change for speed leaves as they were.
#![allow(clippy::print_stdout)]

use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::random::{stream, unit};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{Stack, StackSpec, Topology, VolumeId};

const OPERATIONS: u64 = 4_000_000;

fn measure(what: &str, toml: &str, outstanding: u64) {
    let spec = StackSpec::from_toml(toml, what).expect("the example is a stack");
    let mut stack = Stack::new(&spec, 1);
    let mut finished = Vec::new();
    let op = Op { offset: 0, len: 4096, kind: OpKind::Read };
    (0..outstanding).for_each(|id| stack.submit(Nanos::ZERO, VolumeId::FIRST, id, op));
    let (mut done, began) = (0, MonotonicClock.now());
    let mut now = Nanos::ZERO;
    while done < OPERATIONS {
        now = stack.next_event().expect("a closed loop has events");
        stack.advance(now, &mut finished);
        done += finished.len() as u64;
        for end in finished.drain(..) {
            stack.submit(now, VolumeId::FIRST, end.id, op);
        }
    }
    let ns = (MonotonicClock.now() - began).0 as f64 / done as f64;
    let rate = done as f64 / now.as_secs_f64();
    println!("{what:<44} {outstanding:>5} outstanding  {ns:>6.1} ns/op  {:>5.1} M/s  virtual {rate:.1}/s", 1e3 / ns);
}

/// The processor time of this thread so far, ns; zero where the kernel does not tell it.
fn thread_ns() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split_whitespace().next().and_then(|ns| ns.parse().ok()).unwrap_or_default()
}

fn time_stack_file(arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let number = |index: usize, default: u64| arguments.get(index).map_or(Ok(default), |text| text.parse::<u64>());
    let (depth, read_percent, operations) = (number(1, 32)?, number(2, 100)?, number(3, 1_000_000)?);
    let parameters = arguments.get(4..).unwrap_or_default();
    let spec = StackSpec::from_toml_with(&std::fs::read_to_string(&arguments[0])?, &arguments[0], parameters)?;
    let topology = Topology::of(&spec);
    let mut stack = Stack::of(&spec, &topology, 1, &[]);
    let mut random = stream(1, "speed", 0);
    let mut next = |volume: usize| {
        let blocks = (topology.volumes[volume].size_bytes / 4096) as f64;
        let kind = if unit(&mut random) * 100.0 < read_percent as f64 { OpKind::Read } else { OpKind::Write };
        Op { offset: (unit(&mut random) * blocks) as u64 * 4096, len: 4096, kind }
    };
    let volumes = topology.volumes.len() as u64;
    let (mut finished, mut done, mut sum, mut now) = (Vec::new(), 0, 0xcbf2_9ce4_8422_2325_u64, Nanos::ZERO);
    let began = thread_ns();
    for id in 0..volumes * depth {
        let volume = id % volumes;
        stack.submit(now, VolumeId(volume as u32), volume, next(volume as usize));
    }
    while done < operations {
        now = stack.advance_to_an_end(Nanos::MAX, &mut finished);
        done += finished.len() as u64;
        for end in finished.drain(..) {
            sum = (sum ^ end.id ^ end.at.0).wrapping_mul(0x100_0000_01b3);
            stack.submit(now, VolumeId(end.id as u32), end.id, next(end.id as usize));
        }
    }
    let ns = (thread_ns() - began) / done as f64;
    let rate = done as f64 / now.as_secs_f64();
    for byte in format!("{:?}", stack.element_figures()).bytes() {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    println!(
        "{done} operations, {ns:.1} ns each, {:.2} million a second; virtual {rate:.0}/s; record {sum:016x}",
        1e3 / ns
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.is_empty() {
        return time_stack_file(&arguments);
    }
    let volume = "[volume.v]\nsize = \"1g\"\npath = ";
    let limit = "[limit.l]\nops_per_s = ";
    let device = "[device.d]\nservers = 8\nservice = { distribution = \"exponential\", mean = \"200us\" }\n";
    for outstanding in [1, 32, 256, 4096] {
        measure("device (exponential, 8)", &format!("{device}{volume}[\"d\"]"), outstanding);
        measure("limit 3000/s + device", &format!("{limit}3000\n{device}{volume}[\"l\", \"d\"]"), outstanding);
        measure("limit 1e6/s + device", &format!("{limit}1000000\n{device}{volume}[\"l\", \"d\"]"), outstanding);
    }
    Ok(())
}
