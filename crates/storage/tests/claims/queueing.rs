//! The model against queueing theory. Rates, sizes and seeds are fixed; every run is long enough that the tolerance (1 %
//! in `make truth`) is four standard errors, by a formula beside it and, afterwards, by the run's own batch means.

use crate::common::{closed, poisson, read, row, spec, tolerance};
use plimsoll_base::Nanos;
use plimsoll_base::random::stream;
use plimsoll_storage::{ElementFigures, Stack, VolumeId};
use rand_distr::{Distribution, Exp1};

/// How many standard errors the tolerance has to be.
const ERRORS: f64 = 4.0;
const S: f64 = 200e-6;

/// Share of a run that is left out: at least 50,000 operations, and at utilisation 0.9 more than a thousand of the
/// relaxation times 2 / (1 - r)² = 200 operations that M/M/1 takes to forget its empty start.
const TRANSIENT: u64 = 20;
/// Enough for an error that is itself known to 1 / sqrt(2 · 199) = 5 %; tens of thousands of operations each.
const BATCHES: u64 = 200;

fn device(servers: u32, service: &str) -> String {
    format!("[device.d]\nservers = {servers}\nservice = {service}\n")
}

/// Probability that an arrival waits in M/M/c with offered load `a` (Erlang C), by the recursion of Erlang B.
fn erlang_c(c: u32, a: f64) -> f64 {
    let b = (1..=c).fold(1.0, |b, k| a * b / (f64::from(k) + a * b));
    b / (1.0 - a / f64::from(c) * (1.0 - b))
}

/// Operations for an error of `tolerance` / ERRORS, when what is averaged has mean W and asymptotic variance V: the
/// standard error of a mean of n is sqrt(V / n), so n = (V / W²) (4 / 0.01)² for 1 %. A quarter more, so that the error that the
/// batches show, known to 5 %, stays below by two of those: 1.12 times.
fn operations(relative_variance: f64) -> u64 {
    (1.25 * relative_variance * (ERRORS / tolerance()).powi(2)) as u64
}

/// V / W² per arrival of the number waiting in M/M/c, exact (Whitt 1992, "Asymptotic formulas for Markov processes"): of
/// a birth-death process with arrival rate a, probabilities p and a function f of its state with mean m, the variance is
/// 2 sum over k of (sum over j <= k of p_j (f_j - m))² / (a p_k). The waits vary a little less: M/M/1 (Daley 1968) has
/// (2 + 5r - 4r² + r³) / (r (1 - r)²) = 29, 124, 443 at r = 0.5, 0.8, 0.9, this 34, 135, 464.
fn birth_death(c: u32, r: f64) -> f64 {
    let a = r * f64::from(c);
    let mut p = vec![1.0];
    // Until what is left out is nothing: beyond c it falls by r with each.
    while p.len() <= c as usize || p[p.len() - 1] > 1e-13 {
        p.push(p[p.len() - 1] * a / f64::from(c.min(p.len() as u32)));
    }
    let total: f64 = p.iter().sum();
    let waiting = |k: usize| k.saturating_sub(c as usize) as f64;
    let mean = p.iter().enumerate().map(|(k, p)| p / total * waiting(k)).sum::<f64>();
    let (mut below, mut variance) = (0.0, 0.0);
    for (k, p) in p.iter().enumerate() {
        below += p / total * (waiting(k) - mean);
        variance += 2.0 * below * below / (a * p / total);
    }
    // In units of the service time; a arrivals come in each.
    variance * a / (mean * mean)
}

/// V / W² in heavy traffic (Whitt 1989, "Planning queueing simulations"): 2 (ca² + cs²) / (1 - r)², with Poisson
/// arrivals ca = 1. Divided by the probability r of a wait, as only those that wait say something: for M/M/1 that is
/// within 6 % of the above from r = 0.5 on.
fn heavy_traffic(r: f64, cv: f64) -> f64 {
    2.0 * (1.0 + cv * cv) / (r * (1.0 - r).powi(2))
}

/// Figures of Poisson arrivals. Nothing is kept per operation: tens of millions of them would not fit.
struct Observation {
    /// Mean response time.
    mean_s: f64,
    /// Standard error of the mean wait at the last element, from batches.
    error_s: f64,
    figures: Vec<ElementFigures>,
}

