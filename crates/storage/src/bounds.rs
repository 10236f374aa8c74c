//! What a stack can carry on paper: the capacity of each element, the bound that it puts on the whole, the narrowest.
//!
//! A client's operation causes requests along the routes of its volume ([`Wiring::visits`](crate::wiring::Wiring)), each
//! of which takes work of an element and stays in it for a time ([`Demand`](crate::wiring::Demand)). Summed over the
//! routes, the laws of operational analysis give bounds that no schedule beats (Denning and Buzen 1978; Lazowska et al.,
//! Quantitative System Performance, 1984, chapter 5):
//!
//! * an element with c servers and D of work an operation carries at most c / D operations per second;
//! * a queue that lets d requests through at once, each of which is behind it for at least R, carries d / R (Little);
//! * N outstanding operations, each in the system for at least R0, are N / R0 operations per second;
//! * the knee is where the two meet: N* = R0 · X.
//!
//! All rates are operations of the clients of the whole system per second; of the instances of an element the one with the
//! most to do binds. Where every client tells its rate they ask in that mix. Where not, kinds of clients may ask in any:
//! what one of them may not have another takes, and the bound is that of the best mix (`mix.rs`). The clients of one kind
//! are alike; means over all operations count each client once. Of requests under way side by side (the copies of a
//! mirror) the slowest counts, of alternatives (a cache's hit or miss) the mean; a read and a write of one request come
//! one after the other. That is never more than what the simulator does, as waiting comes on top.
//!
//! What it does not do: waiting times (that is what the simulator is for), and what lasts only for a while, such as a
//! burst that is saved up or a cache that is still empty.

mod chain;
mod client_load;
mod document;
mod free;
mod laws;
mod mix;
mod walk;

use crate::spec::StackSpec;
use crate::topology::Topology;

pub use client_load::ClientLoad;
use client_load::Shares;
use document::Bound;
pub use document::{
    BoundNote, BoundNoteKind, BoundReason, BoundReasonKind, BoundSource, BoundSourceKind, ElementBound, Link,
    Narrowest, OtherBound, StackBounds,
};
use free::Groups;
pub(crate) use laws::short;
use laws::{of_instance, reason};
use walk::{Paper, Sums};

/// Bounds of `spec` under the load `asked`: an entry for each client group by its name, and one without a name for
/// volumes without a client.
pub fn bounds(spec: &StackSpec, topology: &Topology, asked: &[ClientLoad]) -> StackBounds {
    let shares = Shares::of(spec, topology, asked);
    let paper = Paper::of(spec, topology, &shares);
    let mut elements: Vec<ElementBound> =
        paper.elements.iter().map(|(name, instances)| element(spec, topology, &paper, name, instances)).collect();
    let groups = Groups::of(spec, topology, &shares);
    let (others, narrowest, system) = match &groups {
        Some(groups) => groups.bind(topology, &paper, &mut elements),
        None => fixed_mix_bound(topology, &shares, &paper, &elements),
    };
    let unloaded_response_ns = shares.mean(&paper.response_ns);
    let think_ns = shares.mean(&shares.cpu_ns);
    let chain = chain::links(topology, &shares, &paper, &elements);
    StackBounds {
        bound_per_s: narrowest.as_ref().map(|n| n.bound_per_s),
        narrowest,
        chain,
        unloaded_response_ns,
        knee_outstanding: system.map(|x| (unloaded_response_ns + think_ns) * x / 1e9),
        notes: notes(spec, &shares, &paper, groups.as_ref()),
        elements,
        others,
    }
}

/// Bounds of a load whose mix is fixed.
fn fixed_mix_bound(topology: &Topology, shares: &Shares<'_>, paper: &Paper<'_>, elements: &[ElementBound]) -> Bound {
    let mut others = shares.clients(topology, &paper.response_ns);
    others.extend(hosts(topology, paper));
    let of_elements = elements.iter().filter_map(|e| e.bound_per_s.map(|bound| (bound, e)));
    let least = of_elements.min_by(|a, b| a.0.total_cmp(&b.0));
    let other = others.iter().min_by(|a, b| a.bound_per_s.total_cmp(&b.bound_per_s));
    let narrowest = match (least, other) {
        (Some((bound, e)), other) if other.is_none_or(|o| bound <= o.bound_per_s) => Some(Narrowest {
            source: BoundSource::element(&e.name),
            bound_per_s: bound,
            reason: e.reason.clone(),
            others: Vec::new(),
        }),
        (_, Some(other)) => Some(Narrowest {
            source: other.source.clone(),
            bound_per_s: other.bound_per_s,
            reason: None,
            others: Vec::new(),
        }),
        (_, None) => None,
    };
    let of_system = others.iter().filter(|o| !o.of_clients).map(|o| o.bound_per_s);
    let system = of_system.chain(least.map(|(bound, _)| bound)).min_by(f64::total_cmp);
    (others, narrowest, system)
}

