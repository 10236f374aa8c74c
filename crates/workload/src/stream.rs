//! The operations of one worker: kind, address, length. Endless, deterministic by seed.
//!
//! Most workloads are plain: one size, uniform or sequential, reads and writes. They take a path of their own, because
//! their stream is drawn inside the issue loop and its budget is 5 ns. Everything else is composed of four parts, each in
//! a file under `stream/`: a mix of sizes, the places of random operations, the walk of the others, and here the count of
//! completed writes until the next flush, which the caller issues. That path may take 60 ns, about a tenth of what a fast device's operation costs the host.
//!
//! Memory is the same whatever the size of the target: nothing here is a table of places.
//!
//! It does not check the workload: that is [`Workload::check`], and a workload that contradicts itself may assert here.

mod mix;
mod place;
mod scatter;
mod walk;
mod zipf;

pub(crate) use place::zone_units;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use plimsoll_base::random::{Random, stream};
use plimsoll_base::{Op, OpKind};
use rand::RngExt as _;

use crate::pattern::{Distribution, Walk};
use crate::spec::{SyncEvery, Workload};
use mix::{Mix, WHOLE, threshold};
use place::{Places, below};
use walk::{Region, Walker};

/// The streams of all workers on one target, with what they share: where a walk of all workers together stands.
#[derive(Clone, Debug)]
pub struct Streams<'a> {
    workload: &'a Workload,
    seed: u64,
    workers: u32,
    shared: Arc<AtomicU64>,
}

impl<'a> Streams<'a> {
    /// The streams of `workers` workers.
    pub fn new(workload: &'a Workload, seed: u64, workers: u32) -> Streams<'a> {
        Streams { workload, seed, workers, shared: Arc::default() }
    }

    /// Others of the same workload.
    pub fn others(&self, seed: u64, workers: u32) -> Streams<'a> {
        Streams::new(self.workload, seed, workers)
    }

    /// The stream of worker `index`.
    ///
    /// Random places are drawn from the whole working set by every worker. A walk has a region of its own for each
    /// worker; when there are fewer blocks than workers, they share the whole set and start at different blocks.
    ///
    /// A shared walk is deterministic as long as one thread draws from all the streams; with more, which worker gets
    /// which block is up to their timing, though each block still comes once a round.
    ///
    /// # Panics
    /// When the working set does not hold one operation, which [`Workload::check`] refuses.
    pub fn of(&self, index: u32) -> OpStream {
        OpStream::new(self, index)
    }
}

/// One worker's stream of operations.
#[derive(Clone, Debug)]
pub struct OpStream {
    random: Random,
    route: Route,
    // The plain routes' own; a composed stream does not look at them.
    /// A draw of 32 bits below this is a read; 2^32 for reads only.
    read_below: u64,
    len: u32,
    /// Bytes from one place to the next.
    unit: u64,
    /// First byte and number of the places this worker addresses.
    first_byte: u64,
    places: u64,
}

#[derive(Clone, Debug)]
enum Route {
    /// Uniform over the places.
    Uniform,
    /// One place behind the other; this one comes next.
    Sequential(u64),
    /// All that is not plain.
    Composed(Box<MixedStream>),
}

impl OpStream {
    fn new(streams: &Streams<'_>, index: u32) -> OpStream {
        let workload = streams.workload;
        let (align, set) = (workload.align_bytes.0.max(1), workload.working_set_bytes.0);
        let largest = workload.largest_block().0;
        assert!(
            largest > 0 && largest <= set && u32::try_from(largest).is_ok(),
            "operations of {largest} bytes in a working set of {set}: Workload::check refuses this"
        );
        let one_size = largest == workload.smallest_block().0;
        let region = Region::of(workload, index, streams.workers);
        let walks = workload.pattern.random_percent <= 0.0;
        let uniform =
            workload.pattern.random_percent >= 100.0 && workload.pattern.distribution == Distribution::Uniform;
        let plain = one_size
            && !workload.trims()
            && workload.sync.is_none()
            && (uniform || (walks && workload.pattern.walk == Walk::Own));
        let unit = if walks { largest.next_multiple_of(align) } else { align };
        let (first, bytes) = if walks { (region.first, region.bytes) } else { (0, set) };
        let route = match (plain, walks) {
            (true, true) => Route::Sequential(region.start / unit),
            (true, false) => Route::Uniform,
            (false, _) => Route::Composed(Box::new(MixedStream::new(streams, region))),
        };
        OpStream {
            random: stream(streams.seed, "operations", u64::from(index)),
            route,
            read_below: threshold(workload.read_percent),
            len: largest as u32,
            unit,
            first_byte: workload.working_set_offset_bytes.0 + first,
            places: (bytes - largest) / unit + 1,
        }
    }

