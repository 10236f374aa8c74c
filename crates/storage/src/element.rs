//! What an element is: something that a request reaches, and that says when it leaves.

use std::fmt::Debug;

use plimsoll_base::random::{self, Random};
use plimsoll_base::{Nanos, Op};

use crate::elements::ElementSpec;
use crate::error::StackError;
use crate::read::Section;

/// A request as an element sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// What is asked.
    pub op: Op,
}

/// What happens to the data of a request that is answered as if nothing had happened.
///
/// A stack holds no data, so this is a mark that leaves with the request: whoever keeps the content carries it out.
/// 8 bytes, so that a departure that carries none is no larger than one that cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataFault {
    /// A write that is not stored.
    Lost,
    /// A write of which only the first sectors are stored.
    Torn {
        /// How many sectors of 512 bytes are: at least one, and not all.
        sectors: u32,
    },
    /// A write that is stored at another place.
    Misplaced {
        /// How far away, in lengths of the request; below 0, towards the start. It fits in the volume there.
        lengths: i32,
    },
    /// A read that is answered with what was there before the last write.
    Stale,
}

impl DataFault {
    /// First byte of where a write is stored.
    pub fn place(self, op: &Op) -> u64 {
        match self {
            DataFault::Misplaced { lengths } => {
                op.offset.wrapping_add_signed(i64::from(lengths).wrapping_mul(i64::from(op.len)))
            }
            DataFault::Lost | DataFault::Torn { .. } | DataFault::Stale => op.offset,
        }
    }
}

/// When and how a request leaves an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The instant; never before the arrival.
    pub at: Nanos,
    /// The part of the stay that is the element's own work, in ns; the rest was waiting.
    pub service_ns: u64,
    /// What the request takes of the element's capacity, in server-ns: the service of a device, cost / rate of a limit.
    pub work_ns: u64,
    /// Ok: on to the next element, with what happens to its data in spite of success; nothing, with nearly every
    /// element. Err: back to the client with this errno.
    pub result: Result<Option<DataFault>, i32>,
}

impl Departure {
    /// Straight through: no wait, no work.
    pub const fn through(now: Nanos) -> Departure {
        Departure { at: now, service_ns: 0, work_ns: 0, result: Ok(None) }
    }
    /// Back to the client at once with `errno`.
    pub const fn failed(now: Nanos, errno: i32) -> Departure {
        Departure { at: now, service_ns: 0, work_ns: 0, result: Err(errno) }
    }
}

/// What a timer lets go towards the next element.
#[derive(Debug, Default)]
pub struct Releases {
    pub(crate) injected: Vec<Op>,
}

impl Releases {
    /// An operation of the element's own, which no client asked for and none is told about.
    pub fn inject(&mut self, op: Op) {
        self.injected.push(op);
    }
}

/// A part of a stack. Pure: all it knows of time is what it is told.
///
/// Instants that an element is told never go backwards.
pub trait Element: Debug + Send {
    /// Told once, before anything else: the clock's present, at which the element is in its initial state.
    fn start(&mut self, _now: Nanos) {}

    /// A request arrives.
    fn arrive(&mut self, now: Nanos, request: &Request) -> Departure;

    /// When the element acts on its own next.
    fn next_timer(&self) -> Option<Nanos> {
        None
    }

    /// [`next_timer`](Element::next_timer) is due.
    fn timer(&mut self, _now: Nanos, _out: &mut Releases) {}

    /// Requests that it can work on at once: what its work is divided by to give its utilisation.
    fn servers(&self) -> u32 {
        1
    }
}

/// What an element is built with beside its own description.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// Name of the element.
    pub name: &'a str,
    /// Seed of the stack; an element's own seed wins.
    pub seed: u64,
    /// Bytes that can be addressed.
    pub volume_bytes: u64,
}

impl Surroundings<'_> {
    /// The element's stream of random numbers for `purpose`.
    pub fn stream(&self, own_seed: Option<u64>, purpose: &str) -> Random {
        random::stream(own_seed.unwrap_or(self.seed), &format!("{}/{purpose}", self.name), 0)
    }
}

/// A parameter of an element type, as printed by `plimsoll elements`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The key in the stack file.
    pub name: &'static str,
    /// How it is written: a unit ("time", "size", "1/s") or the words it may be.
    pub unit: &'static str,
    /// What it is when absent; "required" when it has to be there.
    pub default: &'static str,
    /// What it says.
    pub what: &'static str,
}

/// A type of element.
#[derive(Clone, Copy, Debug)]
pub struct ElementKind {
    /// Name of its table in the stack file.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Whether it ends a path: it holds the data, nothing lies behind it.
    pub ends_path: bool,
    /// Its keys.
    pub parameters: &'static [Parameter],
    /// A short description of one, as a stack file has it.
    pub example: &'static str,
    pub(crate) read: fn(&Section<'_>) -> Result<ElementSpec, StackError>,
}

impl ElementKind {
    /// The keys in the order of the documentation.
    pub fn keys(&self) -> Vec<&'static str> {
        self.parameters.iter().map(|p| p.name).collect()
    }
}

impl std::fmt::Display for ElementKind {
    /// The reference: name and summary, then a line per parameter.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}: {}", self.name, self.summary)?;
        for p in self.parameters {
            writeln!(f, "  {:<14} {:<28} {:<14} {}", p.name, p.unit, p.default, p.what)?;
        }
        Ok(())
    }
}

/// A rule that a resolved description breaks: the key, and why.
pub(crate) type Broken = (&'static str, String);

/// Checks a rate per second: finite, above zero, and within what the arithmetic carries.
pub(crate) fn check_rate(key: &'static str, rate_per_s: f64) -> Result<(), Broken> {
    if (0.001..=1e9).contains(&rate_per_s) {
        return Ok(());
    }
    Err((key, format!("{rate_per_s} per second is not a rate: write a number from 0.001 to 1000000000")))
}
