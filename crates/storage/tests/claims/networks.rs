//! Closed networks against exact mean value analysis: throughput, mean wait and mean number at every station within the
//! tolerance (1 % in `make truth`), which is at least four standard errors by the run's own batch means.
//!
//! A station is a volume that ends in a device of its own; the client carries a customer from one to the next, so that
//! any routing can be had. With exponential service, first come first served, such a network has a product form
//! (Baskett, Chandy, Muntz and Palacios 1975), and the recursion over the number of customers is exact (Reiser and
//! Lavenberg 1980; with several servers, by the probabilities of each station's states). What lies in one path, a queue
//! in front of a device, is checked the same way below.

use crate::common::{read, row, shorter, tolerance};
use plimsoll_base::Nanos;
use plimsoll_base::random::{Random, stream, unit};
use plimsoll_storage::{ElementFigures, Stack, StackSpec, VolumeId};
use rand_distr::{Distribution, Exp1};

/// How many standard errors the tolerance has to be.
const ERRORS: f64 = 4.0;
const BATCHES: usize = 200;

/// Servers, mean service in s.
#[derive(Clone, Copy)]
struct Station {
    servers: u32,
    service_s: f64,
}

const fn station(servers: u32, service_us: u32) -> Station {
    Station { servers, service_s: service_us as f64 / 1e6 }
}

/// Where a customer goes: `next[from][to]` are probabilities; what is left of 1 takes it back to the client, which thinks.
/// Station 0 comes after thinking.
struct Network {
    stations: Vec<Station>,
    next: Vec<Vec<f64>>,
    think_s: f64,
    customers: u32,
}

impl Network {
    /// One station behind the other, and round.
    fn cycle(stations: &[Station], think_s: f64, customers: u32) -> Network {
        let mut next = vec![vec![0.0; stations.len()]; stations.len()];
        (1..stations.len()).for_each(|to| next[to - 1][to] = 1.0);
        Network { stations: stations.to_vec(), next, think_s, customers }
    }

    /// Visits of each station for one of the client: v = e0 + v P, by repetition (each round of it a customer may end).
    fn visits(&self) -> Vec<f64> {
        let mut visits = vec![0.0; self.stations.len()];
        for _ in 0..10_000 {
            visits = (0..visits.len())
                .map(|to| {
                    f64::from(to == 0) + (0..visits.len()).map(|from| visits[from] * self.next[from][to]).sum::<f64>()
                })
                .collect();
        }
        visits
    }
}

struct Theory {
    /// Rounds a second.
    rate: f64,
    /// By station: visits a second, mean wait in s, mean number inside, probability of each number inside.
    stations: Vec<(f64, f64, f64, Vec<f64>)>,
}

/// Exact mean value analysis, one class, stations with several servers: p_k(j | n) = D_k / min(j, c) X(n) p_k(j - 1 | n - 1),
/// R_k(n) = D_k times the sum over j of j / min(j, c) p_k(j - 1 | n - 1), X(n) = n / (Z + the sum of R).
fn theory(network: &Network) -> Theory {
    let visits = network.visits();
    let stations = &network.stations;
    let least = |j: usize, of: &Station| (j as f64).min(f64::from(of.servers));
    let mut states: Vec<Vec<f64>> = vec![vec![1.0]; stations.len()];
    let (mut rate, mut stays) = (0.0, Vec::new());
    for n in 1..=network.customers as usize {
        let stay = |k: usize| {
            let demand = visits[k] * stations[k].service_s;
            demand * (1..=n).map(|j| j as f64 / least(j, &stations[k]) * states[k][j - 1]).sum::<f64>()
        };
        stays = (0..stations.len()).map(stay).collect::<Vec<f64>>();
        rate = n as f64 / (network.think_s + stays.iter().sum::<f64>());
        for (k, of) in stations.iter().enumerate() {
            let step = |j: usize| visits[k] * of.service_s / least(j, of) * rate * states[k][j - 1];
            let busy: Vec<f64> = (1..=n).map(step).collect();
            states[k] = [1.0 - busy.iter().sum::<f64>()].into_iter().chain(busy).collect();
        }
    }
    let of =
        |k: usize| (visits[k] * rate, stays[k] / visits[k] - stations[k].service_s, rate * stays[k], states[k].clone());
    Theory { rate, stations: (0..stations.len()).map(of).collect() }
}

/// Figures of a run, and the relative standard error of each from its batches.
struct Observation {
    rate: (f64, f64),
    /// By station: mean wait in s and mean number inside.
    stations: Vec<[(f64, f64); 2]>,
    figures: Vec<ElementFigures>,
    submitted: u64,
    finished: u64,
}

