//! `device`: k servers behind one first-in-first-out queue, each busy with one request at a time.
//!
//! An SSD with its parallelism, a disk with its arm, a flash card, an array seen from outside, or, with the right
//! distribution, the textbook's M/M/c and M/G/c: the tests hold it against them. The service of a request is drawn when
//! it arrives; with a FIFO queue that is the same process as drawing when it starts, and so is everything that follows
//! from the order: where the arm stands, what the pool of erased flash holds, when a server is free.
//!
//! A request takes `service` (or `read`, `write`, `flush`, `trim`) plus its size over the bandwidth of a server; trims
//! and flushes move no data and have no such part. To that come, where they are described:
//!
//! * `max_bytes_per_s`: one bus that all data crosses before a server works on it, in the order of arrival.
//! * `seek`, `rpm`: an arm and a turning platter (`device/arm.rs`).
//! * `write_cliff`: erased flash runs out (`device/cliff.rs`).
//! * `slow`: the device is slower for a time (`device/slow.rs`).
//!
//! A `profile` fills in what is not written (`device/profile.rs`). Not here: reordering (a drive that sorts its queue by
//! address reaches more: when requests overtake, a departure is not known at arrival), a cache (element of its own).

mod arm;
mod cliff;
mod profile;
mod read;
mod slow;
mod spec;

use plimsoll_base::random::Random;
use plimsoll_base::{Nanos, Op, OpKind, fetch_ahead};

use crate::element::{Actions, Departure, Element, ElementKind, Exit, Parameter, Request, Surroundings};
use crate::service::{self, Service};
use crate::wiring::{Demand, Omission, Scope, Wiring};

pub use arm::{DiskSpec, SeekSpec};
pub use cliff::CliffSpec;
pub(super) use read::read;
pub use slow::SlowSpec;
pub use spec::DeviceSpec;

use arm::Arm;
use cliff::Pool;
use slow::Slow;

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "device",
    summary: "k servers behind one FIFO queue: a drive (flash or disk), or an array seen from outside",
    ends_path: true,
    spoils_data: false,
    scope: Scope::Group,
    parameters: &[
        Parameter {
            name: "profile",
            unit: profile::UNIT,
            default: "none",
            what: "what the keys that are not written start from: a typical drive of this kind",
        },
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
        Parameter { name: "write", unit: service::UNIT, default: "service", what: "time of a write" },
        Parameter { name: "flush", unit: service::UNIT, default: "write", what: "time of a flush" },
        Parameter { name: "trim", unit: service::UNIT, default: "write", what: "time of a trim" },
        Parameter {
            name: "bytes_per_s",
            unit: "size per second",
            default: "none",
            what: "of each server: adds size / bytes_per_s to reads and writes",
        },
        Parameter { name: "read_bytes_per_s", unit: "size per second", default: "bytes_per_s", what: "the same of reads" },
        Parameter { name: "write_bytes_per_s", unit: "size per second", default: "bytes_per_s", what: "the same of writes" },
        Parameter {
            name: "max_bytes_per_s",
            unit: "size per second",
            default: "none",
            what: "of the whole device: a bus that reads and writes cross one after the other",
        },
        Parameter {
            name: "seek",
            unit: "{ min, average, max }: times",
            default: "none",
            what: "of a disk's arm: track to track, mean over random places (min + 8/15 (max - min)), full stroke",
        },
        Parameter { name: "rpm", unit: "1/min", default: "none", what: "turns of a disk: a request waits up to one" },
        Parameter {
            name: "streams",
            unit: "whole number",
            default: "4",
            what: "ends that a disk remembers: a request that begins at one needs neither seek nor turn",
        },
        Parameter { name: "size", unit: "size", default: "the volume's", what: "of the whole disk: a full stroke" },
        Parameter {
            name: "write_cliff",
            unit: "{ after, slower, recover }",
            default: "none",
            what: "after this many bytes (size) a write takes this many times as long (number); flash is erased again at this rate (size per second)",
        },
        Parameter {
            name: "slow",
            unit: "{ at, for, every, factor }",
            default: "none",
            what: "in this window (times; with every, repeatedly) service takes this many times as long",
        },
        Parameter { name: "seed", unit: "whole number", default: "the stack's", what: "of the drawn times" },
    ],
    example: "servers = 8\nservice = { distribution = \"exponential\", mean = \"200us\" }\n",
};

