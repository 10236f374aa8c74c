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

mod asked;
mod chain;
mod free;
mod mix;
mod walk;

use plimsoll_base::Nanos;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::StackSpec;
use crate::topology::Topology;
use crate::wiring::Scope;

pub use asked::Asked;
use asked::Shares;
pub use chain::Link;
use free::Groups;
use walk::{Paper, Sums};

/// What the whole carries, and why not more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StackBounds {
    /// The elements, in the order of the routes.
    pub elements: Vec<ElementBound>,
    /// The clients and the processors of the hosts, where they bound anything.
    pub others: Vec<OtherBound>,
    /// Operations per second that all of them let through; none: nothing bounds them.
    pub bound_per_s: Option<f64>,
    /// Who sets that bound.
    pub narrowest: Option<Narrowest>,
    /// From the clients to the data: everything that bounds how many operations are under way at once.
    pub chain: Vec<Link>,
    /// Mean response time of an operation that meets nobody else.
    pub unloaded_response_ns: f64,
    /// Operations outstanding at which the elements' bound is reached when nothing waits; beyond it they queue.
    pub knee_outstanding: Option<f64>,
    /// What these figures leave out.
    pub notes: Vec<String>,
}

/// An element on paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ElementBound {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// What shares one instance.
    pub scope: Scope,
    /// How many there are.
    pub instances: u32,
    /// Requests per second that all instances work off together; none: any number.
    pub capacity_per_s: Option<f64>,
    /// Operations per second of the whole system that it lets through; none: any number, as where not all of them come
    /// to it.
    pub bound_per_s: Option<f64>,
    /// The arithmetic of that in words.
    pub why: Option<String>,
    /// The instance that binds.
    pub busiest: String,
    /// Requests that an operation causes here, on average over all operations and summed over the instances.
    pub requests_per_operation: f64,
    /// Mean time of a request in it when nothing waits.
    pub stay_ns: f64,
    /// Requests that one instance lets through at once; none: any number.
    pub depth: Option<u32>,
}

/// Something that is no element and bounds the whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OtherBound {
    /// "clients vm: 32 outstanding each".
    pub name: String,
    /// Operations per second: of the whole system; of the clients that it names, where kinds of them ask in any mix.
    pub bound_per_s: f64,
    /// What that means, in words.
    pub why: String,
    /// Whether it is the clients' own: what they have outstanding, their processors.
    pub of_clients: bool,
}

/// Who sets the bound of the whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Narrowest {
    /// An element's name, or what [`OtherBound`] is called.
    pub name: String,
    /// Whether it is an element.
    pub is_element: bool,
    /// Operations per second of the whole system.
    pub bound_per_s: f64,
    /// The arithmetic in words.
    pub why: String,
}