/// Customers going round for `seconds` after a tenth of that, one batch after the other.
fn run(network: &Network, seconds: f64) -> Observation {
    let text = network.stations.iter().enumerate().map(|(k, of)| {
        let mean_ns = of.service_s * 1e9;
        format!(
            "[device.d{k}]\nservers = {}\nservice = {{ distribution = \"exponential\", mean = \"{mean_ns:.0}ns\" }}\n\
             [volume.v{k}]\nsize = \"1g\"\npath = [\"d{k}\"]\n",
            of.servers
        )
    });
    let spec = StackSpec::from_toml(&text.collect::<String>(), "network.toml").unwrap();
    let mut client = Client {
        network,
        stack: Stack::new(&spec, 7),
        random: stream(11, "routing", 0),
        thinking: std::collections::BinaryHeap::new(),
        at: vec![0; network.customers as usize],
        finished: Vec::new(),
        rounds: 0,
        counts: (0, 0),
    };
    for customer in 0..u64::from(network.customers) {
        client.goes_to(0, customer, Nanos::ZERO);
    }
    let step = (seconds * 1e9) as u64 / BATCHES as u64;
    let mut samples: Vec<Vec<f64>> = Vec::new();
    let mut before: Option<Vec<(f64, f64, f64)>> = None;
    let (mut rounds_before, mut first) = (0, 0);
    for batch in 0..=BATCHES {
        // The transient, then the batches.
        let until = step * (BATCHES as u64 / 10 + batch as u64);
        client.run_until(Nanos(until));
        if batch == 0 {
            client.stack.restart_figures();
            (before, first) = (None, client.rounds);
        } else {
            let sums: Vec<(f64, f64, f64)> = (client.stack.element_figures().iter())
                .map(|e| {
                    (
                        e.departures as f64,
                        e.mean_wait_ns.unwrap() * e.departures as f64,
                        e.mean_queue * e.elapsed_ns.0 as f64,
                    )
                })
                .collect();
            let old = before.replace(sums.clone()).unwrap_or_else(|| vec![(0.0, 0.0, 0.0); sums.len()]);
            let mut sample = vec![(client.rounds - rounds_before) as f64];
            for (new, old) in sums.iter().zip(old) {
                sample.extend([(new.1 - old.1) / (new.0 - old.0), (new.2 - old.2) / step as f64]);
            }
            samples.push(sample);
        }
        rounds_before = client.rounds;
    }
    let figures = client.stack.element_figures();
    let error = |index: usize| relative_error(&samples.iter().map(|s| s[index]).collect::<Vec<_>>());
    let of = |(k, e): (usize, &ElementFigures)| {
        [(e.mean_wait_ns.unwrap() / 1e9, error(1 + 2 * k)), (e.mean_queue, error(2 + 2 * k))]
    };
    Observation {
        rate: ((client.rounds - first) as f64 / (step as f64 * BATCHES as f64 / 1e9), error(0)),
        stations: figures.iter().enumerate().map(of).collect(),
        figures,
        submitted: client.counts.0,
        finished: client.counts.1,
    }
}

/// Standard error of the mean of independent batches, as a share of it.
fn relative_error(batches: &[f64]) -> f64 {
    let n = batches.len() as f64;
    let mean = batches.iter().sum::<f64>() / n;
    (batches.iter().map(|b| (b - mean).powi(2)).sum::<f64>() / (n - 1.0) / n).sqrt() / mean
}

struct Client<'a> {
    network: &'a Network,
    stack: Stack,
    random: Random,
    thinking: std::collections::BinaryHeap<std::cmp::Reverse<(Nanos, u64)>>,
    /// The station of each customer.
    at: Vec<usize>,
    finished: Vec<plimsoll_storage::FinishedOp>,
    rounds: u64,
    /// Submitted and finished.
    counts: (u64, u64),
}

impl Client<'_> {
    fn goes_to(&mut self, station: usize, customer: u64, now: Nanos) {
        self.at[customer as usize] = station;
        self.counts.0 += 1;
        self.stack.submit(now, VolumeId(station as u32), customer, read(4096));
    }

    fn run_until(&mut self, until: Nanos) {
        loop {
            let wakes = self.thinking.peek().map_or(Nanos::MAX, |next| next.0.0);
            let now = self.stack.next_event().unwrap_or(Nanos::MAX).min(wakes);
            if now > until {
                break;
            }
            let mut finished = std::mem::take(&mut self.finished);
            self.stack.advance(now, &mut finished);
            for end in finished.drain(..) {
                self.counts.1 += 1;
                self.leaves(end.id, now);
            }
            self.finished = finished;
            while let Some(std::cmp::Reverse((_, customer))) =
                self.thinking.peek().copied().filter(|next| next.0.0 <= now)
            {
                self.thinking.pop();
                self.goes_to(0, customer, now);
            }
        }
        self.stack.advance(until, &mut self.finished);
    }

    fn leaves(&mut self, customer: u64, now: Nanos) {
        let mut draw = unit(&mut self.random);
        for (to, share) in self.network.next[self.at[customer as usize]].iter().enumerate() {
            if draw < *share {
                return self.goes_to(to, customer, now);
            }
            draw -= share;
        }
        self.rounds += 1;
        if self.network.think_s == 0.0 {
            return self.goes_to(0, customer, now);
        }
        let think: f64 = Exp1.sample(&mut self.random);
        self.thinking.push(std::cmp::Reverse((now + Nanos((think * self.network.think_s * 1e9) as u64), customer)));
    }
}

