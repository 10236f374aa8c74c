//! The model against queueing theory. Rates, sizes and seeds are fixed; every tolerance is derived beside it.

mod common;

use common::{closed, poisson, read, spec};
use plimsoll_base::Nanos;

/// Operations of an open run. With mean wait W and asymptotic variance V of the waits, the standard error of the mean
/// is sqrt(V / n). M/M/1 (Daley 1968): V / W² = (2 + 5r - 4r² + r³) / (r (1 - r)²), which is 39 at utilisation
/// r = 0.6: the error is sqrt(39 / 3.6e6) = 0.33 %, and 1 % lies 3 of them away. `check` makes sure, from batch means,
/// that the others' errors are not larger: the test would otherwise have no power.
const OPERATIONS: usize = 4_000_000;
const TOLERANCE: f64 = 0.01;
const S: f64 = 200e-6;

fn device(servers: u32, service: &str) -> String {
    format!("[device.d]\nservers = {servers}\nservice = {service}\n")
}

/// Probability that an arrival waits in M/M/c with offered load `a` (Erlang C), by the recursion of Erlang B.
fn erlang_c(c: u32, a: f64) -> f64 {
    let b = (1..=c).fold(1.0, |b, k| a * b / (f64::from(k) + a * b));
    b / (1.0 - a / f64::from(c) * (1.0 - b))
}

/// Runs Poisson arrivals at utilisation `r` and checks the mean wait, and Little's law and utilisation at the device.
fn check(servers: u32, service: &str, r: f64, theory_wait_s: f64) {
    let spec = spec(&device(servers, service), &["d"]);
    let rate = r * f64::from(servers) / S;
    // With several servers waits are rarer and shorter: three times as many for the same error.
    let operations = if servers == 1 { OPERATIONS } else { 3 * OPERATIONS };
    let seen = poisson(&spec, rate, read(4096), operations);
    let d = &seen.figures[0];
    let wait = d.mean_wait_ns.unwrap() / 1e9;
    assert!((wait / theory_wait_s - 1.0).abs() < TOLERANCE, "{service}: mean wait {wait} s, theory {theory_wait_s} s");
    let (_, error) = seen.mean_and_error_s();
    assert!(
        error < theory_wait_s * TOLERANCE / 2.5,
        "{service}: an error of {error} s can't tell 1 % of {theory_wait_s} s"
    );
    // The client sees what the element counts: the populations differ only by the few dozen on their way at the ends.
    let response = wait + d.mean_service_ns.unwrap() / 1e9;
    assert!((seen.mean_s() / response - 1.0).abs() < 1e-3, "{service}: client {}, element {response}", seen.mean_s());
    // n arrivals have a relative error of 1 / sqrt(n) = 0.05 %, the mean service cv / sqrt(n): 0.2 % is 3 of both.
    assert!((d.utilisation / r - 1.0).abs() < 0.002, "{service}: utilisation {} of {r}", d.utilisation);
    // Little: the integral of the number inside against rate times mean stay; they differ only by the ends.
    let arrivals_per_s = d.arrivals as f64 / d.elapsed_ns.as_secs_f64();
    assert!((d.mean_queue / (arrivals_per_s * response) - 1.0).abs() < 1e-3, "{service}: Little, {d:?}");
}

#[test]
fn m_m_1_waits_as_theory_says() {
    let r = 0.6;
    check(1, "{ distribution = \"exponential\", mean = \"200us\" }", r, S * r / (1.0 - r));
}

#[test]
fn m_m_c_waits_as_erlang_c_says() {
    let (c, r) = (4, 0.7);
    let wait = erlang_c(c, r * f64::from(c)) * S / (f64::from(c) * (1.0 - r));
    check(c, "{ distribution = \"exponential\", mean = \"200us\" }", r, wait);
}

/// Pollaczek and Khinchine: W = r S (1 + cv²) / (2 (1 - r)).
fn pollaczek_khinchine(r: f64, cv: f64) -> f64 {
    r * S * (1.0 + cv * cv) / (2.0 * (1.0 - r))
}

#[test]
fn m_d_1_waits_half_as_long_as_m_m_1() {
    check(1, "\"200us\"", 0.7, pollaczek_khinchine(0.7, 0.0));
}

#[test]
fn m_g_1_with_gamma_service_waits_as_pollaczek_and_khinchine_say() {
    check(1, "{ distribution = \"gamma\", mean = \"200us\", cv = 0.5 }", 0.6, pollaczek_khinchine(0.6, 0.5));
}

