//! `cache`: what lies before slower storage: a flash card in front of disks, an array's memory. Which lines are in it is
//! followed line by line, so hit ratios, a working set that outgrows it, and a write buffer that fills come out of the
//! addresses and are not parameters.
//!
//! The cache itself takes time in one of two ways: `on` names a device beside the path, through which every hit, fill,
//! buffered write and destage goes and takes its time and bandwidth; or a `hit` takes a constant time.
//!
//! * **Reads**: all of it dirty or cached: a hit. What is missing is fetched from behind, whole lines or what was asked
//!   for (`fill`), lines beside each other as one; a line that is already on its way is waited for. The reader has its
//!   data when they come from behind; the fill of the device follows in the background. Data that are only partly there
//!   in a line are fetched with the line.
//! * **Writes** with `back` are answered when they are in the cache. They are dirty from their acceptance on, go behind
//!   by the rules of `destage` (destage.rs), and are read from the cache until then; afterwards only what the read cache
//!   holds of them stays (vSAN's write buffer does not become read cache either). A write that finds no room waits, first
//!   in, first out; one that is larger than the room goes straight behind. `through` and `around` go behind, and are
//!   answered when they are there; neither brings a line in.
//! * **Backpressure**: above `high_water` writes wait until there is room below it; or, with `max_delay`, they are let
//!   in later the fuller it is: max_delay · (full - high_water) / (1 - high_water), and wait when it is full. vSAN's
//!   congestion is of the second kind.
//! * **Flushes** with `back` are answered by the cache (`flush = "cache"`, it survives a loss of power) or when all
//!   that was written before is destaged and what lies behind has flushed. Trims go behind, and what they cover is
//!   forgotten, dirty or not.
//!
//! A read that is partly there takes its part from the device and the rest from behind at the same time; a constant `hit`
//! is not added to what is fetched. A device of the cache that fails fails the request: it is not tried behind. Not
//! modelled: read-ahead, the contents' compression, and write amplification inside the flash.
//
// Budget: 150 ns of real time for a hit beside the stack's own work while the maps fit the processor's cache (a thousand
// lines: no more than a visit to a device); three dependent reads of memory where they don't (800 GiB in lines of 1 MiB:
// place, line, neighbours). 825 GiB, 70/30, under 800 GiB of random 4 KiB take 140 MiB of memory.
// What a warm cache holds and nobody has used is a bit a line. Steady state allocates
// nothing; the maps grow with the lines that come in.

mod bits;
mod buffer;
mod destage;
mod fetches;
mod grid;
mod lines;
mod spec;
mod untouched_lines;
mod work;

use plimsoll_base::Bytes;

use crate::element::{Element, ElementKind, Parameter, Surroundings};
use crate::wiring::Scope;

pub(super) use spec::read;
pub use spec::{CacheSpec, DestageSpec, Fill, FlushPolicy, Initial, Order, Policy, WritePolicy};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "cache",
    summary: "a cache in front of slower storage: real replacement for reads, a write buffer with destage",
    ends_path: false,
    spoils_data: false,
    scope: Scope::Group,
    parameters: &[
        Parameter { name: "size", unit: "size", default: "required", what: "its bytes, split by read_share" },
        Parameter {
            name: "read_share",
            unit: "percent",
            default: "70; 100 without write buffer",
            what: "of size for reads; the rest is the write buffer",
        },
        Parameter { name: "read_bytes", unit: "size", default: "from size", what: "space for reads, instead of size" },
        Parameter { name: "write_bytes", unit: "size", default: "from size", what: "space for the write buffer, instead of size" },
        Parameter { name: "line", unit: "size", default: "1m", what: "unit of replacement, and the largest destage" },
        Parameter { name: "block", unit: "size", default: "4k", what: "unit in which data are dirty or present" },
        Parameter {
            name: "fill",
            unit: "line | request",
            default: "line",
            what: "a miss reads whole lines; or only the blocks that were asked for",
        },
        Parameter { name: "policy", unit: "lru | clock", default: "lru", what: "which line is evicted" },
        Parameter { name: "on", unit: "list of names", default: "none", what: "the device that holds it, as a route" },
        Parameter {
            name: "hit",
            unit: "time",
            default: "required without on",
            what: "of a hit or a buffered write, when no device is described",
        },
        Parameter {
            name: "write",
            unit: "back | through | around",
            default: "back",
            what: "acknowledged by the cache and destaged later; by what is behind it, the cached copy kept up to date; by what is behind it, the cached copy dropped",
        },
        Parameter {
            name: "flush",
            unit: "cache | behind",
            default: "cache",
            what: "acknowledged when the data are in the cache; or when they are destaged",
        },
        Parameter {
            name: "destage",
            unit: "table",
            default: "see what",
            what: "{ idle = \"3s\", start = 0.3, rate, order = \"sorted\" | \"fifo\", depth = 8 }: works while a block has \
                   been dirty for idle, or more than start of the buffer is; at most rate bytes per second (none: no \
                   limit); by address or by age; depth writes on their way",
        },
        Parameter {
            name: "high_water",
            unit: "share, 0 to 1",
            default: "1",
            what: "of the write buffer; above it writes are held back",
        },
        Parameter {
            name: "max_delay",
            unit: "time",
            default: "none",
            what: "above high_water writes are delayed, growing to this when full; without it they wait for room",
        },
        Parameter {
            name: "initial",
            unit: "empty | warm",
            default: "empty",
            what: "warm: the first bytes of each volume are cached until it is full",
        },
    ],
    example: "size = \"64m\"\nhit = \"100us\"\n",
};

impl CacheSpec {
    pub(crate) fn build(&self, _around: &Surroundings<'_>) -> Box<dyn Element> {
        Box::new(work::Cache::new(self))
    }

    /// Bytes in a write buffer that may be dirty before writes wait.
    fn room(&self) -> Bytes {
        match self.max_delay_ns {
            Some(_) => self.write_bytes,
            None => Bytes((self.write_bytes.0 as f64 * self.high_water) as u64),
        }
    }
}
