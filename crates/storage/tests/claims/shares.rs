//! Shares: with everyone backlogged, rates are those of water-filling.

use crate::common::many::{Loop, Observation, closed, little};
use crate::common::read;
use plimsoll_base::Nanos;
use plimsoll_storage::{FinishedOp, Stack, StackSpec, VolumeId};
use proptest::prelude::*;

/// Reservation, shares, limit (infinite: none).
type Share = (f64, f64, f64);

/// x_i = clamp(λ · w_i, r_i, l_i) with Σ x_i = capacity, by bisection of λ; all limits when those do not fill it.
fn water_filling(capacity: f64, clients: &[Share]) -> Vec<f64> {
    let rates = |lambda: f64| -> Vec<f64> { clients.iter().map(|(r, w, l)| (lambda * w).clamp(*r, *l)).collect() };
    let (mut low, mut high) = (0.0, 1e9);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if rates(middle).iter().sum::<f64>() < capacity { low = middle } else { high = middle }
    }
    rates(low)
}

/// A VM for each share, vm1 and so on, with a volume each; `keys` are those of the element, `device` what is behind.
fn stack(keys: &str, device: &str, clients: &[Share]) -> StackSpec {
    let mut text = format!("[device.d]\n{device}[shares.s]\n{keys}of = {{ ");
    for (index, (reservation, shares, limit)) in clients.iter().enumerate() {
        let limit = if limit.is_finite() { format!(", limit = {limit}") } else { String::new() };
        let comma = if index > 0 { ", " } else { "" };
        text += &format!("{comma}vm{} = {{ reservation = {reservation}, shares = {shares}{limit} }}", index + 1);
    }
    text += " }\n";
    for vm in 1..=clients.len() {
        text +=
            &format!("[client.vm{vm}]\nvolumes = [\"v{vm}\"]\n[volume.v{vm}]\nsize = \"1g\"\npath = [\"s\", \"d\"]\n");
    }
    StackSpec::from_toml(&text, "test.toml").unwrap_or_else(|e| panic!("{e}\n{text}"))
}

const FAST: &str = "servers = 256\nservice = \"10us\"\n";

fn run(spec: &StackSpec, clients: usize, outstanding: u64, seconds: u64) -> Observation {
    run_after(2, spec, clients, outstanding, seconds)
}

/// Figures of `seconds` seconds after the first `warmup_s`.
fn run_after(warmup_s: u64, spec: &StackSpec, clients: usize, outstanding: u64, seconds: u64) -> Observation {
    let of = |volume| Loop { volume, outstanding, op: read(4096) };
    let loops: Vec<Loop> = (0..clients as u32).map(of).collect();
    let seen = closed(spec, &loops, Nanos::from_secs(warmup_s), Nanos::from_secs(warmup_s + seconds));
    little(&seen);
    seen
}

fn are_near(what: &str, got: &[f64], want: &[f64], tolerance: f64) {
    for (index, (got, want)) in got.iter().zip(want).enumerate() {
        assert!((got / want - 1.0).abs() < tolerance, "{what}, client {}: {got}/s, want {want}/s", index + 1);
    }
}

const INF: f64 = f64::INFINITY;

#[test]
fn a_reservation_comes_first_and_shares_divide_the_rest() {
    let clients = [(0.0, 1000.0, INF), (0.0, 2000.0, INF), (1000.0, 200.0, INF)];
    let want = [2000.0 / 3.0, 4000.0 / 3.0, 1000.0];
    are_near("oracle", &water_filling(3000.0, &clients), &want, 1e-6);
    // A capacity of its own; the same from what lies behind, by slots: 30 of 10 ms; and by both.
    for (keys, device) in [
        ("ops_per_s = 3000\n", FAST),
        ("depth = 30\n", "servers = 256\nservice = \"10ms\"\n"),
        ("depth = 32\n", "servers = 1\nservice = \"333333ns\"\n"),
        ("depth = 64\nops_per_s = 3000\n", FAST),
    ] {
        let seen = run(&stack(keys, device, &clients), 3, 32, 20);
        are_near(keys, &seen.rates, &want, 0.01);
    }
}