impl Wiring for DeviceSpec {
    fn demand(&self, op: &Op, around: &Surroundings<'_>) -> Demand {
        let (service, bytes_per_s) = match op.kind {
            OpKind::Read => (&self.read, self.read_bytes_per_s),
            OpKind::Write => (&self.write, self.write_bytes_per_s),
            OpKind::Trim => (&self.trim, None),
            OpKind::Flush => (&self.flush, None),
        };
        let moves = matches!(op.kind, OpKind::Read | OpKind::Write);
        // Random places: the mean seek, and half a turn of 60 s / rpm.
        let arm = self.disk.filter(|_| moves);
        let reach_ns = arm.map_or(0.0, |disk| disk.seek.average_ns.0 as f64 + if disk.rpm > 0.0 { 30e9 / disk.rpm } else { 0.0 });
        let transfer_ns = bytes_per_s.map_or(0.0, |rate| f64::from(op.len) * 1e9 / rate.0 as f64);
        let work_ns = service.mean_ns() + reach_ns + transfer_ns;
        let stay_ns = work_ns + self.second_work_ns(op, around);
        Demand { work_ns, servers: f64::from(self.servers), stay_ns, ..Demand::NONE }
    }

    /// The bus.
    fn second_work_ns(&self, op: &Op, _around: &Surroundings<'_>) -> f64 {
        let moves = matches!(op.kind, OpKind::Read | OpKind::Write);
        self.max_bytes_per_s.filter(|_| moves).map_or(0.0, |rate| f64::from(op.len) * 1e9 / rate.0 as f64)
    }

    fn not_on_paper(&self) -> Option<Omission> {
        match (&self.disk, &self.write_cliff, &self.slow) {
            (Some(_), ..) => Some(Omission::SequentialArm),
            (None, Some(_), _) => Some(Omission::WriteCliff),
            (None, None, Some(_)) => Some(Omission::SlowTimes),
            (None, None, None) => None,
        }
    }
}

impl DeviceSpec {
    pub(crate) fn build(&self, around: &Surroundings<'_>) -> Box<dyn Element> {
        let ns_per_byte = |rate: Option<plimsoll_base::Bytes>| rate.map_or(0.0, |b| 1e9 / b.0 as f64);
        let size_bytes = self.disk.and_then(|d| d.size_bytes).map_or(around.volume_bytes, |b| b.0);
        let extras = Extras {
            arm: self.disk.map(|disk| Arm::new(&disk, size_bytes, around.stream(self.seed, "rotation"))),
            pool: self.write_cliff.map(|cliff| Pool::new(&cliff)),
            slow: self.slow.map(Slow::new),
        };
        let any = extras.arm.is_some() || extras.pool.is_some() || extras.slow.is_some();
        Box::new(Device {
            free_at: vec![0; self.servers as usize],
            services: [&self.read, &self.write, &self.trim, &self.flush].map(|s| s.sampler()),
            ns_per_byte: [ns_per_byte(self.read_bytes_per_s), ns_per_byte(self.write_bytes_per_s), 0.0, 0.0],
            bus: self.max_bytes_per_s.map(|b| Bus { ns_per_byte: 1e9 / b.0 as f64, free_at: 0, rest: 0.0 }),
            extras: any.then(|| Box::new(extras)),
            random: around.stream(self.seed, "service"),
        })
    }
}

// Budget: 100 ns of real time per operation, the stack around it included, on a plain device of 8 servers with 32
// operations outstanding (examples/speed.rs: 70); arm, pool and slow time may add 50. No allocation after `build`.
#[derive(Debug)]
struct Device {
    /// When each server is free, as a binary heap with the earliest on top.
    free_at: Vec<u64>,
    /// In the order of `OpKind`: read, write, trim, flush.
    services: [Service; 4],
    ns_per_byte: [f64; 4],
    bus: Option<Bus>,
    extras: Option<Box<Extras>>,
    random: Random,
}

/// Rare features of a device: apart, so that most devices pay one comparison for them.
#[derive(Debug)]
struct Extras {
    arm: Option<Arm>,
    pool: Option<Pool>,
    slow: Option<Slow>,
}