/// `count` Poisson arrivals of `rate_per_s` after the transient. An operation's name is the instant it was submitted.
fn run(elements: &str, path: &[&str], rate_per_s: f64, count: u64) -> Observation {
    let mut stack = Stack::new(&spec(elements, path), 7);
    let mut random = stream(11, "arrivals", 0);
    let (mut finished, mut at) = (Vec::new(), 0.0);
    let (mut sum_ns, mut ended, mut batches, mut before) = (0_u128, 0_u64, Vec::new(), (0.0, 0.0));
    let (transient, batch) = (count / TRANSIENT, count / BATCHES);
    for id in 0..transient + count {
        let gap: f64 = Exp1.sample(&mut random);
        at += gap * 1e9 / rate_per_s;
        let now = Nanos(at as u64);
        stack.advance(now, &mut finished);
        for end in finished.drain(..).filter(|_| id > transient) {
            (sum_ns, ended) = (sum_ns + u128::from(end.at.0 - end.id), ended + 1);
        }
        if id == transient {
            stack.restart_figures();
        } else if id > transient && (id - transient) % batch == 0 {
            let figures = stack.element_figures();
            let last = &figures[figures.len() - 1];
            let total = (last.mean_wait_ns.unwrap() * last.departures as f64, last.departures as f64);
            batches.push((total.0 - before.0) / (total.1 - before.1) / 1e9);
            before = total;
        }
        stack.submit(now, VolumeId::FIRST, now.0, read(4096));
    }
    let n = batches.len() as f64;
    let mean = batches.iter().sum::<f64>() / n;
    let variance = batches.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / (n - 1.0);
    Observation {
        mean_s: sum_ns as f64 / ended as f64 / 1e9,
        error_s: (variance / n).sqrt(),
        figures: stack.element_figures(),
    }
}

/// Runs Poisson arrivals at utilisation `r` and checks mean wait and mean number waiting, and Little's law and
/// utilisation at the device.
fn check(what: &str, servers: u32, service: &str, r: f64, theory_wait_s: f64, relative_variance: f64) {
    let (rate, tolerance) = (r * f64::from(servers) / S, tolerance());
    let seen = run(&device(servers, service), &["d"], rate, operations(relative_variance));
    let d = &seen.figures[0];
    let wait = d.mean_wait_ns.unwrap() / 1e9;
    row(&format!("{what}, mean wait, µs"), wait * 1e6, theory_wait_s * 1e6, seen.error_s / wait);
    assert!((wait / theory_wait_s - 1.0).abs() < tolerance, "{service}: mean wait {wait} s, theory {theory_wait_s} s");
    // Waiting, and not in service: those present less the busy servers. In theory rate times wait.
    let (waiting, theory) = (d.mean_queue - d.utilisation * f64::from(servers), rate * theory_wait_s);
    assert!((waiting / theory - 1.0).abs() < tolerance, "{service}: {waiting} waiting, theory {theory}");
    // The test has the power that it says.
    assert!(
        ERRORS * seen.error_s < theory_wait_s * tolerance,
        "{service}: an error of {} s can't tell {tolerance} of {theory_wait_s} s",
        seen.error_s
    );
    // The client sees what the element counts: the populations differ only by the few dozen on their way at the ends.
    let response = wait + d.mean_service_ns.unwrap() / 1e9;
    assert!((seen.mean_s / response - 1.0).abs() < 1e-3, "{service}: client {}, element {response}", seen.mean_s);
    // For a tolerance of 1 %, n > 4 million arrivals have a relative error of 1 / sqrt(n) = 0.05 %, the mean service
    // cv / sqrt(n), cv <= 2 with 12 million: 0.3 % is more than 4 of both. For another, n goes with its square.
    let near = 0.3 * tolerance;
    assert!((d.utilisation / r - 1.0).abs() < near, "{service}: utilisation {} of {r}", d.utilisation);
    little(&seen.figures);
}

/// Little's law at each element: the integral of the number inside against rate times mean stay. They differ by what
/// was inside at the two ends, hundreds of millions.
fn little(figures: &[ElementFigures]) {
    for e in figures {
        let per_s = e.arrivals as f64 / e.elapsed_ns.as_secs_f64();
        let stay_s = (e.mean_wait_ns.unwrap() + e.mean_service_ns.unwrap()) / 1e9;
        assert!((e.mean_queue - per_s * stay_s).abs() <= 1e-3 * e.mean_queue, "Little at {}: {e:?}", e.name);
    }
}

const EXPONENTIAL: &str = "{ distribution = \"exponential\", mean = \"200us\" }";

fn m_m_1(r: f64) {
    check(&format!("M/M/1 at {r}"), 1, EXPONENTIAL, r, S * r / (1.0 - r), birth_death(1, r));
}

#[test]
fn m_m_1_half_full_waits_as_theory_says() {
    m_m_1(0.5);
}

#[test]
fn m_m_1_at_80_percent_waits_as_theory_says() {
    m_m_1(0.8);
}

#[test]
fn m_m_1_at_90_percent_waits_as_theory_says() {
    m_m_1(0.9);
}

fn m_m_c(c: u32, r: f64) {
    let waits = erlang_c(c, r * f64::from(c));
    let theory = waits * S / (f64::from(c) * (1.0 - r));
    check(&format!("M/M/{c} at {r}"), c, EXPONENTIAL, r, theory, birth_death(c, r));
}

#[test]
fn m_m_2_waits_as_erlang_c_says() {
    m_m_c(2, 0.7);
}

