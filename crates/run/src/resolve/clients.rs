//! The clients of a stack on the virtual clock: those that it describes, or one generator on all its volumes.
//!
//! Typed values override those of the stack, for every client alike. A typed rate is the rate of all clients together,
//! split in proportion to their own rates, or evenly, unless it is per client. `--workers` is the number of workers on
//! each volume, and `--queue-depth` that of each worker.

use std::collections::BTreeMap;

use plimsoll_base::Bytes;
use plimsoll_engine::EngineKind;
use plimsoll_storage::{StackSpec, Topology, VolumeId};
use plimsoll_workload::{Access, Load, Profile, Workload};

use super::{MAX_MODEL_WORKERS, Recording, load, workload};
use crate::error::RunError;
use crate::request::{ProbeRequest, WorkloadRequest};
use crate::spec::{ClientGroup, Target};

/// Clients of one kind, with all but their load resolved.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// Name of their table; "generator" when the stack names no clients.
    pub name: String,
    /// Whether the stack describes them; otherwise one generator drives all volumes.
    pub described_in_the_stack: bool,
    /// How many they are.
    pub clients: u32,
    /// Their volumes.
    pub volumes: Vec<VolumeId>,
    /// The number of the client that owns each volume; 0 for volumes without one.
    pub owners: Vec<u32>,
    /// The workloads on them.
    pub workloads: Vec<Workload>,
    /// Which workload each volume has.
    pub workload_of: Vec<u32>,
    /// The load of one of them, as described.
    pub described: ProbeRequest,
    /// Processor time of an operation.
    pub cpu_ns_per_io: u64,
    /// The most that one of them has outstanding.
    pub max_outstanding: Option<u32>,
}

/// The keys of a client's load.
pub(crate) const LOAD_KEYS: [&str; 9] =
    ["queue_depth", "workers", "rate", "arrivals", "think_time", "cap_rate", "cap_bytes", "bursts", "max_outstanding"];

/// The groups of clients of `stack`.
pub(crate) fn groups(stack: &StackSpec, typed: &WorkloadRequest, target: &Target) -> Result<Vec<Group>, RunError> {
    let topology = Topology::of(stack);
    let all = stack.client();
    let named = stack.clients().iter().map(|(name, vm)| {
        let clients = topology.clients.iter().filter(|c| c.group == *name).count() as u32;
        let own = document::<WorkloadRequest>(stack, name, "workload", &vm.workload, WorkloadRequest::KEYS)?;
        let described = document::<ProbeRequest>(stack, name, "load", &vm.load, &LOAD_KEYS)?;
        let mine = |client: u32| topology.clients.get(client as usize).is_some_and(|c| c.group == *name);
        let cpu_ns_per_io = vm.cpu_ns_per_io.unwrap_or(all.cpu_ns_per_io);
        let max_outstanding = vm.max_outstanding.or(all.max_outstanding);
        let base = Group {
            name: name.clone(),
            described_in_the_stack: true,
            clients,
            described,
            cpu_ns_per_io,
            max_outstanding,
            ..Group::empty()
        };
        base.on(&topology, mine, typed.clone().or(own), target)
    });
    if !stack.clients().is_empty() {
        return named.collect();
    }
    let base = Group {
        name: "generator".into(),
        clients: 1,
        cpu_ns_per_io: all.cpu_ns_per_io,
        max_outstanding: all.max_outstanding,
        ..Group::empty()
    };
    Ok(vec![base.on(&topology, |_| true, typed.clone(), target)?])
}

impl Group {
    fn empty() -> Group {
        Group {
            name: String::new(),
            described_in_the_stack: false,
            clients: 0,
            volumes: Vec::new(),
            owners: Vec::new(),
            workloads: Vec::new(),
            workload_of: Vec::new(),
            described: ProbeRequest::default(),
            cpu_ns_per_io: 0,
            max_outstanding: None,
        }
    }

    /// On the volumes of those clients that are `mine`.
    fn on(
        mut self,
        topology: &Topology,
        mine: impl Fn(u32) -> bool,
        typed: WorkloadRequest,
        target: &Target,
    ) -> Result<Group, RunError> {
        // Volumes of one table are alike.
        let mut known: BTreeMap<&str, u32> = BTreeMap::new();
        for (number, volume) in topology.volumes.iter().enumerate().filter(|(_, v)| mine(v.client)) {
            let index = match known.get(volume.group.as_str()) {
                Some(index) => *index,
                None => {
                    let of = Target {
                        name: format!("volume {}", volume.group),
                        size_bytes: Bytes(volume.size_bytes),
                        logical_block_bytes: volume.logical_block_bytes,
                        stack: None,
                        ..target.clone()
                    };
                    self.workloads.push(workload(&typed, &of, Access::Direct).map_err(|e| self.with_client_name(e))?);
                    known.insert(&volume.group, self.workloads.len() as u32 - 1);
                    self.workloads.len() as u32 - 1
                }
            };
            self.volumes.push(VolumeId(number as u32));
            self.owners.push(if volume.client == plimsoll_storage::topology::NONE { 0 } else { volume.client });
            self.workload_of.push(index);
        }
        Ok(self)
    }