/// A lognormal has a heavier tail than the exponential, its waits vary more: the utilisation is lower to make up for it.
#[test]
fn m_g_1_with_lognormal_service_waits_as_pollaczek_and_khinchine_say() {
    check(1, "{ distribution = \"lognormal\", mean = \"200us\", cv = 1.0 }", 0.4, pollaczek_khinchine(0.4, 1.0));
}

#[test]
fn m_g_1_with_bimodal_service_waits_as_pollaczek_and_khinchine_say() {
    // 90 % at 100 us, 10 % at 1100 us: mean 200 us; variance 0.9 · 100² + 0.1 · 900² = 90,000 us², cv = 1.5.
    let service = "{ distribution = \"bimodal\", fast = \"100us\", slow = \"1100us\", slow_share = 0.1 }";
    check(1, service, 0.4, pollaczek_khinchine(0.4, 1.5));
}

#[test]
fn closed_m_m_c_with_enough_outstanding_runs_at_c_over_s() {
    let spec = spec(&device(8, "{ distribution = \"exponential\", mean = \"200us\" }"), &["d"]);
    let seen = closed(&spec, 32, read(4096), Nanos::from_secs(1), Nanos::from_secs(51));
    // All servers are always busy: 2 million services of relative error 1 / sqrt(2e6) = 0.07 %; 0.25 % is 3.5 of them.
    assert!((seen.rate() / 40_000.0 - 1.0).abs() < 0.0025, "{}", seen.rate());
    assert!((seen.mean_s() / 800e-6 - 1.0).abs() < 0.0025, "{}", seen.mean_s());
    let d = &seen.figures[0];
    assert!((d.utilisation - 1.0).abs() < 1e-9 && (d.mean_queue - 32.0).abs() < 1e-9 && d.max_queue == 32, "{d:?}");
}

#[test]
fn per_byte_time_adds_to_the_service() {
    let spec = spec("[device.d]\nservice = \"100us\"\nbytes_per_s = \"1gb\"\n", &["d"]);
    // 100 us + 65,536 B / 1e9 B/s = 165.536 us each, one after the other: 6040 end within a second.
    let seen = closed(&spec, 4, read(65_536), Nanos::ZERO, Nanos::from_secs(1));
    assert_eq!(seen.count, 1_000_000_000 / 165_536);
}

#[test]
fn reads_and_writes_have_their_own_times() {
    let spec = spec("[device.d]\nread = \"100us\"\nwrite = \"1ms\"\n", &["d"]);
    let write = plimsoll_base::Op { kind: plimsoll_base::OpKind::Write, ..read(4096) };
    for (op, count) in [(read(4096), 10_000), (write, 1000)] {
        assert_eq!(closed(&spec, 1, op, Nanos::ZERO, Nanos::from_secs(1)).count, count);
    }
}

/// Client and neighbours share an M/M/1: the client's response is exponential with rate mu - b - x.
#[test]
fn noise_takes_its_share_of_an_m_m_1() {
    let (x, b) = (2000.0, 1000.0);
    let text =
        format!("[noise.n]\nops_per_s = {b}\n{}", device(1, "{ distribution = \"exponential\", mean = \"200us\" }"));
    let spec = spec(&text, &["n", "d"]);
    let seen = poisson(&spec, x, read(4096), OPERATIONS);
    let theory = 1.0 / (1.0 / S - b - x);
    // Utilisation is 0.6, as above. The client's 3.6 million of 5.4 million responses know no less than they would alone.
    assert!((seen.mean_s() / theory - 1.0).abs() < TOLERANCE, "mean {} s, theory {theory} s", seen.mean_s());
    // Exponential: the 99th percentile is ln(100) means. Batches of 90,000 responses make its error; 2 % is ample.
    let mut sorted = seen.responses.clone();
    sorted.sort_unstable();
    let p99 = sorted[sorted.len() * 99 / 100] as f64 / 1e9;
    assert!((p99 / (theory * 100_f64.ln()) - 1.0).abs() < 0.02, "p99 {p99} s");
    let (n, d) = (&seen.figures[0], &seen.figures[1]);
    let injected_per_s = n.injected as f64 / n.elapsed_ns.as_secs_f64();
    // 1.8 million arrivals: a relative error of 0.075 %.
    assert!((injected_per_s / b - 1.0).abs() < 0.003, "{injected_per_s}");
    assert_eq!(d.arrivals, n.departures + n.injected);
}

#[test]
fn erlang_c_is_the_textbooks() {
    // One server waits with probability r; 10 servers at a load of 8 with 0.4092 (tables).
    assert!((erlang_c(1, 0.6) - 0.6).abs() < 1e-12);
    assert!((erlang_c(10, 8.0) - 0.4092).abs() < 1e-4);
}