/// Checks that every figure of every station is within the tolerance of theory, in a run that is long enough for the
/// test to have power: `seconds` for 1 %.
fn check(name: &str, network: &Network, seconds: f64) {
    let (theory, seen, tolerance) = (theory(network), run(network, seconds / shorter()), tolerance());
    let near = |what: &str, (value, error): (f64, f64), expected: f64| {
        row(&format!("{name}: {what}"), value, expected, error);
        assert!((value / expected - 1.0).abs() < tolerance, "{what}: {value}, theory {expected}");
        assert!(
            ERRORS * error < tolerance,
            "{what}: a relative error of {error} can't tell {tolerance}: run for longer"
        );
    };
    near("rounds a second", seen.rate, theory.rate);
    for (k, (visits, wait_s, inside, _)) in theory.stations.iter().enumerate() {
        let e = &seen.figures[k];
        let [(wait, wait_error), number] = seen.stations[k];
        near(&format!("mean wait at station {}, µs", k + 1), (wait * 1e6, wait_error), *wait_s * 1e6);
        near(&format!("mean number inside station {}", k + 1), number, *inside);
        let visits_seen = e.departures as f64 / e.elapsed_ns.as_secs_f64();
        assert!((visits_seen / visits - 1.0).abs() < tolerance, "visits of {k}: {visits_seen}, theory {visits}");
        let used = visits * network.stations[k].service_s / f64::from(network.stations[k].servers);
        assert!((e.utilisation / used - 1.0).abs() < tolerance, "use of {k}: {}, theory {used}", e.utilisation);
        // Little's law; the two counts differ by what was inside at the ends.
        let stay_s = (e.mean_wait_ns.unwrap() + e.mean_service_ns.unwrap()) / 1e9;
        assert!((e.mean_queue / (visits_seen * stay_s) - 1.0).abs() < 1e-3, "Little at {k}: {e:?}");
    }
    // Every operation came back once, or is still out; no customer is lost.
    let out = seen.submitted - seen.finished;
    assert!(out <= u64::from(network.customers), "{out} of {} are out", network.customers);
    if network.think_s == 0.0 {
        assert_eq!(out, u64::from(network.customers));
        let inside: f64 = seen.figures.iter().map(|e| e.mean_queue).sum();
        assert!((inside - f64::from(network.customers)).abs() < 1e-6, "{inside} customers in all stations together");
    }
}

#[test]
fn two_stations_in_a_round_share_customers_as_mva_says() {
    for customers in [6, 12] {
        let network = Network::cycle(&[station(1, 200), station(4, 900)], 0.0, customers);
        check(&format!("two stations, {customers} customers"), &network, 2000.0);
    }
}

#[test]
fn two_stations_that_are_alike_run_at_n_over_n_plus_1() {
    // K stations of one server and equal service: X = N / (S (N + K - 1)), in closed form.
    let network = Network::cycle(&[station(1, 250), station(1, 250)], 0.0, 9);
    assert!((theory(&network).rate - 9.0 / (250e-6 * 10.0)).abs() < 1e-6);
    check("two equal stations, 9 customers", &network, 1500.0);
}

#[test]
fn a_tandem_of_three_stations_with_think_time_is_as_mva_says() {
    // A controller of one, a pool of two, a shelf of eight; each is used to two thirds or more.
    let network = Network::cycle(&[station(1, 100), station(2, 220), station(8, 900)], 2e-3, 40);
    check("three stations in a row, 40 customers that think", &network, 1200.0);
}

#[test]
fn a_central_server_with_two_kinds_of_disks_is_as_mva_says() {
    // From the processor 60 % go to the flash and 30 % to the disks, one in ten rounds of it ends.
    let next = vec![vec![0.0, 0.6, 0.3], vec![1.0, 0.0, 0.0], vec![1.0, 0.0, 0.0]];
    let stations = vec![station(1, 100), station(2, 300), station(4, 1300)];
    let network = Network { stations, next, think_s: 1e-3, customers: 12 };
    let visits = network.visits();
    assert!((visits[0] - 10.0).abs() < 1e-9 && (visits[1] - 6.0).abs() < 1e-9 && (visits[2] - 3.0).abs() < 1e-9);
    check("a central server with two kinds of disks", &network, 1500.0);
}