#[test]
fn a_limit_holds_when_the_device_is_half_idle() {
    let clients = [(1.0, 1000.0, 3000.0); 4];
    are_near("10000", &run(&stack("ops_per_s = 10000\n", FAST, &clients), 4, 32, 10).rates, &[2500.0; 4], 0.01);
    let seen = run(&stack("ops_per_s = 20000\n", FAST, &clients), 4, 32, 10);
    are_near("20000", &seen.rates, &[3000.0; 4], 0.001);
    assert!((seen.of("s").utilisation - 0.6).abs() < 0.01, "{}", seen.of("s").utilisation);
    // The same from behind: 20 slots of 1 ms.
    let device = "servers = 256\nservice = \"1ms\"\n";
    are_near("slots", &run(&stack("depth = 20\n", device, &clients), 4, 32, 10).rates, &[3000.0; 4], 0.001);
}

/// 3,000 a second by 30 slots of 10 ms, or as the capacity of its own.
fn with_slots(slots: bool, clients: &[Share]) -> StackSpec {
    let keys = if slots { "depth = 30\n" } else { "ops_per_s = 3000\n" };
    let device = if slots { "servers = 256\nservice = \"10ms\"\n" } else { FAST };
    stack(keys, device, clients)
}

/// When the rates are those of water filling: a client that came short at the start makes up for it as fast as its limit
/// lets it, so where that lies a few percent above its rate it takes minutes.
fn settled_s(clients: &[Share], want: &[f64]) -> u64 {
    let tight = clients.iter().zip(want).any(|((_, _, limit), want)| *limit > *want && *limit < want * 1.05);
    if tight { 300 } else { 2 }
}

#[test]
fn who_came_short_at_the_start_makes_up_for_it_as_fast_as_the_limit_lets() {
    // 870.6 a second are its share and 880 its limit: at first it gets all of these.
    let clients =
        [(280.0, 1850.0, 880.0), (200.0, 50.0, INF), (0.0, 1550.0, 750.0), (0.0, 1250.0, 600.0), (0.0, 1300.0, 750.0)];
    let want = water_filling(3000.0, &clients);
    let first = run(&with_slots(true, &clients), 5, 64, 20).rates[0];
    assert!((first - 880.0).abs() < 0.1, "{first}/s, {} by shares", want[0]);
    let seen = run_after(settled_s(&clients, &want), &with_slots(true, &clients), 5, 64, 20);
    are_near("settled", &seen.rates, &want, 0.001);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn rates_are_those_of_water_filling(
        clients in prop::collection::vec((0_u32..10, 1_u32..40, 1_u32..12), 2..6), slots in any::<bool>()
    ) {
        // Reservations below the capacity together, limits at or above them or none.
        let clients: Vec<Share> = clients
            .into_iter()
            .map(|(r, w, l)| {
                let reservation = f64::from(r) * 40.0;
                let limit = if l > 8 { INF } else { reservation + f64::from(l) * 150.0 };
                (reservation, f64::from(w) * 50.0, limit)
            })
            .collect();
        let want = water_filling(3000.0, &clients);
        let seen = run_after(settled_s(&clients, &want), &with_slots(slots, &clients), clients.len(), 64, 20);
        for (got, want) in seen.rates.iter().zip(&want) {
            // 1 %, and the 2 operations at the edges of 20 s that a rate of 50/s does not average out.
            prop_assert!((got - want).abs() <= 0.01 * want + 0.1, "{:?}, want {want:?}, {clients:?}", seen.rates);
        }
    }
}

/// mClock counts 8 operations for a request of 256 KiB at 32 KiB.
#[test]
fn large_requests_cost_more_of_a_share() {
    for (cost, len, each) in
        [("none", 40 << 10, 1.0), ("ceil", 40 << 10, 2.0), ("linear", 40 << 10, 1.25), ("ceil", 4096, 1.0)]
    {
        let text = format!(
            "[device.d]\n{FAST}[shares.s]\nops_per_s = 3000\nper = \"disk\"\ncost = \"{cost}\"\nof = {{ a = {{ limit = 1000 }} }}\n\
             [volume.a]\nsize = \"1g\"\npath = [\"s\", \"d\"]\n[volume.b]\nsize = \"1g\"\npath = [\"s\", \"d\"]\n"
        );
        let unit = if cost == "none" { text } else { text.replace("of = ", "unit = \"32k\"\nof = ") };
        let spec = StackSpec::from_toml(&unit, "test.toml").unwrap();
        let loops = [0, 1].map(|volume| Loop { volume, outstanding: 32, op: read(len) });
        let seen = closed(&spec, &loops, Nanos::from_secs(1), Nanos::from_secs(21));
        little(&seen);
        are_near(cost, &seen.rates, &[1000.0 / each, 2000.0 / each], 0.005);
    }
}

