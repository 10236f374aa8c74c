//! The cost of an operation and an instant. No claim, because that is the machine's affair: figures to look at, by
//! `cargo test --release -p plimsoll-workload --test claims -- --ignored --nocapture cost`.

use std::hint::black_box;
use std::io::Write as _;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock as _, MonotonicClock};
use plimsoll_base::random::stream;
use plimsoll_workload::arrivals::{ArrivalPlan, Arrivals};
use plimsoll_workload::stream::Streams;
use plimsoll_workload::{ArrivalProcess, Bursts, Profile};

use crate::workload;

/// Nanoseconds a call: the least of many short rounds, so that other work on the machine does not count.
fn least_ns(mut call: impl FnMut() -> u64) -> f64 {
    const CALLS: u32 = 100_000;
    let round = |_| {
        let began = MonotonicClock.now();
        for _ in 0..CALLS {
            black_box(call());
        }
        (MonotonicClock.now() - began).0 as f64 / f64::from(CALLS)
    };
    (0..50).map(round).fold(f64::INFINITY, f64::min)
}

#[test]
#[ignore = "prints figures of this machine"]
fn cost_of_an_operation_and_of_an_instant() {
    let tell = |what: &str, ns: f64| writeln!(std::io::stderr(), "{ns:6.1} ns  {what}").expect("a place to print to");
    for (pattern, mix) in [
        ("random", "4k"),
        ("sequential", "4k"),
        ("random", "4k:60,64k:40"),
        ("sequential:shared", "4k"),
        ("random:once", "4k"),
        ("sequential+30%random", "4k"),
        ("strided:64k", "4k"),
        ("zipf:1.1", "4k"),
        ("zipf:0.5", "4k"),
        ("zipf:1", "4k"),
        ("pareto:0.2", "4k"),
        ("normal:10", "4k"),
        ("normal:500", "4k"),
        ("zones:50/5,30/15,20/80", "4k"),
    ] {
        let spec = workload(pattern, mix, mix, 70.0, 1 << 30);
        let mut ops = Streams::new(&spec, 1, 1).of(0);
        tell(&format!("{pattern}, {mix}"), least_ns(|| ops.next_op().offset));
    }
    for process in [ArrivalProcess::Constant, ArrivalProcess::Poisson] {
        let flat = ArrivalPlan::flat(process, 1e5);
        let bursts = Bursts { on_ns: Nanos::from_millis(100), off_ns: Nanos::from_millis(900) };
        let ramp = Profile::Ramp { from_per_s: 1e3, to_per_s: 1e5 };
        for (what, plan) in [
            ("one rate", flat.clone()),
            ("in bursts", ArrivalPlan { bursts: Some(bursts), ..flat.clone() }),
            ("on a ramp", ArrivalPlan { profile: ramp, profile_for: Nanos::from_secs(1000), ..flat }),
        ] {
            let mut arrivals = Arrivals::new(&plan, 0, 1, stream(1, "arrivals", 0));
            tell(&format!("{process:?}, {what}"), least_ns(|| arrivals.next_instant().0));
        }
    }
}
