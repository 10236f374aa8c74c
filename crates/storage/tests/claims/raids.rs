//! Arrays against what is known: write penalties, what a missing member costs, what a rebuild adds.

use plimsoll_base::random::{stream, unit};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::element::Surroundings;
use plimsoll_storage::{ElementFigures, FinishedOp, Stack, StackError, StackSpec, Topology, VolumeId};
use proptest::prelude::*;

const SIZE: u64 = 1 << 30;

fn stack(level: &str, width: usize, more: &str) -> StackSpec {
    let text = format!(
        "[raid.r]\nlevel = \"{level}\"\nwidth = {width}\neach = [\"d\"]\n{more}\n[device.d]\nscope = \"node\"\n\
         service = \"1ms\"\n[host.h]\ncount = 12\n[volume.v]\nsize = \"1g\"\npath = [\"r\"]\n"
    );
    StackSpec::from_toml(&text, "r").unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Completions per second of operations of 4 KiB at random places, a share of them reads, 2000 at a time, and the figures.
fn maximum(spec: &StackSpec, read_share: f64) -> (f64, Vec<ElementFigures>) {
    let mut stack = Stack::new(spec, 3);
    let mut random = stream(5, "operations", 0);
    let mut op = || {
        let kind = if unit(&mut random) < read_share { OpKind::Read } else { OpKind::Write };
        Op { offset: (unit(&mut random) * (SIZE / 4096) as f64) as u64 * 4096, len: 4096, kind }
    };
    let (from, until) = (Nanos::from_secs(10), Nanos::from_secs(70));
    let (mut count, mut finished): (u64, Vec<FinishedOp>) = (0, Vec::new());
    (0..2000).for_each(|id| stack.submit(Nanos::ZERO, VolumeId::FIRST, id, op()));
    let mut restarted = false;
    while let Some(now) = stack.next_event().filter(|at| *at <= until) {
        stack.advance(now, &mut finished);
        if now > from && !restarted {
            stack.restart_figures();
            restarted = true;
        }
        for end in finished.drain(..) {
            assert_eq!(end.result, Ok(4096));
            count += u64::from(end.at > from);
            stack.submit(now, VolumeId::FIRST, end.id, op());
        }
    }
    (count as f64 / 60.0, stack.element_figures())
}

fn one_by_one(stack: &mut Stack, ops: impl IntoIterator<Item = Op>) -> Vec<Result<u32, i32>> {
    let (mut now, mut finished) = (Nanos::ZERO, Vec::new());
    let mut ends = Vec::new();
    for (id, op) in ops.into_iter().enumerate() {
        stack.submit(now, VolumeId::FIRST, id as u64, op);
        while finished.is_empty() {
            now = stack.next_event().expect("an operation is under way");
            stack.advance(now, &mut finished);
        }
        ends.extend(finished.drain(..).map(|end| end.result));
    }
    ends
}

fn around() -> Surroundings<'static> {
    Surroundings {
        name: "r",
        seed: 0,
        volume_bytes: SIZE,
        first_volume_bytes: SIZE,
        address_end: SIZE,
        members: 0,
        clients: &[],
        volumes: &[],
        client_groups: &[],
        volume_groups: &[],
    }
}

/// Members of 1000 requests per second each, and the penalties of S1: RAID 1 two, RAID 5 four, RAID 6 six.
const LEVELS: [(&str, usize, f64); 5] = [("1", 2, 2.0), ("10", 6, 2.0), ("5", 3, 4.0), ("5", 8, 4.0), ("6", 6, 6.0)];

#[test]
fn random_small_writes_get_what_the_write_penalty_leaves() {
    for (level, width, penalty) in LEVELS {
        let expected = width as f64 * 1000.0 / penalty;
        let (rate, _) = maximum(&stack(level, width, ""), 0.0);
        assert!((rate / expected - 1.0).abs() < 0.01, "level {level}, {width} members: {rate}, expected {expected}");
    }
}