/// What `spec` carries on paper when its clients ask as `asked` says: an entry for each client group by its name, and
/// one without a name for volumes that nobody owns.
pub fn bounds(spec: &StackSpec, topology: &Topology, asked: &[Asked]) -> StackBounds {
    let shares = Shares::of(spec, topology, asked);
    let paper = Paper::of(spec, topology, &shares);
    let mut elements: Vec<ElementBound> =
        paper.elements.iter().map(|(name, instances)| element(spec, topology, &paper, name, instances)).collect();
    let groups = Groups::of(spec, topology, &shares);
    let (others, narrowest, system) = match &groups {
        Some(groups) => groups.bind(topology, &paper, &mut elements),
        None => fixed(topology, &shares, &paper, &elements),
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

/// What else bounds the whole, who sets the bound, and the bound without the clients' own.
type Bound = (Vec<OtherBound>, Option<Narrowest>, Option<f64>);

/// Of operations that come in one mix.
fn fixed(topology: &Topology, shares: &Shares<'_>, paper: &Paper<'_>, elements: &[ElementBound]) -> Bound {
    let mut others = shares.clients(topology, &paper.response_ns);
    others.extend(hosts(topology, paper));
    let of_elements = elements.iter().filter_map(|e| e.bound_per_s.map(|bound| (bound, e)));
    let least = of_elements.min_by(|a, b| a.0.total_cmp(&b.0));
    let other = others.iter().min_by(|a, b| a.bound_per_s.total_cmp(&b.bound_per_s));
    let narrowest = match (least, other) {
        (Some((bound, e)), other) if other.is_none_or(|o| bound <= o.bound_per_s) => Some(Narrowest {
            name: e.name.clone(),
            is_element: true,
            bound_per_s: bound,
            why: e.why.clone().unwrap_or_default(),
        }),
        (_, Some(other)) => Some(Narrowest {
            name: other.name.clone(),
            is_element: false,
            bound_per_s: other.bound_per_s,
            why: other.why.clone(),
        }),
        (_, None) => None,
    };
    let of_system = others.iter().filter(|o| !o.of_clients).map(|o| o.bound_per_s);
    let system = of_system.chain(least.map(|(bound, _)| bound)).min_by(f64::total_cmp);
    (others, narrowest, system)
}

/// What of an instance is used up first.
#[derive(Clone, Copy, PartialEq)]
enum Means {
    Servers,
    Second,
    Depth,
}

/// What an operation takes of an instance, and how much of that there is in a second.
struct Need {
    means: Means,
    capacity: f64,
    ns_per_op: f64,
}

/// What `of` takes of an instance that is as `like` tells, when `own` is taken off.
fn needs(of: &Sums, like: &Sums, own: &Sums) -> [Need; 4] {
    let need = |means, capacity: f64, taken_ns: f64, ns_per_op| Need {
        means,
        capacity: (capacity - taken_ns / 1e9).max(0.0),
        ns_per_op,
    };
    let ([reads, others], [own_reads, own_others]) = (of.work_ns, own.work_ns);
    let [first, second] = match like.apart {
        true => [(own_reads, reads), (own_others, others)],
        false => [(own_reads + own_others, reads + others), (0.0, 0.0)],
    };
    let depth = like.depth.map_or((0.0, 0.0), |depth| (f64::from(depth), of.behind_ns));
    [
        need(Means::Servers, like.servers, first.0, first.1),
        need(Means::Servers, like.servers, second.0, second.1),
        need(Means::Second, 1.0, own.second_ns, of.second_ns),
        need(Means::Depth, depth.0, own.behind_ns, depth.1),
    ]
}

/// Operations per second that an instance lets through when `own` is taken off, and what of it that uses up.
fn of_instance(of: &Sums, own: &Sums) -> Option<(f64, Means)> {
    let taken = needs(of, of, own).into_iter().filter(|need| need.ns_per_op > 0.0);
    taken.map(|need| (need.capacity / need.ns_per_op * 1e9, need.means)).min_by(|a, b| a.0.total_cmp(&b.0))
}

fn element(spec: &StackSpec, topology: &Topology, paper: &Paper<'_>, name: &str, instances: &[u32]) -> ElementBound {
    let of = |i: u32| &paper.asked[i as usize];
    let bound = |i: u32| of_instance(of(i), &paper.own[i as usize]);
    let order = |i: &u32| bound(*i).map_or(f64::INFINITY, |(rate, _)| rate);
    let busiest = instances.iter().copied().min_by(|a, b| order(a).total_cmp(&order(b)));
    let binds = busiest.and_then(|i| bound(i).map(|(rate, means)| (i, rate, means)));
    // Of one instance: its bound without other load, in requests. One that nobody comes to is like the busiest one.
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
        why: binds.map(|(i, _, means)| why(of(i), &paper.own[i as usize], means, requests)),
        busiest: busiest.map_or_else(String::new, |i| topology.instances[i as usize].name.clone()),
        requests_per_operation: requests,
        stay_ns: if requests > 0.0 { stay_ns / requests } else { 0.0 },
        depth: instances.iter().find_map(|i| of(*i).depth),
    }
}

/// The arithmetic of a bound, in words; `requests`: of an operation, at all instances.
fn why(of: &Sums, own: &Sums, means: Means, requests: f64) -> String {
    let each = |ns: f64| short(Nanos((ns / of.requests) as u64));
    let work = match means {
        Means::Servers if of.servers > 1.0 => {
            format!("{} servers, each busy for {} per request", of.servers, each(of.work_ns.iter().sum()))
        }
        Means::Servers => format!("each request occupies it for {}", each(of.work_ns.iter().sum())),
        Means::Second => format!("each request occupies it for {}", each(of.second_ns)),
        Means::Depth => {
            let depth = of.depth.unwrap_or(0);
            format!("at most {depth} requests in flight behind it, each for at least {}", each(of.behind_ns))
        }
    };
    let coming = match requests {
        x if (x - 1.0).abs() < 1e-9 => String::new(),
        x => format!("; {} requests per operation", number(x)),
    };
    format!("{work}{coming}{}", if own.any() { "; less what the background load takes" } else { "" })
}

/// Three digits are enough for a reason: "428us".
pub(crate) fn short(time: Nanos) -> Nanos {
    let mut unit = 1;
    while time.0 / unit >= 1000 {
        unit *= 10;
    }
    Nanos((time.0 + unit / 2) / unit * unit)
}

/// "3", "0.33".
fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// The processors of hosts of which the cores are known.
fn hosts(topology: &Topology, paper: &Paper<'_>) -> Vec<OtherBound> {
    let mut found: Vec<OtherBound> = Vec::new();
    for (host, cpu_ns) in topology.hosts.iter().zip(&paper.cpu_ns) {
        let (Some(cores), true) = (host.cores, *cpu_ns > 0.0) else { continue };
        let bound_per_s = f64::from(cores) * 1e9 / cpu_ns;
        let name = format!("cores of {}: {cores} each", host.group);
        match found.iter_mut().find(|other| other.name == name) {
            Some(other) => other.bound_per_s = other.bound_per_s.min(bound_per_s),
            None => found.push(OtherBound { name, bound_per_s, why: "its cores are busy".into(), of_clients: false }),
        }
    }
    found
}

fn notes(spec: &StackSpec, shares: &Shares<'_>, paper: &Paper<'_>, groups: Option<&Groups<'_>>) -> Vec<String> {
    let mut notes: Vec<String> = spec.fitted().map(|words| format!("fitted: {words}")).into_iter().collect();
    notes.extend(shares.notes.iter().cloned());
    for (name, instances) in &paper.elements {
        if let Some(what) = spec.element(name).wiring().not_on_paper() {
            notes.push(format!("not counted for {name}: {what}"));
        }
        if instances.iter().all(|i| !paper.asked[*i as usize].any() && !paper.later[*i as usize].any()) {
            notes.push(format!("{name}: none of these operations reach it"));
        }
        if instances.iter().any(|i| paper.own[*i as usize].overloaded(&paper.asked[*i as usize])) {
            notes.push(format!("{name}: the background load alone is more than it can carry"));
        }
    }
    // What is left to be done holds nobody up as long as it can be put off; for good it does.
    let for_good = |owner: usize| match groups {
        Some(groups) => groups.for_good(owner, paper),
        None => for_good(&paper.elements[owner].1, paper),
    };
    let all = paper.elements.iter().enumerate().filter_map(|(owner, (name, _))| Some((for_good(owner)?, name)));
    let least = all.min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((rate, name)) = least {
        notes.push(format!(
            "not counted: work left over after an operation is acknowledged (a destage, a late copy); if every operation left some, {name} would sustain {} IOPS",
            number(rate)
        ));
    }
    notes.push("queueing is not counted: the bound holds at any load, and response times rise well before it".into());
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
