//! Clients: what drives a stack on the virtual clock.
//!
//! The keys directly under `[client]` hold for every client, and for the generator where the stack names none. A table
//! `[client.NAME]` is a client of its own (a VM), or `count` of them alike, with its volumes, its workload and its load.
//! Workload and load are kept as written: they are understood where operations are made, not here.

use std::collections::BTreeMap;

use plimsoll_base::Nanos;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::BrokenRule;
use crate::error::StackError;
use crate::read::Section;

pub(super) const OWN: [&str; 6] =
    ["cpu_per_io", "max_outstanding", "stall_every", "stall_for", "stalls_every", "stalls_last"];
pub(super) const KEYS: [&str; 8] =
    ["cpu_per_io", "max_outstanding", "count", "per_host", "hosts", "volumes", "workload", "load"];

/// The most clients under one name.
const MAX_COUNT: u32 = 1_000_000;

/// What an operation costs a client, and what it has outstanding at most. Used only on the virtual clock: on the real
/// one the client is a real one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClientSpec {
    /// Processor time that an operation costs the client.
    pub cpu_ns_per_io: u64,
    /// The most operations that it has outstanding; none: as many as the load asks for.
    pub max_outstanding: Option<u32>,
    /// The machine that the clients run on stands still at random, so long after it last went on, on average (exponential), ns;
    #[serde(default)]
    pub stall_every_ns: u64,
    /// and for so long, on average (exponential); 0: never.
    #[serde(default)]
    pub stall_ns: u64,
    /// Stalls come in episodes: one begins so long after the last has ended, on average (exponential), ns;
    #[serde(default, skip_serializing_if = "is_zero")]
    pub episode_every_ns: u64,
    /// and lasts for so long, on average (exponential); 0: stalls come at any time.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub episode_ns: u64,
}

fn is_zero(ns: &u64) -> bool {
    *ns == 0
}

/// How many clients there are of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Number {
    /// In all, spread over the hosts by turns.
    InAll(u32),
    /// On each host.
    PerHost(u32),
}

/// A client (VM), or several alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VmSpec {
    /// How many.
    pub number: Number,
    /// The hosts they run on: names of host tables. Empty: all that run clients.
    pub hosts: Vec<String>,
    /// The volumes that each of them has.
    pub volumes: Vec<String>,
    /// Processor time that an operation costs; none: as all clients.
    pub cpu_ns_per_io: Option<u64>,
    /// The most operations that one has outstanding; none: as all clients.
    pub max_outstanding: Option<u32>,
    /// What its operations look like, by the keys of a workload.
    pub workload: BTreeMap<String, serde_json::Value>,
    /// How fast one of them issues, by the keys of a load.
    pub load: BTreeMap<String, serde_json::Value>,
    /// Lines of these two tables and of their keys ("load", "load.rate"), for errors; a resolved description has none.
    #[serde(skip)]
    pub(super) lines: Lines,
}

/// Position in a file. It does not enter comparisons: two equal descriptions may stand at different lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines(pub(super) BTreeMap<String, usize>);

impl PartialEq for Lines {
    fn eq(&self, _other: &Lines) -> bool {
        true
    }
}

/// A client as read.
pub(super) struct NamedClient {
    pub(super) name: String,
    pub(super) line: usize,
    pub(super) vm: VmSpec,
}

impl ClientSpec {
    pub(super) fn read(from: &Section<'_>) -> Result<(ClientSpec, Vec<NamedClient>), StackError> {
        let named: Vec<&str> = from.keys().into_iter().filter(|key| from.is_table(key)).collect();
        from.only(&OWN.iter().copied().chain(named.iter().copied()).collect::<Vec<_>>())
            .map_err(|error| extend_unknown_key(error, "; a client of its own is a table, [client.NAME]"))?;
        let client = ClientSpec {
            cpu_ns_per_io: from.time("cpu_per_io")?.unwrap_or(Nanos::ZERO).0,
            max_outstanding: from.whole("max_outstanding", u64::from(u32::MAX))?.map(|n| n as u32),
            stall_every_ns: from.time("stall_every")?.unwrap_or(Nanos::ZERO).0,
            stall_ns: from.time("stall_for")?.unwrap_or(Nanos::ZERO).0,
            episode_every_ns: from.time("stalls_every")?.unwrap_or(Nanos::ZERO).0,
            episode_ns: from.time("stalls_last")?.unwrap_or(Nanos::ZERO).0,
        };
        client.check().map_err(|(key, why)| from.wrong(key, why))?;
        let mut vms = Vec::new();
        for name in named {
            if let Some(section) = from.section(name) {
                vms.push(NamedClient { name: name.to_string(), line: section.line, vm: VmSpec::read(&section)? });
            }
        }
        Ok((client, vms))
    }