#[test]
fn mixed_loads_get_n_c_over_r_plus_w_k() {
    for (level, width, penalty) in LEVELS {
        for read in [0.7, 1.0] {
            let expected = width as f64 * 1000.0 / (read + (1.0 - read) * penalty);
            let (rate, _) = maximum(&stack(level, width, ""), read);
            assert!((rate / expected - 1.0).abs() < 0.01, "level {level}, {width}, read {read}: {rate} of {expected}");
        }
    }
}

/// A read of what lay on the missing member reads all n - 1 others: (n-1)/n + (n-1)/n requests per read, on n - 1 members.
#[test]
fn an_array_of_level_5_without_a_member_reads_at_half_its_rate() {
    for width in [3_usize, 6] {
        let expected = width as f64 * 1000.0 / 2.0;
        let (rate, _) = maximum(&stack("5", width, "failed = [2]"), 1.0);
        assert!((rate / expected - 1.0).abs() < 0.01, "{width} members: {rate}, expected {expected}");
    }
}

#[test]
fn the_description_on_paper_counts_what_the_array_does() {
    for (level, width, more) in [
        ("1", 3, ""),
        ("10", 6, ""),
        ("5", 5, ""),
        ("5", 3, "partial_write = \"fewest\""),
        ("6", 6, ""),
        ("5", 5, "failed = [2]"),
        ("6", 6, "failed = [1, 4]"),
        ("6", 4, "partial_write = \"fewest\""),
    ] {
        let spec = stack(level, width, more);
        let wiring = spec.elements()["r"].wiring();
        for kind in [OpKind::Read, OpKind::Write, OpKind::Flush] {
            for len in [4096_u32, 65536, 65536 * 3, 65536 * 4, 65536 * 12] {
                let op = Op { offset: 0, len: if kind == OpKind::Flush { 0 } else { len }, kind };
                // Whole turns of every width here, aligned to their length: on paper a request starts at each multiple of
                // its length, or of the unit when it is smaller.
                let ops: Vec<Op> = (0..720).map(|i| Op { offset: i * u64::from(len.max(65536)), ..op }).collect();
                let mut at_work = Stack::new(&spec, 1);
                one_by_one(&mut at_work, ops);
                let counted = at_work.element_figures()[1].arrivals as f64 / 720.0;
                let on_paper: f64 = wiring.visits(&op, &around()).iter().map(|visit| visit.count).sum();
                assert!(
                    (counted / on_paper - 1.0).abs() < 1e-9,
                    "{level} {width} {kind:?} {len}: {counted}, {on_paper}"
                );
            }
        }
    }
}

#[test]
fn a_member_on_a_host_that_is_down_falls_out_and_the_array_goes_on() {
    for (level, width, survives) in [("1", 3, 2), ("5", 4, 1), ("6", 5, 2), ("10", 4, 1)] {
        for lost in 0..=survives + 1 {
            let spec = stack(level, width, "");
            let topology = Topology::of(&spec);
            let nodes: Vec<u32> =
                topology.members_of(0).iter().map(|member| topology.places[*member as usize].node).collect();
            let mut stack = Stack::of(&spec, &topology, 1, &nodes[..lost]);
            let of = |i: u64, kind| Op { offset: i * 32768, len: 32768, kind };
            let writes = (0..60).map(|i| of(i, OpKind::Write));
            let reads = (0..60).map(|i| of(i, OpKind::Read));
            let ends = one_by_one(&mut stack, reads.chain(writes));
            assert_eq!(ends.iter().all(Result::is_ok), lost <= survives, "level {level}, {lost} of {width} lost");
            if lost <= survives {
                let own = &stack.element_figures()[0].own;
                assert_eq!(own["members_fell_out"], lost as f64, "level {level}");
                // A member that is out is not asked again: one failed read at most told of each, before it was.
                assert!(own["read_failures"] <= lost as f64, "level {level}: {}", own["read_failures"]);
            }
        }
    }
}