#[test]
fn m_m_8_waits_as_erlang_c_says() {
    m_m_c(8, 0.7);
}

/// Pollaczek and Khinchine: W = r S (1 + cv²) / (2 (1 - r)).
fn m_g_1(what: &str, service: &str, r: f64, cv: f64, tail: f64) {
    check(what, 1, service, r, r * S * (1.0 + cv * cv) / (2.0 * (1.0 - r)), tail * heavy_traffic(r, cv));
}

#[test]
fn m_d_1_waits_half_as_long_as_m_m_1() {
    m_g_1("M/D/1 at 0.7", "\"200us\"", 0.7, 0.0, 1.0);
}

#[test]
fn m_g_1_with_gamma_service_waits_as_pollaczek_and_khinchine_say() {
    m_g_1("M/G/1 (gamma, cv 2) at 0.5", "{ distribution = \"gamma\", mean = \"200us\", cv = 2 }", 0.5, 2.0, 1.0);
}

#[test]
fn m_g_1_with_lognormal_service_waits_as_pollaczek_and_khinchine_say() {
    // Its third moment is (1 + cv²)³ = 8 where the exponential's is 6, its fourth 64 where that is 24: the waits vary more
    // than two moments say. Half as many again.
    m_g_1(
        "M/G/1 (lognormal, cv 1) at 0.5",
        "{ distribution = \"lognormal\", mean = \"200us\", cv = 1.0 }",
        0.5,
        1.0,
        1.5,
    );
}

#[test]
fn m_g_1_with_bimodal_service_waits_as_pollaczek_and_khinchine_say() {
    // 90 % at 100 us, 10 % at 1100 us: mean 200 us; variance 0.9 · 100² + 0.1 · 900² = 90,000 us², cv = 1.5.
    let service = "{ distribution = \"bimodal\", fast = \"100us\", slow = \"1100us\", slow_share = 0.1 }";
    m_g_1("M/G/1 (bimodal, cv 1.5) at 0.5", service, 0.5, 1.5, 1.0);
}

#[test]
fn closed_m_m_c_with_enough_outstanding_runs_at_c_over_s() {
    let spec = spec(&device(8, EXPONENTIAL), &["d"]);
    let seen = closed(&spec, 32, read(4096), Nanos::from_secs(1), Nanos::from_secs(51));
    // All servers are always busy: 2 million services of relative error 1 / sqrt(2e6) = 0.07 %; 0.25 % is 3.5 of them.
    assert!((seen.rate() / 40_000.0 - 1.0).abs() < 0.0025, "{}", seen.rate());
    assert!((seen.mean_s() / 800e-6 - 1.0).abs() < 0.0025, "{}", seen.mean_s());
    let d = &seen.figures[0];
    assert!((d.utilisation - 1.0).abs() < 1e-9 && (d.mean_queue - 32.0).abs() < 1e-9 && d.max_queue == 32, "{d:?}");
    little(&seen.figures);
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
    const OPERATIONS: usize = 2_000_000;
    let (x, b) = (2000.0, 1000.0);
    let text = format!("[noise.n]\nops_per_s = {b}\n{}", device(1, EXPONENTIAL));
    let spec = spec(&text, &["n", "d"]);
    let seen = poisson(&spec, x, read(4096), OPERATIONS);
    let theory = 1.0 / (1.0 / S - b - x);
    // Utilisation is 0.6, V / W² = 39: the waits of 2.7 million, of which the client's 1.8 know no less than all, have an
    // error of sqrt(39 / 2.7e6) = 0.38 %, the responses, two fifths of which is service, less: 1.5 % is 4 to 5 of them.
    assert!((seen.mean_s() / theory - 1.0).abs() < 0.015, "mean {} s, theory {theory} s", seen.mean_s());
    // Exponential: the 99th percentile is ln(100) means. Batches of 45,000 responses make its error; 3 % is ample.
    let mut sorted = seen.responses.clone();
    sorted.sort_unstable();
    let p99 = sorted[sorted.len() * 99 / 100] as f64 / 1e9;
    assert!((p99 / (theory * 100_f64.ln()) - 1.0).abs() < 0.03, "p99 {p99} s");
    let (n, d) = (&seen.figures[0], &seen.figures[1]);
    let injected_per_s = n.injected as f64 / n.elapsed_ns.as_secs_f64();
    // 0.9 million arrivals: a relative error of 0.1 %.
    assert!((injected_per_s / b - 1.0).abs() < 0.004, "{injected_per_s}");
    assert_eq!(d.arrivals, n.departures + n.injected);
    little(&seen.figures);
}

#[test]
fn erlang_c_is_the_textbooks() {
    // One server waits with probability r; 10 servers at a load of 8 with 0.4092 (tables).
    assert!((erlang_c(1, 0.6) - 0.6).abs() < 1e-12);
    assert!((erlang_c(10, 8.0) - 0.4092).abs() < 1e-4);
}