    fn with_client_name(&self, error: RunError) -> RunError {
        let message =
            if self.name == "generator" { error.message } else { format!("client {}: {}", self.name, error.message) };
        RunError { message, ..error }
    }

    /// The workload on its first volume.
    pub(crate) fn workload(&self) -> &Workload {
        &self.workloads[0]
    }

    /// The workload on each of its volumes.
    pub(crate) fn workload_on_each(&self) -> impl ExactSizeIterator<Item = &Workload> {
        self.workload_of.iter().map(|index| &self.workloads[*index as usize])
    }

    /// The load of a group under the typed one; `share` is its part of a typed rate, unless that is per client.
    fn load(
        &self,
        typed: &ProbeRequest,
        share: f64,
        engine: &EngineKind,
        recording: &mut Recording,
    ) -> Result<ClientGroup, RunError> {
        let clients = f64::from(self.clients);
        let own = &self.described;
        let typed_open = typed.rate.is_some() || typed.rate_profile.is_some() || is_trace(typed);
        let closed = typed.queue_depth.is_some() || typed.think_time.is_some();
        let volumes = self.volumes.len() as u32;
        // A described number of workers is a client's, over all its volumes.
        let in_all = own.workers.map(|workers| u64::from(workers) * u64::from(self.clients));
        let described_workers = match in_all {
            None => 1,
            Some(workers) if workers > u64::from(MAX_MODEL_WORKERS) => {
                return Err(RunError::input(format!(
                    "client {}: {workers} workers in all are too many: up to {MAX_MODEL_WORKERS}",
                    self.name
                )));
            }
            Some(workers) if workers > 0 && workers % u64::from(volumes) == 0 => (workers / u64::from(volumes)) as u32,
            Some(workers) => {
                return Err(RunError::input(format!(
                    "client {}: {workers} workers can't be shared out evenly to {} volumes: write a multiple",
                    self.name,
                    volumes / self.clients.max(1)
                )));
            }
        };
        let mut request = ProbeRequest { workers: Some(typed.workers.unwrap_or(described_workers)), ..typed.clone() };
        let each = |n: Option<u32>| n.map(|n| n.saturating_mul(self.clients));
        request.max_outstanding =
            typed.max_outstanding.map(|n| (f64::from(n) * share) as u32).or(each(own.max_outstanding));
        let mut times = 1.0;
        if typed_open {
            times = if typed.rate_per.is_some() { clients } else { share };
            request.arrivals = typed.arrivals.clone().or(own.arrivals.clone());
        } else if own.rate.is_some() && !closed {
            request.rate = own.rate.map(|rate| rate * clients);
            request.arrivals = typed.arrivals.clone().or(own.arrivals.clone());
            request.bursts = typed.bursts.clone().or(own.bursts.clone());
        } else {
            request.queue_depth = typed.queue_depth.or(own.queue_depth);
            request.think_time = typed.think_time.clone().or(own.think_time.clone());
            request.cap_rate = typed.cap_rate.map(|rate| rate * share).or(own.cap_rate.map(|rate| rate * clients));
            request.cap_bytes = match (&typed.cap_bytes, &own.cap_bytes) {
                (Some(text), _) => Some(scale_cap(text, share)?),
                (None, Some(text)) => Some(scale_cap(text, clients)?),
                (None, None) => None,
            };
            request.bursts = typed.bursts.clone().or(own.bursts.clone());
            request.max_outstanding = None;
        }
        // The cap of an open load is part of it; that of a closed one is kept for each client while it runs.
        let cap = each(self.max_outstanding);
        let load = load(&request, self.workload(), volumes, times, engine, cap, recording)
            .map_err(|e| self.with_client_name(e))?;
        load.check().map_err(|why| self.with_client_name(RunError::usage(why)))?;
        Ok(ClientGroup {
            name: self.name.clone(),
            clients: self.clients,
            volumes,
            workload: self.workload().clone(),
            load,
            cpu_ns_per_io: self.cpu_ns_per_io,
        })
    }
}

fn is_trace(typed: &ProbeRequest) -> bool {
    typed.arrivals.as_deref().is_some_and(|a| a.starts_with("trace:"))
}

