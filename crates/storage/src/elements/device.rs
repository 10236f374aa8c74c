//! `device`: k servers behind one first-in-first-out queue, each busy with one request at a time.
//!
//! An SSD with its parallelism, an array seen from outside, or, with the right distribution, the textbook's M/M/c and
//! M/G/c: the tests hold it against them. The service of a request is drawn when it arrives; with a FIFO queue that is
//! the same process as drawing when it starts. It has no idea of addresses: nothing is faster for being sequential.
//!
//! Trims and flushes take the service time of writes, without the per-byte part.

use plimsoll_base::random::Random;
use plimsoll_base::{Bytes, Nanos, Op, OpKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ElementSpec;
use crate::element::{Actions, Broken, Departure, Element, ElementKind, Exit, Parameter, Request, Surroundings};
use crate::error::StackError;
use crate::read::Section;
use crate::wiring::{Demand, Scope, Wiring};
use crate::service::{self, Service, ServiceSpec};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "device",
    summary: "k servers behind one FIFO queue: a drive, or an array seen from outside",
    ends_path: true,
    scope: Scope::Group,
    parameters: &[
        Parameter { name: "servers", unit: "whole number", default: "1", what: "requests worked on at once" },
        Parameter {
            name: "service",
            unit: service::UNIT,
            default: "required",
            what: "time of a request, unless read and write say it: \"200us\" is constant; { distribution = \"constant\" | \
                   \"exponential\", mean }, { distribution = \"lognormal\" | \"gamma\", mean, cv }, \
                   { distribution = \"bimodal\", fast, slow, slow_share }",
        },
        Parameter { name: "read", unit: service::UNIT, default: "service", what: "time of a read" },
        Parameter { name: "write", unit: service::UNIT, default: "service", what: "time of a write, trim or flush" },
        Parameter {
            name: "bytes_per_s",
            unit: "size per second",
            default: "none",
            what: "of each server: adds size / bytes_per_s to reads and writes",
        },
        Parameter { name: "seed", unit: "whole number", default: "the stack's", what: "of the drawn times" },
    ],
    example: "servers = 8\nservice = { distribution = \"exponential\", mean = \"200us\" }\n",
    read,
};

/// The most servers: more than any device has, few enough to hold a word for each.
const MOST_SERVERS: u32 = 1 << 20;

/// A `device`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceSpec {
    /// Requests worked on at once.
    pub servers: u32,
    /// Service time of reads.
    pub read: ServiceSpec,
    /// Service time of writes, trims and flushes.
    pub write: ServiceSpec,
    /// Bandwidth of each server; none: size costs nothing.
    pub bytes_per_s: Option<Bytes>,
    /// Seed of its own.
    pub seed: Option<u64>,
}

fn read(from: &Section<'_>) -> Result<ElementSpec, StackError> {
    let both = ServiceSpec::read(from, "service")?;
    let of = |key| match ServiceSpec::read(from, key)?.or(both) {
        Some(service) => Ok(service),
        None => Err(from.missing("service", "a time, such as \"200us\", or { distribution = \"…\", mean = \"…\" }")),
    };
    let (read, write) = (of("read")?, of("write")?);
    if from.has("service") && from.has("read") && from.has("write") {
        return Err(from.wrong("service", "has no effect beside both read and write: leave it out"));
    }
    Ok(ElementSpec::Device(DeviceSpec {
        servers: from.whole("servers", u64::from(MOST_SERVERS))?.map_or(1, |n| n as u32),
        read,
        write,
        bytes_per_s: from.size("bytes_per_s")?,
        seed: from.whole("seed", u64::MAX)?,
    }))
}

impl Wiring for DeviceSpec {
    fn demand(&self, op: &Op, _around: &Surroundings<'_>) -> Demand {
        let service_ns = match op.kind {
            OpKind::Read => self.read.mean_ns(),
            OpKind::Write | OpKind::Trim | OpKind::Flush => self.write.mean_ns(),
        };
        let moved = matches!(op.kind, OpKind::Read | OpKind::Write);
        let transfer_ns = self.bytes_per_s.filter(|_| moved).map_or(0.0, |b| f64::from(op.len) * 1e9 / b.0 as f64);
        let work_ns = service_ns + transfer_ns;
        Demand { work_ns, servers: f64::from(self.servers), stay_ns: work_ns, ..Demand::NONE }
    }
}

impl DeviceSpec {
    pub(crate) fn check(&self) -> Result<(), Broken> {
        if self.servers == 0 || self.servers > MOST_SERVERS {
            let why = format!("{} servers can't serve: write a whole number from 1 to {MOST_SERVERS}", self.servers);
            return Err(("servers", why));
        }
        let read = if self.read == self.write { "service" } else { "read" };
        self.read.check().map_err(|why| (read, why))?;
        self.write.check().map_err(|why| ("write", why))?;
        if self.bytes_per_s.is_some_and(|b| b.0 == 0) {
            return Err(("bytes_per_s", "0 is not a bandwidth: write one above 0, or leave it out".into()));
        }
        Ok(())
    }

    pub(crate) fn build(&self, around: &Surroundings<'_>) -> Box<dyn Element> {
        Box::new(Device {
            free_at: vec![0; self.servers as usize],
            read: self.read.sampler(),
            write: self.write.sampler(),
            ns_per_byte: self.bytes_per_s.map_or(0.0, |b| 1e9 / b.0 as f64),
            random: around.stream(self.seed, "service"),
        })
    }
}

#[derive(Debug)]
struct Device {
    /// When each server is free, as a binary heap with the earliest on top.
    free_at: Vec<u64>,
    read: Service,
    write: Service,
    ns_per_byte: f64,
    random: Random,
}

impl Element for Device {
    #[inline]
    fn arrive(&mut self, now: Nanos, request: &Request, _out: &mut Actions) -> Departure {
        let mut service = match request.op.kind {
            OpKind::Read => self.read.draw(&mut self.random),
            OpKind::Write | OpKind::Trim | OpKind::Flush => self.write.draw(&mut self.random),
        };
        if matches!(request.op.kind, OpKind::Read | OpKind::Write) {
            service += f64::from(request.op.len) * self.ns_per_byte;
        }
        let service_ns = (service + 0.5) as u64;
        let at = self.free_at[0].max(now.0).saturating_add(service_ns);
        replace_top(&mut self.free_at, at);
        Departure { at: Nanos(at), service_ns, work_ns: service_ns, exit: Exit::Next, result: Ok(None) }
    }

    fn servers(&self) -> u32 {
        self.free_at.len() as u32
    }
}

/// Replaces the least of a binary heap by `value`.
#[inline]
fn replace_top(heap: &mut [u64], value: u64) {
    let mut at = 0;
    loop {
        let mut child = 2 * at + 1;
        if child >= heap.len() {
            break;
        }
        if child + 1 < heap.len() && heap[child + 1] < heap[child] {
            child += 1;
        }
        if heap[child] >= value {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = value;
}