#[test]
fn a_soft_limit_gives_what_nobody_else_wants() {
    let clients = [(0.0, 1000.0, 500.0), (0.0, 1000.0, 800.0)];
    let soft = stack("ops_per_s = 3000\nat_limit = \"allow\"\n", FAST, &clients);
    let seen = run(&soft, 2, 32, 10);
    assert!((seen.rate() / 3000.0 - 1.0).abs() < 0.001, "nothing is left idle: {}", seen.rate());
    let hard = run(&stack("ops_per_s = 3000\n", FAST, &clients), 2, 32, 10);
    are_near("hard", &hard.rates, &[500.0, 800.0], 0.005);
}

/// 1,000 a second come, 300 may: one in 3.33 passes, and 700 fail at once.
#[test]
fn what_is_above_a_limit_that_rejects_fails_at_once() {
    let spec = stack("ops_per_s = 3000\nat_limit = \"reject\"\n", FAST, &[(0.0, 1000.0, 300.0)]);
    let (mut stack, mut finished): (Stack, Vec<FinishedOp>) = (Stack::new(&spec, 1), Vec::new());
    for id in 0..10_000 {
        let now = Nanos::from_millis(id);
        stack.advance(now, &mut finished);
        stack.submit(now, VolumeId::FIRST, id, read(4096));
    }
    stack.advance(Nanos::from_secs(11), &mut finished);
    let passed = finished.iter().filter(|end| end.result.is_ok()).count();
    assert!(
        finished
            .iter()
            .all(|end| end.result.is_ok() || (end.result == Err(11) && end.at == Nanos::from_millis(end.id)))
    );
    // One in four: at 4 ms the tag of 3.33 ms is past. A limit that saves nothing up rounds up to the arrivals.
    assert_eq!((finished.len(), passed), (10_000, 2500));
    assert_eq!(stack.element_figures()[0].own["rejected"], 7500.0);
}

/// A table of several clients holds for each of them, and a client's own name wins.
#[test]
fn clients_are_named_by_their_table_or_their_own_name() {
    let text = format!(
        "[device.d]\n{FAST}[shares.s]\nops_per_s = 4000\nof = {{ vm = {{ shares = 500 }}, vm3 = {{ shares = 2500 }} }}\n\
         [client.vm]\ncount = 3\nvolumes = [\"v\"]\n[client.other]\nvolumes = [\"w\"]\n\
         [volume.v]\nsize = \"1g\"\npath = [\"s\", \"d\"]\n[volume.w]\nsize = \"1g\"\nlogical_block_size = 512\npath = [\"s\", \"d\"]\n"
    );
    let spec = StackSpec::from_toml(&text, "test.toml").unwrap();
    let seen = run(&spec, 4, 32, 10);
    // Clients in the order of their tables' names: other (1000), vm1, vm2 (500 each), vm3 (2500); 4500 in all.
    let part = |shares: f64| 4000.0 * shares / 4500.0;
    are_near("by name", &seen.rates, &[part(1000.0), part(500.0), part(500.0), part(2500.0)], 0.01);
}

#[test]
fn what_shares_cannot_be_is_refused_with_the_key() {
    for (keys, says) in [
        ("", "'depth'"),
        ("depth = 0\n", "'depth'"),
        ("depth = 8\nshares = 0\n", "'shares'"),
        ("depth = 8\nreservation = 100\nlimit = 50\n", "'limit'"),
        ("depth = 8\nunit = \"4k\"\n", "'unit'"),
        ("depth = 8\nat_limit = \"reject\"\n", "'at_limit'"),
        ("depth = 8\nof = 3\n", "'of'"),
        ("depth = 8\nof = { vm1 = { weight = 3 } }\n", "'weight'"),
        ("depth = 8\nof = { vm1 = { reservation = 9, limit = 3 } }\n", "'limit'"),
        ("depth = 8\nof = { vn1 = { shares = 3 } }\n", "no client is called so; known: vm"),
        ("depth = 8\nper = \"disk\"\nof = { vm1 = { shares = 3 } }\n", "no volume is called so; known: v"),
    ] {
        let text = format!(
            "[device.d]\nservice = \"1us\"\n[shares.s]\n{keys}[client.vm]\ncount = 2\nvolumes = [\"v\"]\n\
             [volume.v]\nsize = \"1g\"\npath = [\"s\", \"d\"]\n"
        );
        let error = StackSpec::from_toml(&text, "s").unwrap_err().to_string();
        assert!(error.contains(says), "{keys}{error}");
    }
}