#[test]
fn a_rebuild_loads_every_member_at_its_rate_and_fills_the_member() {
    // 16 blocks of 1 MiB per second: 3 members read each of them, one writes it. 1 ms each: 1.6 % of every member.
    let spec = stack("5", 4, "rebuild = { rate = \"16m\", member = 3, block = \"1m\" }");
    let mut stack = Stack::new(&spec, 1);
    let mut finished = Vec::new();
    stack.advance(Nanos::from_secs(0), &mut finished);
    stack.advance(Nanos::from_secs(10), &mut finished);
    let devices = &stack.element_figures()[1];
    assert_eq!(devices.instances, 4);
    assert!((devices.utilisation / 0.016 - 1.0).abs() < 0.01, "{}", devices.utilisation);
    assert!((devices.utilisation_max / devices.utilisation - 1.0).abs() < 0.01, "{}", devices.utilisation_max);
    // A third of 1 GiB is on each member, in whole rows of 192 KiB.
    stack.advance(Nanos::from_secs(30), &mut finished);
    let expected = SIZE.div_ceil(3 * 65536) * 65536;
    assert_eq!(stack.element_figures()[0].own["rebuilt_bytes"], expected as f64);
}

#[test]
fn the_time_of_a_small_write_passes_on_its_members() {
    let (_, figures) = maximum(&stack("5", 4, ""), 0.5);
    let share = |of: &ElementFigures| of.share_waiting.unwrap() + of.share_working.unwrap();
    assert!(share(&figures[0]) < 1e-3 && (share(&figures[1]) - 1.0).abs() < 1e-3, "{figures:?}");
}

#[test]
fn what_an_array_cannot_be_is_refused() {
    let refused = |level: &str, width: usize, more: &str| {
        let text = format!(
            "[raid.r]\nlevel = {level}\nwidth = {width}\neach = [\"d\"]\n{more}\n[device.d]\nservice = \"1ms\"\n[host.h]\n\
             count = 12\n[volume.v]\nsize = \"1g\"\npath = [\"r\"]\n"
        );
        StackSpec::from_toml(&text, "s.toml").unwrap_err().to_string()
    };
    assert!(refused("\"7\"", 4, "").contains("known: 1, 5, 6, 10"));
    assert!(refused("7", 4, "").contains("known: 1, 5, 6, 10"));
    assert!(refused("5", 2, "").contains("'width'"));
    assert!(refused("6", 3, "").contains("'width'"));
    assert!(refused("10", 5, "").contains("even"));
    assert!(refused("5", 4, "failed = [5]").contains("1 to 4"));
    assert!(refused("5", 4, "failed = [2, 2]").contains("each once"));
    assert!(refused("5", 4, "rebuild = { rate = \"1m\", member = 5 }").contains("1 to 4"));
    assert!(refused("5", 4, "failed = [1]\nrebuild = { rate = \"1m\", member = 1 }").contains("failed"));
    assert!(refused("5", 4, "rebuild = { member = 1 }").contains("needs 'rate'"));
    let text = "[raid.r]\nlevel = 6\nwidth = 6\neach = [\"d\"]\n[device.d]\nservice = \"1ms\"\n[host.h]\ncount = 5\n\
        [volume.v]\nsize = \"1g\"\npath = [\"r\"]\n";
    assert!(matches!(StackSpec::from_toml(text, "s").unwrap_err(), StackError::Wiring { .. }));
}