#[test]
fn machines_of_one_repairman_break_down_as_in_the_textbook() {
    // M/M/c//N in closed form: p_n ~ C(N, n) a^n n! / (c! c^(n-c)) for n >= c, C(N, n) a^n below, a = S / Z.
    for (servers, customers) in [(1_u32, 6_u32), (4, 20)] {
        let network = Network::cycle(&[station(servers, 1000)], 4e-3, customers);
        let mut weight = vec![1.0];
        for n in 1..=customers {
            weight.push(weight[n as usize - 1] * f64::from(customers - n + 1) * 0.25 / f64::from(n.min(servers)));
        }
        let total: f64 = weight.iter().sum();
        let inside: f64 = weight.iter().enumerate().map(|(n, w)| n as f64 * w / total).sum();
        let rate = (f64::from(customers) - inside) / 4e-3;
        let theory = theory(&network);
        assert!((theory.rate / rate - 1.0).abs() < 1e-9 && (theory.stations[0].2 / inside - 1.0).abs() < 1e-9);
        check(&format!("{customers} machines, repaired by {servers}"), &network, 2500.0);
    }
}

/// Customers that think, a queue of some depth, a device of so many servers: where they stand follows from the states of
/// M/M/c//N with c = the lesser of the two, as neither changes what the other would do.
fn queue_and_device(depth: u32, servers: u32, think_s: f64, customers: u32) {
    let (tolerance, measured_s) = (tolerance(), 1000.0 / shorter());
    let narrow = Network::cycle(&[station(depth.min(servers), 500)], think_s, customers);
    let theory = theory(&narrow);
    let text = format!(
        "[queue.q]\ndepth = {depth}\n[device.d]\nservers = {servers}\n\
         service = {{ distribution = \"exponential\", mean = \"500us\" }}\n[volume.v]\nsize = \"1g\"\npath = [\"q\", \"d\"]\n"
    );
    let spec = StackSpec::from_toml(&text, "queue.toml").unwrap();
    let mut client = Client {
        network: &narrow,
        stack: Stack::new(&spec, 7),
        random: stream(11, "routing", 0),
        thinking: std::collections::BinaryHeap::new(),
        at: vec![0; customers as usize],
        finished: Vec::new(),
        rounds: 0,
        counts: (0, 0),
    };
    (0..u64::from(customers)).for_each(|customer| client.goes_to(0, customer, Nanos::ZERO));
    let from = Nanos::from_secs((measured_s / 10.0) as u64);
    client.run_until(from);
    client.stack.restart_figures();
    let before = client.rounds;
    client.run_until(from + Nanos((measured_s * 1e9) as u64));
    let (rate, figures) = ((client.rounds - before) as f64 / measured_s, client.stack.element_figures());
    assert!((rate / theory.rate - 1.0).abs() < tolerance, "{rate}, theory {}", theory.rate);
    // Of n inside, the queue holds what is beyond its depth, and the device the rest.
    let states = &theory.stations[0].3;
    let waiting: f64 = states.iter().enumerate().map(|(n, p)| n.saturating_sub(depth as usize) as f64 * p).sum();
    let behind = theory.stations[0].2 - waiting;
    let wait_s = |e: &ElementFigures| e.mean_wait_ns.unwrap() / 1e9;
    let (q, d) = (&figures[0], &figures[1]);
    for (what, seen, expected) in [
        ("waiting at the queue", q.mean_queue, waiting),
        ("wait at the queue", wait_s(q), waiting / theory.rate),
        ("inside the device", d.mean_queue, behind),
        ("wait at the device", wait_s(d), behind / theory.rate - 500e-6),
    ] {
        // What cannot wait there at all does not, exactly but for the rounding of the expectation.
        let tolerance = tolerance * expected.abs() + 1e-12;
        assert!(
            (seen - expected).abs() < tolerance,
            "depth {depth}, {servers} servers: {what}: {seen}, theory {expected}"
        );
    }
    assert!(d.max_queue <= depth && client.counts.0 - client.counts.1 <= u64::from(customers));
}

#[test]
fn a_queue_as_narrow_as_its_device_holds_all_that_waits() {
    queue_and_device(4, 4, 1e-3, 24);
}

#[test]
fn a_queue_wider_than_its_device_shares_the_waiting_with_it() {
    queue_and_device(8, 4, 1e-3, 16);
}

#[test]
fn a_queue_narrower_than_its_device_makes_it_one_of_fewer_servers() {
    queue_and_device(2, 8, 3e-3, 12);
}