impl Extras {
    /// Service time of `request`, which starts at `start`, from its drawn time and the time that its bytes take.
    fn service_ns(&mut self, start: u64, request: &Request, drawn_ns: f64, bytes_ns: f64) -> f64 {
        let op = &request.op;
        let mut service = drawn_ns + bytes_ns;
        if matches!(op.kind, OpKind::Read | OpKind::Write) {
            if let Some(arm) = &mut self.arm {
                service = match arm.reach(request.address(), op.len) {
                    Some(reach_ns) => reach_ns + service,
                    // The platter passes by while the command is handled.
                    None => drawn_ns.max(bytes_ns),
                };
            }
        }
        if let (Some(pool), OpKind::Write) = (&mut self.pool, op.kind) {
            service *= pool.write(start, op.len);
        }
        self.slow.as_ref().map_or(service, |slow| service * slow.factor(Nanos(start)))
    }
}

/// The way that all data takes, one request after the other in the order of arrival.
#[derive(Debug)]
struct Bus {
    ns_per_byte: f64,
    free_at: u64,
    /// The fraction that rounding `free_at` down to a whole ns cuts off: without it small transfers would be too fast.
    rest: f64,
}

impl Bus {
    /// When `len` bytes that came at `now` are across, and the time that they took themselves.
    fn cross(&mut self, now: u64, len: u32) -> (u64, u64) {
        if self.free_at < now {
            (self.free_at, self.rest) = (now, 0.0);
        }
        let took = f64::from(len) * self.ns_per_byte + self.rest;
        self.rest = took.fract();
        self.free_at = self.free_at.saturating_add(took as u64);
        (self.free_at, took as u64)
    }
}

impl Element for Device {
    fn start(&mut self, now: Nanos) {
        if let Some(extras) = &mut self.extras {
            if let Some(slow) = &mut extras.slow {
                slow.start(now);
            }
            if let Some(pool) = &mut extras.pool {
                pool.start(now);
            }
        }
    }

    #[inline]
    fn arrive(&mut self, now: Nanos, request: &Request, _out: &mut Actions) -> Departure {
        let op = &request.op;
        let kind = op.kind.index();
        let drawn = self.services[kind].draw(&mut self.random);
        let bytes = f64::from(op.len) * self.ns_per_byte[kind];
        let (ready, bus_ns) = match &mut self.bus {
            Some(bus) if matches!(op.kind, OpKind::Read | OpKind::Write) => bus.cross(now.0, op.len),
            _ => (now.0, 0),
        };
        let start = self.free_at[0].max(ready);
        let service = match &mut self.extras {
            None => drawn + bytes,
            Some(extras) => extras.service_ns(start, request, drawn, bytes),
        };
        let service_ns = (service + 0.5) as u64;
        let at = start.saturating_add(service_ns);
        let servers = self.free_at.len() as u64;
        replace_top(&mut self.free_at, at);
        // Own work is the stay of a request that finds the device idle. Of the capacity it takes the larger part: of a
        // server's time, or of the bus, which is as much to the device as all its servers.
        let own_ns = service_ns.saturating_add(bus_ns).min(at.saturating_sub(now.0));
        let work_ns = service_ns.max(bus_ns.saturating_mul(servers));
        Departure { service_ns: own_ns, work_ns, ..Departure::through(Nanos(at)) }
    }

    fn foresees(&self) -> bool {
        true
    }

    #[inline]
    fn foresee(&self, _request: &Request) -> Option<Exit> {
        fetch_ahead(self.free_at.as_ptr());
        if let Some(extras) = &self.extras {
            fetch_ahead(&raw const **extras);
        }
        None
    }

    fn servers(&self) -> u32 {
        self.free_at.len() as u32
    }
}

/// Replaces the least of a binary heap by `value`.
#[inline]
fn replace_top(heap: &mut [u64], value: u64) {
    let mut at = 0;
    // The smaller of two cannot be predicted: a sum, no branch.
    while let Some([left, right]) = heap.get(2 * at + 1..2 * at + 3) {
        let (child, least) = (2 * at + 1 + usize::from(right < left), *left.min(right));
        if least >= value {
            break;
        }
        heap[at] = least;
        at = child;
    }
    let last = 2 * at + 1;
    if last + 1 == heap.len() && heap[last] < value {
        heap[at] = heap[last];
        at = last;
    }
    heap[at] = value;
}