    pub(super) fn check(&self) -> Result<(), BrokenRule> {
        if (self.stall_every_ns == 0) != (self.stall_ns == 0) {
            let key = if self.stall_ns == 0 { "stall_for" } else { "stall_every" };
            return Err((key, "stall_every and stall_for go together: write both, or neither".into()));
        }
        if (self.episode_every_ns == 0) != (self.episode_ns == 0) {
            let key = if self.episode_ns == 0 { "stalls_last" } else { "stalls_every" };
            return Err((key, "stalls_every and stalls_last go together: write both, or neither".into()));
        }
        if self.episode_ns > 0 && self.stall_ns == 0 {
            return Err(("stalls_every", "episodes of stalls need stall_every and stall_for".into()));
        }
        check_cost(Some(self.cpu_ns_per_io), self.max_outstanding)
    }
}

fn extend_unknown_key(error: StackError, more: &str) -> StackError {
    match error {
        StackError::UnknownKey { file, line, key, table, known } => {
            StackError::UnknownKey { file, line, key, table, known: format!("{known}{more}") }
        }
        other => other,
    }
}

fn check_cost(cpu_ns_per_io: Option<u64>, max_outstanding: Option<u32>) -> Result<(), BrokenRule> {
    if max_outstanding == Some(0) {
        return Err(("max_outstanding", "0 lets nothing start: write 1 or more, or leave it out".into()));
    }
    match cpu_ns_per_io {
        Some(ns) if ns > 1_000_000_000 => {
            Err(("cpu_per_io", format!("{} is not the cost of an operation: up to 1s", Nanos(ns))))
        }
        _ => Ok(()),
    }
}

impl VmSpec {
    fn read(from: &Section<'_>) -> Result<VmSpec, StackError> {
        from.only(&KEYS)?;
        let whole = |key| from.whole(key, u64::from(u32::MAX)).map(|n| n.map(|n| n as u32));
        let number = match (whole("count")?, whole("per_host")?) {
            (Some(_), Some(_)) => return Err(from.wrong("per_host", "cannot be combined with count: leave one out")),
            (None, Some(n)) => Number::PerHost(n),
            (n, None) => Number::InAll(n.unwrap_or(1)),
        };
        let volumes = from.list("volumes")?;
        let vm = VmSpec {
            number,
            hosts: from.list("hosts")?.unwrap_or_default(),
            volumes: volumes.ok_or_else(|| from.missing("volumes", "names of the volumes that it has"))?,
            cpu_ns_per_io: from.time("cpu_per_io")?.map(|t| t.0),
            max_outstanding: whole("max_outstanding")?,
            workload: from.document("workload")?.unwrap_or_default(),
            load: from.document("load")?.unwrap_or_default(),
            lines: Lines(from.lines_of(&["workload", "load"])),
        };
        vm.check().map_err(|(key, why)| from.wrong(key, why))?;
        Ok(vm)
    }

    pub(super) fn check(&self) -> Result<(), BrokenRule> {
        let (key, n) = match self.number {
            Number::InAll(n) => ("count", n),
            Number::PerHost(n) => ("per_host", n),
        };
        if n == 0 || n > MAX_COUNT {
            return Err((key, format!("{n} clients: write a number from 1 to {MAX_COUNT}")));
        }
        if self.volumes.is_empty() {
            return Err(("volumes", "names no volume: name at least one".into()));
        }
        check_cost(self.cpu_ns_per_io, self.max_outstanding)
    }
}