/// A size per second, times `factor`.
fn scale_cap(text: &str, factor: f64) -> Result<String, RunError> {
    let plain = text.trim().trim_end_matches("/s");
    let bytes: Bytes = plain.parse().map_err(|e| RunError::usage(format!("cap_bytes: {e}")))?;
    Ok(format!("{}", (bytes.0 as f64 * factor) as u64))
}

/// The loads of all groups, and what they are together.
pub(crate) fn loads(
    groups: &[Group],
    typed: &ProbeRequest,
    engine: &EngineKind,
    recording: &mut Recording,
) -> Result<(Vec<ClientGroup>, Load), RunError> {
    each_client(groups, typed)?;
    let rate_of = |g: &Group| g.described.rate.map(|rate| rate * f64::from(g.clients));
    let rates: Option<Vec<f64>> = groups.iter().map(rate_of).collect();
    let weights = rates.unwrap_or_else(|| groups.iter().map(|g| f64::from(g.clients)).collect());
    let sum: f64 = weights.iter().sum();
    let mut loads = Vec::new();
    for (group, weight) in groups.iter().zip(&weights) {
        loads.push(group.load(typed, weight / sum, engine, recording)?);
    }
    let together = together(&loads);
    Ok((loads, together))
}

/// Refuses a rate that is of each of something else, or of clients that are not there.
fn each_client(groups: &[Group], typed: &ProbeRequest) -> Result<(), RunError> {
    match typed.rate_per.as_deref() {
        None => Ok(()),
        Some("client") if groups.iter().all(|group| group.described_in_the_stack) => Ok(()),
        Some("client") => Err(RunError::usage("a rate of each client needs clients, and the stack describes none")),
        Some(other) => Err(RunError::usage(format!(
            "a rate of each {other} has no meaning on the virtual clock: a described stack has clients (--rate 1250/client)"
        ))),
    }
}

/// The loads as one: open when all are.
fn together(groups: &[ClientGroup]) -> Load {
    let mut whole = groups[0].load.clone();
    for group in &groups[1..] {
        whole = match (whole, &group.load) {
            (
                Load::Open { offered_rate_per_s, profile, arrivals, trace, bursts, max_outstanding, workers },
                Load::Open { offered_rate_per_s: rate, profile: beside, max_outstanding: cap, workers: more, .. },
            ) => Load::Open {
                offered_rate_per_s: offered_rate_per_s + rate,
                profile: sum_of(profile, beside),
                arrivals,
                trace,
                bursts,
                max_outstanding: max_outstanding.saturating_add(*cap),
                workers: workers + more,
            },
            (one, other) => {
                let depth = |load: &Load| match load {
                    Load::Closed { queue_depth, .. } => *queue_depth,
                    Load::Open { .. } => 1,
                };
                Load::closed(depth(&one).max(depth(other)), one.workers() + other.workers())
            }
        };
    }
    whole
}

/// The profile of two groups: shares of one profile, so their shapes are the same.
fn sum_of(one: Profile, other: &Profile) -> Profile {
    match (one, other) {
        (Profile::Ramp { from_per_s, to_per_s }, Profile::Ramp { from_per_s: from, to_per_s: to }) => {
            Profile::Ramp { from_per_s: from_per_s + from, to_per_s: to_per_s + to }
        }
        (Profile::Steps { mut steps }, Profile::Steps { steps: more }) => {
            steps.iter_mut().zip(more).for_each(|(step, more)| step.rate_per_s += more.rate_per_s);
            Profile::Steps { steps }
        }
        (one, _) => one,
    }
}

/// A table of a client, by keys that are known.
fn document<T: serde::de::DeserializeOwned>(
    stack: &StackSpec,
    client: &str,
    table: &str,
    document: &BTreeMap<String, serde_json::Value>,
    known: &[&str],
) -> Result<T, RunError> {
    let at = |key: &str| match stack.client_line(client, table, key) {
        Some(line) => format!("{}:{line}: [client.{client}] {table}", stack.name()),
        None => format!("{}: [client.{client}] {table}", stack.name()),
    };
    if let Some(key) = document.keys().find(|key| !known.contains(&key.as_str())) {
        let list = known.join(", ");
        return Err(RunError::input(format!("{}: unknown key '{key}'; known: {list}", at(key))));
    }
    // One by one, so that the error names its key.
    for (key, value) in document {
        let alone = serde_json::json!({ key: value });
        if let Err(why) = serde_json::from_value::<T>(alone) {
            return Err(RunError::input(format!("{}: '{key}': {why}", at(key))));
        }
    }
    let whole = serde_json::to_value(document).and_then(serde_json::from_value);
    whole.map_err(|why| RunError::input(format!("{}: {why}", at(""))))
}
