//! Invariants of every stack and every sequence of calls: each request ends once, time runs forward, a seed repeats.

use crate::common;

use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{FinishedOp, Stack, StackSpec, VolumeId};
use proptest::prelude::*;

const SIZE: u64 = 1 << 30;

/// Lines of a random stack: any number of limits and noises, in any order, before one device.
fn stacks() -> impl Strategy<Value = StackSpec> {
    let limit = (1000_u32..100_000, 0_usize..4, 0_usize..3, 0_u32..50, any::<bool>(), any::<bool>()).prop_map(
        |(rate, applies, cost, burst, empty, reject)| {
            let applies = ["all", "read", "write", "each"][applies];
            let cost = ["none", "ceil", "linear"][cost];
            let initial = if empty && burst > 0 { "empty" } else { "full" };
            let at_limit = if reject { "reject" } else { "wait" };
            format!(
                "limit|ops_per_s = {rate}\nbytes_per_s = \"{rate}k\"\napplies_to = \"{applies}\"\ncost = \"{cost}\"\n\
                 burst_ops = {burst}\ninitial = \"{initial}\"\nat_limit = \"{at_limit}\"\n"
            )
        },
    );
    let noise =
        (1_u32..5000, 0_u32..=100).prop_map(|(rate, read)| format!("noise|ops_per_s = {rate}\nread = {read}\n"));
    let service = prop_oneof![
        (1_u32..1000).prop_map(|us| format!("\"{us}us\"")),
        (1_u32..1000).prop_map(|us| format!("{{ distribution = \"exponential\", mean = \"{us}us\" }}")),
        (1_u32..1000).prop_map(|us| format!("{{ distribution = \"gamma\", mean = \"{us}us\", cv = 2 }}")),
    ];
    (prop::collection::vec(prop_oneof![limit, noise], 0..4), 1_u32..20, service).prop_map(
        |(before, servers, service)| {
            let mut text = format!("[device.d]\nservers = {servers}\nservice = {service}\n");
            let mut path = Vec::new();
            for (index, element) in before.iter().enumerate() {
                let (kind, keys) = element.split_once('|').unwrap();
                text += &format!("[{kind}.e{index}]\n{keys}");
                path.push(format!("e{index}"));
            }
            path.push("d".into());
            common::spec(&text, &path.iter().map(String::as_str).collect::<Vec<_>>())
        },
    )
}

/// A step of a driver: the time that passes, the operation, and whether it advances before it submits.
fn steps() -> impl Strategy<Value = Vec<(u64, Op, bool)>> {
    let op = (0_usize..4, 0_u64..SIZE + 4096, 0_u32..200_000).prop_map(|(kind, offset, len)| Op {
        kind: OpKind::ALL[kind],
        offset: if kind == 3 { 0 } else { offset },
        len: if kind == 3 { 0 } else { len },
    });
    // Every third step comes at the instant of the one before.
    prop::collection::vec((prop_oneof![1 => Just(0_u64), 2 => 0_u64..2_000_000], op, any::<bool>()), 1..80)
}

struct DrivenStack {
    stack: Stack,
    finished: Vec<FinishedOp>,
    /// When each was submitted.
    begun: Vec<Nanos>,
}