#[test]
fn members_fail_and_come_back_while_it_runs() {
    let mut stack = Stack::new(&stack("5", 4, ""), 1);
    let reads = || (0..120).map(|i| Op { offset: i << 16, len: 4096, kind: OpKind::Read });
    assert!(one_by_one(&mut stack, reads()).iter().all(Result::is_ok));
    let whole = stack.element_figures()[1].arrivals;
    assert_eq!(whole, 120);
    stack.switch(Nanos::from_secs(1), "r", "failed", "2").unwrap();
    let mut finished = Vec::new();
    for (id, op) in reads().enumerate() {
        stack.submit(Nanos::from_secs(1), VolumeId::FIRST, id as u64, op);
    }
    stack.advance(Nanos::from_secs(9), &mut finished);
    // A quarter of the reads cost three.
    assert_eq!(stack.element_figures()[1].arrivals - whole, 90 + 30 * 3);
    stack.switch(Nanos::from_secs(10), "r", "failed", "2, 4").unwrap();
    stack.submit(Nanos::from_secs(10), VolumeId::FIRST, 0, Op { offset: 0, len: 1 << 20, kind: OpKind::Read });
    finished.clear();
    stack.advance(Nanos::from_secs(11), &mut finished);
    assert_eq!(finished[0].result, Err(5));
    let error = stack.switch(Nanos::from_secs(12), "r", "failed", "5").unwrap_err();
    assert!(error.contains("1 to 4"), "{error}");
    assert!(stack.switch(Nanos::from_secs(12), "r", "speed", "5").unwrap_err().contains("known: failed"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_request_of_an_array_ends_once(
        seed in any::<u64>(), which in 0_usize..5, errors in 0_u32..10, rebuild in any::<bool>(),
    ) {
        let (level, width, _) = LEVELS[which];
        let rebuild = if rebuild { "rebuild = { rate = \"4m\", member = 2 }" } else { "" };
        let text = format!(
            "[raid.r]\nlevel = \"{level}\"\nwidth = {width}\neach = [\"f\", \"d\"]\n{rebuild}\n[fault.f]\nscope = \"node\"\n\
             read_errors = {errors}\nwrite_errors = {errors}\nstale = 0.001\n[device.d]\nscope = \"node\"\n\
             service = {{ distribution = \"exponential\", mean = \"1ms\" }}\n[host.h]\ncount = 8\n[volume.v]\nsize = \"1g\"\n\
             path = [\"r\"]\n"
        );
        let mut stack = Stack::new(&StackSpec::from_toml(&text, "c").unwrap(), seed);
        let mut random = stream(seed, "ops", 0);
        let (mut now, mut finished) = (Nanos::ZERO, Vec::new());
        for id in 0..300 {
            now += Nanos((unit(&mut random) * 4e6) as u64);
            stack.advance(now, &mut finished);
            let kind = OpKind::ALL[(unit(&mut random) * 4.0) as usize];
            let len = if kind == OpKind::Flush { 0 } else { (1 + (unit(&mut random) * 1000.0) as u32) * 512 };
            let offset = (unit(&mut random) * 1e6) as u64 * 512;
            stack.submit(now, VolumeId::FIRST, id, Op { offset: offset % (SIZE - (1 << 20)), len, kind });
        }
        stack.advance(now + Nanos::from_secs(30), &mut finished);
        let mut ids: Vec<u64> = finished.iter().map(|end| end.id).collect();
        ids.sort_unstable();
        prop_assert_eq!(ids, (0..300).collect::<Vec<_>>());
        if errors == 0 {
            prop_assert!(finished.iter().all(|end| end.result.is_ok()));
        }
    }
}

#[test]
fn what_an_array_counts_is_counted_anew_and_what_it_has_rebuilt_stays() {
    let spec = stack("5", 4, "");
    let topology = Topology::of(&spec);
    let node = topology.places[topology.members_of(0)[0] as usize].node;
    let mut at_work = Stack::of(&spec, &topology, 1, &[node]);
    let of = |i: u64, kind| Op { offset: i * 32768, len: 32768, kind };
    let all = |kind| (0..60).map(move |i| of(i, kind));
    one_by_one(&mut at_work, all(OpKind::Read).chain(all(OpKind::Write)));
    let counts = ["member_reads", "member_writes", "members_fell_out"];
    for name in counts {
        assert!(at_work.element_figures()[0].own[name] > 0.0, "{name}");
    }
    at_work.restart_figures();
    for name in counts {
        assert_eq!(at_work.element_figures()[0].own[name], 0.0, "{name}");
    }
    let mut stack = Stack::new(&stack("5", 4, "rebuild = { rate = \"16m\", member = 3 }"), 1);
    stack.advance(Nanos::ZERO, &mut Vec::new());
    stack.advance(Nanos::from_secs(1), &mut Vec::new());
    let rebuilt = stack.element_figures()[0].own["rebuilt_bytes"];
    assert!(rebuilt > 0.0);
    stack.restart_figures();
    assert_eq!(stack.element_figures()[0].own["rebuilt_bytes"], rebuilt);
}