fn element(spec: &StackSpec, topology: &Topology, paper: &Paper<'_>, name: &str, instances: &[u32]) -> ElementBound {
    let of = |i: u32| &paper.asked[i as usize];
    let bound = |i: u32| of_instance(of(i), &paper.own[i as usize]);
    let order = |i: &u32| bound(*i).map_or(f64::INFINITY, |(rate, _)| rate);
    let busiest = instances.iter().copied().min_by(|a, b| order(a).total_cmp(&order(b)));
    let binds = busiest.and_then(|i| bound(i).map(|(rate, means)| (i, rate, means)));
    // The bound of one instance without other load, in requests. An idle instance counts like the busiest one.
    let alone = |i: u32| of_instance(of(i), &Sums::default()).map(|(rate, _)| rate * of(i).requests);
    let spare = busiest.and_then(alone);
    let capacities: Option<Vec<f64>> = instances.iter().map(|i| alone(*i).or(spare)).collect();
    let requests: f64 = instances.iter().map(|i| of(*i).requests).sum();
    let stay_ns: f64 = instances.iter().map(|i| of(*i).stay_ns).sum();
    ElementBound {
        name: name.into(),
        kind: spec.element(name).kind().name.into(),
        scope: spec.scope(name),
        instances: instances.len() as u32,
        capacity_per_s: capacities.map(|all| all.iter().sum()),
        bound_per_s: binds.map(|(_, rate, _)| rate),
        reason: binds.map(|(i, _, means)| reason(of(i), &paper.own[i as usize], means, requests)),
        busiest: busiest.map_or_else(String::new, |i| topology.instances[i as usize].name.clone()),
        requests_per_operation: requests,
        stay_ns: if requests > 0.0 { stay_ns / requests } else { 0.0 },
        depth: instances.iter().find_map(|i| of(*i).depth),
    }
}

/// The processors of hosts of which the cores are known.
fn hosts(topology: &Topology, paper: &Paper<'_>) -> Vec<OtherBound> {
    let mut found: Vec<OtherBound> = Vec::new();
    for (host, cpu_ns) in topology.hosts.iter().zip(&paper.cpu_ns) {
        let (Some(cores), true) = (host.cores, *cpu_ns > 0.0) else { continue };
        let bound_per_s = f64::from(cores) * 1e9 / cpu_ns;
        let source = BoundSource::host_cores(&host.group, cores);
        match found.iter_mut().find(|other| other.source == source) {
            Some(other) => other.bound_per_s = other.bound_per_s.min(bound_per_s),
            None => found.push(OtherBound { source, bound_per_s, of_clients: false }),
        }
    }
    found
}

fn notes(spec: &StackSpec, shares: &Shares<'_>, paper: &Paper<'_>, groups: Option<&Groups<'_>>) -> Vec<BoundNote> {
    let fitted =
        spec.fit_note().map(|words| BoundNote { text: Some(words.to_string()), ..BoundNoteKind::Fitted.note() });
    let mut notes: Vec<BoundNote> = fitted.into_iter().collect();
    notes.extend(shares.notes.iter().map(|kind| kind.note()));
    for (name, instances) in &paper.elements {
        if let Some(what) = spec.element(name).wiring().not_on_paper() {
            notes.push(BoundNote { not_counted: Some(what), ..BoundNoteKind::NotCounted.of(name) });
        }
        if instances.iter().all(|i| !paper.asked[*i as usize].any() && !paper.later[*i as usize].any()) {
            notes.push(BoundNoteKind::NotReached.of(name));
        }
        if instances.iter().any(|i| paper.own[*i as usize].overloads(&paper.asked[*i as usize])) {
            notes.push(BoundNoteKind::Overload.of(name));
        }
    }
    // Work that can be put off bounds nothing for a while, and the rate in the long run.
    let for_good = |owner: usize| match groups {
        Some(groups) => groups.for_good(owner, paper),
        None => for_good(&paper.elements[owner].1, paper),
    };
    let all = paper.elements.iter().enumerate().filter_map(|(owner, (name, _))| Some((for_good(owner)?, name)));
    let least = all.min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((rate, name)) = least {
        notes.push(BoundNote { rate_per_s: Some(rate), ..BoundNoteKind::WorkLeft.of(name) });
    }
    notes.push(BoundNoteKind::Queueing.note());
    notes
}

/// Operations per second of which instances of an element also do what is left to be done, when all come in one mix; none
/// where nothing is left to them.
fn for_good(instances: &[u32], paper: &Paper<'_>) -> Option<f64> {
    let bound = |i: usize| {
        let (asked, later) = (&paper.asked[i], &paper.later[i]);
        later.any().then(|| of_instance(&asked.plus(later), &paper.own[i]).map(|(rate, _)| rate)).flatten()
    };
    instances.iter().filter_map(|i| bound(*i as usize)).min_by(f64::total_cmp)
}