/// Drives a stack through `steps` and until all have ended; a step may also land exactly on the next event.
fn drive(spec: &StackSpec, seed: u64, steps: &[(u64, Op, bool)]) -> DrivenStack {
    let mut stack = Stack::new(spec, seed);
    // The clock of a driver starts anywhere.
    let (mut now, mut finished, mut begun) = (Nanos(5_000_000_000), Vec::new(), Vec::new());
    for (id, (gap, op, advance)) in steps.iter().enumerate() {
        let next = stack.next_event().filter(|at| *at > now && id % 5 == 4 && *advance);
        now = next.unwrap_or(now + Nanos(*gap));
        if *advance {
            stack.advance(now, &mut finished);
        }
        stack.submit(now, VolumeId::FIRST, id as u64, *op);
        begun.push(now);
    }
    while finished.len() < steps.len() {
        let next = stack.next_event().expect("what has not ended has an event").max(now);
        now = next;
        stack.advance(now, &mut finished);
    }
    DrivenStack { stack, finished, begun }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_request_ends_once_and_not_before_it_began(spec in stacks(), steps in steps()) {
        let DrivenStack { stack, finished, begun } = drive(&spec, 1, &steps);
        let mut ids: Vec<u64> = finished.iter().map(|f| f.id).collect();
        ids.sort_unstable();
        prop_assert_eq!(ids, (0..steps.len() as u64).collect::<Vec<_>>());
        prop_assert!(finished.windows(2).all(|w| w[0].at <= w[1].at), "ends out of order");
        for end in &finished {
            let op = steps[end.id as usize].1;
            prop_assert!(end.at >= begun[end.id as usize]);
            match end.result {
                Ok(bytes) => prop_assert_eq!(bytes, op.len),
                Err(22) => prop_assert!(op.offset + u64::from(op.len) > SIZE),
                Err(errno) => prop_assert_eq!(errno, 11, "only a limit that rejects says no"),
            }
        }
        // Element by element: what came is what left and what is inside; and along the path nothing appears or is lost
        // but what noise adds and limits reject.
        let figures = stack.element_figures();
        for pair in figures.windows(2) {
            prop_assert!(pair[1].arrivals <= pair[0].departures + pair[0].injected);
        }
        let beyond = steps.iter().filter(|(_, op, _)| op.offset + u64::from(op.len) > SIZE).count() as u64;
        prop_assert_eq!(figures[0].arrivals, steps.len() as u64 - beyond);
    }

    #[test]
    fn the_same_seed_and_calls_give_the_same_ends(spec in stacks(), steps in steps(), seed in any::<u64>()) {
        prop_assert_eq!(drive(&spec, seed, &steps).finished, drive(&spec, seed, &steps).finished);
    }

    /// A driver that looks at the clock more often, as the emulator does, sees the same ends.
    #[test]
    fn advancing_more_often_changes_nothing(spec in stacks(), gaps in prop::collection::vec(1_u64..2_000_000, 1..60)) {
        let ends = |steps: u64| {
            let mut stack = Stack::new(&spec, 3);
            let (mut now, mut finished) = (Nanos(0), Vec::new());
            stack.advance(now, &mut finished);
            for (id, gap) in gaps.iter().enumerate() {
                for step in 1..=steps {
                    stack.advance(now + Nanos(gap * step / steps), &mut finished);
                }
                now += Nanos(*gap);
                stack.submit(now, VolumeId::FIRST, id as u64, common::read(4096));
            }
            stack.advance(now + Nanos::from_secs(5), &mut finished);
            finished
        };
        prop_assert_eq!(ends(1), ends(7));
    }
}

#[test]
fn another_seed_gives_other_draws() {
    let spec = common::spec("[device.d]\nservice = { distribution = \"exponential\", mean = \"1ms\" }\n", &["d"]);
    let steps = [(0, common::read(512), true)];
    assert_ne!(drive(&spec, 1, &steps).finished, drive(&spec, 2, &steps).finished);
    // Unless the element has its own.
    let text = "[device.d]\nseed = 9\nservice = { distribution = \"exponential\", mean = \"1ms\" }\n";
    let spec = common::spec(text, &["d"]);
    assert_eq!(drive(&spec, 1, &steps).finished, drive(&spec, 2, &steps).finished);
}

#[test]
fn another_element_beside_it_does_not_change_what_a_device_draws() {
    let device = "[device.d]\nservice = { distribution = \"exponential\", mean = \"1ms\" }\n";
    let alone = common::spec(device, &["d"]);
    let behind = common::spec(&format!("{device}[limit.a]\nops_per_s = 1000000000\n"), &["a", "d"]);
    let steps = [(0, common::read(512), true)];
    assert_eq!(drive(&alone, 1, &steps).finished, drive(&behind, 1, &steps).finished);
}

#[test]
fn an_end_is_due_at_its_instant_and_not_a_nanosecond_before() {
    let spec = common::spec("[device.d]\nservice = \"100us\"\n", &["d"]);
    let mut stack = Stack::new(&spec, 1);
    let mut finished = Vec::new();
    assert_eq!(stack.next_event(), None);
    stack.submit(Nanos(10), VolumeId::FIRST, 1, common::read(512));
    assert_eq!(stack.next_event(), Some(Nanos(100_010)));
    stack.advance(Nanos(100_009), &mut finished);
    assert!(finished.is_empty());
    // A second one submitted at the very instant of the first one's end waits for nothing: the server is free.
    stack.submit(Nanos(100_010), VolumeId::FIRST, 2, common::read(512));
    stack.advance(Nanos(100_010), &mut finished);
    assert_eq!(finished, [FinishedOp { id: 1, at: Nanos(100_010), result: Ok(512), fault: None }]);
    assert_eq!(stack.next_event(), Some(Nanos(200_010)));
    stack.advance(Nanos(200_010), &mut finished);
    assert_eq!(finished[1], FinishedOp { id: 2, at: Nanos(200_010), result: Ok(512), fault: None });
    assert_eq!(stack.next_event(), None);
}

