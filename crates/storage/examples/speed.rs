//! How fast the model is: a limit in front of a device, closed loop of 32, on the virtual clock.
//!
//! `cargo run --release -p plimsoll-storage --example speed`. Budget: 200 ns per operation, submit and advance together.
#![allow(clippy::print_stdout)]

use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{Stack, StackSpec, VolumeId};

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

fn main() {
    let volume = "[volume.v]\nsize = \"1g\"\npath = ";
    let limit = "[limit.l]\nops_per_s = ";
    let device = "[device.d]\nservers = 8\nservice = { distribution = \"exponential\", mean = \"200us\" }\n";
    for outstanding in [1, 32, 256, 4096] {
        measure("device (exponential, 8)", &format!("{device}{volume}[\"d\"]"), outstanding);
        measure("limit 3000/s + device", &format!("{limit}3000\n{device}{volume}[\"l\", \"d\"]"), outstanding);
        measure("limit 1e6/s + device", &format!("{limit}1000000\n{device}{volume}[\"l\", \"d\"]"), outstanding);
    }
}