    /// The next operation. Budget: 5 ns when plain, 60 ns otherwise.
    #[inline]
    pub fn next_op(&mut self) -> Op {
        let draw: u64 = match &mut self.route {
            Route::Composed(composed) => return composed.next_op(&mut self.random),
            _ => self.random.random(),
        };
        let kind = if (draw & 0xffff_ffff) < self.read_below { OpKind::Read } else { OpKind::Write };
        let place = match &mut self.route {
            Route::Sequential(next) => {
                let place = *next;
                *next = if place + 1 == self.places { 0 } else { place + 1 };
                place
            }
            _ => below(&mut self.random, self.places),
        };
        Op { kind, offset: self.first_byte + place * self.unit, len: self.len }
    }

    /// An operation of this stream has completed; whether a flush is due by that. It counts completed writes: a flush
    /// cannot make durable what the target does not have yet, and one that overtook its write would look cheap.
    #[inline]
    pub fn complete(&mut self, kind: OpKind) -> bool {
        match (kind, &mut self.route) {
            (OpKind::Write, Route::Composed(composed)) => composed.complete_write(),
            _ => false,
        }
    }
}

/// A stream with mixes, trims, flushes, places that are not equal, or a walk that is not a worker's own.
#[derive(Clone, Debug)]
struct MixedStream {
    /// Of a draw of 32 bits: below the first a read, below the second a trim, else a write.
    read_below: u64,
    trim_below: u64,
    /// Of a draw of 32 bits: below this the place is random.
    random_below: u64,
    reads: Mix,
    /// Writes and trims.
    writes: Mix,
    places: Places,
    walker: Walker,
    sync: Option<SyncEvery>,
    /// Writes that have completed since the last flush was due.
    writes_to_flush: u32,
    first_byte: u64,
    align: u64,
}

impl MixedStream {
    fn new(streams: &Streams<'_>, region: Region) -> MixedStream {
        let workload = streams.workload;
        let (align, set) = (workload.align_bytes.0.max(1), workload.working_set_bytes.0);
        MixedStream {
            read_below: threshold(workload.read_percent),
            trim_below: threshold(workload.read_percent + workload.trim_percent),
            random_below: threshold(workload.pattern.random_percent),
            reads: Mix::new(&workload.read_blocks, set, align),
            writes: Mix::new(&workload.write_blocks, set, align),
            places: Places::new(workload, streams.seed),
            walker: Walker::new(workload, region, &streams.shared),
            sync: workload.sync.filter(|_| workload.writes()),
            writes_to_flush: 0,
            first_byte: workload.working_set_offset_bytes.0,
            align,
        }
    }

    /// Counts a completed write; whether a flush is due.
    fn complete_write(&mut self) -> bool {
        let Some(sync) = self.sync else { return false };
        self.writes_to_flush += 1;
        let due = self.writes_to_flush >= sync.writes;
        if due {
            self.writes_to_flush = 0;
        }
        due
    }

    fn next_op(&mut self, random: &mut Random) -> Op {
        let draw: u64 = random.random();
        let (low, high) = (draw & 0xffff_ffff, draw >> 32);
        let (kind, mix) = if low < self.read_below {
            (OpKind::Read, &self.reads)
        } else if low < self.trim_below {
            (OpKind::Trim, &self.writes)
        } else {
            (OpKind::Write, &self.writes)
        };
        let size = mix.draw(high);
        let at_random = match self.random_below {
            0 => false,
            WHOLE => true,
            share => u64::from(random.random::<u32>()) < share,
        };
        let (start, len) = if at_random {
            (self.places.draw(random, size.positions) * self.align, size.len)
        } else {
            self.walker.next(size.len, mix)
        };
        Op { kind, offset: self.first_byte + start, len }
    }
}