#[test]
fn equals_in_time_end_in_the_order_of_their_submission() {
    let spec = common::spec(
        "[limit.l]\nops_per_s = 1\nburst_ops = 8\n[device.d]\nservers = 8\nservice = \"1ms\"\n",
        &["l", "d"],
    );
    let mut stack = Stack::new(&spec, 1);
    let mut finished = Vec::new();
    (0..8).for_each(|id| stack.submit(Nanos(0), VolumeId::FIRST, id, common::read(512)));
    stack.advance(Nanos::from_millis(1), &mut finished);
    assert_eq!(finished.iter().map(|f| f.id).collect::<Vec<_>>(), (0..8).collect::<Vec<_>>());
}

#[test]
fn beyond_the_end_is_refused_and_the_last_byte_is_not() {
    let spec = common::spec("[device.d]\nservice = \"1ms\"\n", &["d"]);
    let mut stack = Stack::new(&spec, 1);
    let mut finished = Vec::new();
    for (id, offset) in [(0, SIZE - 512), (1, SIZE - 511), (2, u64::MAX - 5)] {
        stack.submit(Nanos(0), VolumeId::FIRST, id, Op { offset, ..common::read(512) });
    }
    stack.advance(Nanos::from_millis(1), &mut finished);
    finished.sort_by_key(|f| f.id);
    assert_eq!(finished.iter().map(|f| f.result).collect::<Vec<_>>(), [Ok(512), Err(22), Err(22)]);
}

#[test]
#[should_panic(expected = "time must not go backwards")]
fn time_that_goes_backwards_is_a_programmers_error() {
    let spec = common::spec("[device.d]\nservice = \"1ms\"\n", &["d"]);
    let mut stack = Stack::new(&spec, 1);
    stack.advance(Nanos(2), &mut Vec::new());
    stack.submit(Nanos(1), VolumeId::FIRST, 0, common::read(512));
}

#[test]
fn a_stack_with_load_of_its_own_starts_where_the_clock_is() {
    let spec = common::spec("[noise.n]\nops_per_s = 1000\n[device.d]\nservice = \"1us\"\n", &["n", "d"]);
    let mut stack = Stack::new(&spec, 1);
    let mut finished = Vec::new();
    // Nothing told yet: it asks to be told.
    assert_eq!(stack.next_event(), Some(Nanos(0)));
    let boot = Nanos::from_secs(3_000_000);
    stack.advance(boot, &mut finished);
    assert_eq!(stack.element_figures()[1].arrivals, 0);
    // And then its events are its own: about 1000 in a second (5 standard deviations of a Poisson count are 158).
    while stack.next_event().unwrap() <= boot + Nanos::from_secs(1) {
        let next = stack.next_event().unwrap();
        assert!(next > boot);
        stack.advance(next, &mut finished);
    }
    assert!(finished.is_empty(), "nobody asked for them");
    let injected = stack.element_figures()[0].injected;
    assert!((842..=1158).contains(&injected), "{injected}");
}

#[test]
fn figures_restart_without_forgetting_who_is_inside() {
    let spec = common::spec("[device.d]\nservers = 2\nservice = \"1ms\"\n", &["d"]);
    let mut stack = Stack::new(&spec, 1);
    let mut finished = Vec::new();
    (0..4).for_each(|id| stack.submit(Nanos(0), VolumeId::FIRST, id, common::read(512)));
    stack.advance(Nanos(500_000), &mut finished);
    stack.restart_figures();
    stack.advance(Nanos(2_500_000), &mut finished);
    let d = &stack.element_figures()[0];
    // From 0.5 to 2.5 ms: two services of 1 ms at a time until 2 ms; 4 inside for 0.5 ms, 2 for 1 ms, none for 0.5.
    assert_eq!((d.arrivals, d.departures, d.max_queue, d.elapsed_ns), (0, 4, 4, Nanos(2_000_000)));
    assert_eq!((d.mean_wait_ns, d.mean_service_ns), (Some(500_000.0), Some(1_000_000.0)));
    assert!((d.utilisation - 0.75).abs() < 1e-12 && (d.mean_queue - 2.0).abs() < 1e-12, "{d:?}");
}

/// On their way back, requests of one instant take turns; the element that sees them again must not count them again.
#[test]
fn what_comes_back_at_the_instant_of_others_has_arrived_once() {
    let spec = common::spec("[queue.q]\ndepth = 8\n[device.d]\nservers = 8\nservice = \"1ms\"\n", &["q", "d"]);
    let mut stack = Stack::new(&spec, 1);
    (0..8).for_each(|id| stack.submit(Nanos(0), VolumeId::FIRST, id, common::read(512)));
    let mut finished = Vec::new();
    stack.advance(Nanos(2_000_000), &mut finished);
    let queue = &stack.element_figures()[0];
    assert_eq!((finished.len(), queue.arrivals, queue.departures, queue.max_queue), (8, 8, 8, 1));
    assert!(finished.iter().map(|f| f.id).eq(0..8), "and they keep their order");
}
