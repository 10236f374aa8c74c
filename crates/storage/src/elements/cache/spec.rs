//! `cache` as a document: keys, defaults, rules, and what it is worth on paper.

use plimsoll_base::{Bytes, Nanos, Op, OpKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::{BrokenRule, Exit, Surroundings};
use crate::error::StackError;
use crate::read::Section;
use crate::wiring::{Demand, Members, Visit, Wiring};

/// Which line goes when another has to come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// The one that was used the longest time ago.
    Lru,
    /// The next on a round that was not used since the last one.
    Clock,
}

/// What a miss brings in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fill {
    /// Whole lines.
    Line,
    /// The blocks that were asked for.
    Request,
}

/// Where a write goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WritePolicy {
    /// Into the cache, and behind later.
    Back,
    /// Behind, and into what the cache holds of it.
    Through,
    /// Behind; the cache forgets what it holds of it.
    Around,
}

/// When a flush is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FlushPolicy {
    /// When the writes before it are in the cache, which survives a loss of power.
    Cache,
    /// When they are destaged and what lies behind has flushed.
    Behind,
}

/// At the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Initial {
    /// Nothing is cached.
    Empty,
    /// The first bytes of each volume are, by turns, until the room for reads is full.
    Warm,
}

/// What is destaged first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// By address, upwards and round again.
    Sorted,
    /// By age.
    Fifo,
}

/// How dirty blocks go behind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DestageSpec {
    /// It works while a block has been dirty for so long.
    pub idle_ns: Nanos,
    /// It works while a larger share of the write buffer is dirty.
    pub start: f64,
    /// No faster than this.
    pub bytes_per_s: Option<Bytes>,
    /// What goes first.
    pub order: Order,
    /// Writes on their way at once.
    pub depth: u32,
}

/// A `cache`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CacheSpec {
    /// Room for reads.
    pub read_bytes: Bytes,
    /// Room for writes that are not yet behind.
    pub write_bytes: Bytes,
    /// The unit of replacement.
    pub line_bytes: Bytes,
    /// The unit in which blocks are dirty.
    pub block_bytes: Bytes,
    /// What a miss brings in.
    pub fill: Fill,
    /// What goes.
    pub policy: Policy,
    /// The device that holds it.
    pub on: Option<Members>,
    /// Time of a hit or of a buffered write, when no device is described.
    pub hit_ns: Nanos,
    /// Where writes go.
    pub write: WritePolicy,
    /// When flushes are answered.
    pub flush: FlushPolicy,
    /// How dirty blocks go behind.
    pub destage: DestageSpec,
    /// Share of the write buffer above which writes are held back.
    pub high_water: f64,
    /// How long a write waits when the buffer is full; none: above `high_water` it waits for room.
    pub max_delay_ns: Option<Nanos>,
    /// At the start.
    pub initial: Initial,
}

const DEFAULT_DESTAGE: DestageSpec =
    DestageSpec { idle_ns: Nanos::from_secs(3), start: 0.3, bytes_per_s: None, order: Order::Sorted, depth: 8 };
/// Bounds of what a bit, a slot number and a shift carry.
const SMALLEST_BLOCK: u64 = 512;
const LARGEST_LINE: u64 = 64 << 20;
const MAX_BLOCKS: u64 = 4096;
/// Lines and blocks that are followed one by one: 2^28 lines take some 10 GiB once they are all in.
const MAX_LINES: u64 = 1 << 28;
/// Of 64 blocks each, where parts of lines are there: 2 GiB.
const MAX_WORDS: u64 = 1 << 28;
const MAX_DIRTY_BLOCKS: u64 = 1 << 28;
const DEEPEST: u32 = 4096;
const LONGEST: Nanos = Nanos::from_secs(3600);

pub(in crate::elements) fn read(from: &Section<'_>) -> Result<CacheSpec, StackError> {
    let (size, share) = (from.size("size")?, from.number("read_share")?);
    let (read_bytes, write_bytes) = (from.size("read_bytes")?, from.size("write_bytes")?);
    let write = from.choice(
        "write",
        &[("back", WritePolicy::Back), ("through", WritePolicy::Through), ("around", WritePolicy::Around)],
    )?;
    let write = write.unwrap_or(WritePolicy::Back);
    if size.is_none() && read_bytes.is_none() && write_bytes.is_none() {
        return Err(from.missing("size", "its bytes (or read_bytes and write_bytes)"));
    }
    if size.is_some() {
        if let Some(own) = ["read_bytes", "write_bytes"].into_iter().find(|key| from.has(key)) {
            return Err(from.wrong(own, "cannot be combined with size, which is split by read_share: leave one out"));
        }
    }
    if from.has("read_share") && size.is_none() {
        return Err(from.wrong("read_share", "has no effect without size, which it splits"));
    }
    if share.is_some_and(|share| !(0.0..=100.0).contains(&share)) {
        return Err(from.wrong("read_share", "is not a percentage: write a number from 0 to 100"));
    }
    let back = write == WritePolicy::Back;
    let flush = from.choice("flush", &[("cache", FlushPolicy::Cache), ("behind", FlushPolicy::Behind)])?;
    let (high_water, max_delay_ns) = (from.number("high_water")?, from.time("max_delay")?);
    let destage = read_destage(from)?;
    if !back {
        if let Some(idle) =
            ["write_bytes", "flush", "high_water", "max_delay", "destage"].into_iter().find(|key| from.has(key))
        {
            return Err(from.wrong(idle, "has no effect without write = \"back\": nothing is buffered"));
        }
    }
    let for_reads = if back { share.unwrap_or(70.0) / 100.0 } else { share.unwrap_or(100.0) / 100.0 };
    let split = size.map(|size| {
        let reads = ((size.0 as f64 * for_reads).round() as u64).min(size.0);
        (Bytes(reads), Bytes(if back { size.0 - reads } else { 0 }))
    });
    let (read_bytes, write_bytes) = split.unwrap_or((read_bytes.unwrap_or_default(), write_bytes.unwrap_or_default()));
    let (on, hit) = (from.list("on")?, from.time("hit")?);
    if on.is_some() && hit.is_some() {
        return Err(from.wrong("hit", "cannot be combined with on, whose device takes its own time: leave one out"));
    }
    if on.is_none() && hit.is_none() {
        return Err(from.missing("hit", "the time of a hit, such as \"100us\" (or on, the device that holds the cache)"));
    }
    let block_bytes = from.size("block")?.unwrap_or(Bytes(4096));
    Ok(CacheSpec {
        read_bytes,
        write_bytes,
        line_bytes: from.size("line")?.unwrap_or(Bytes(1 << 20)),
        block_bytes,
        fill: from.choice("fill", &[("line", Fill::Line), ("request", Fill::Request)])?.unwrap_or(Fill::Line),
        policy: from.choice("policy", &[("lru", Policy::Lru), ("clock", Policy::Clock)])?.unwrap_or(Policy::Lru),
        on: on.map(|route| Members::Beside { route }),
        hit_ns: hit.unwrap_or(Nanos::ZERO),
        write,
        flush: flush.unwrap_or(FlushPolicy::Cache),
        destage,
        high_water: high_water.unwrap_or(1.0),
        max_delay_ns,
        initial: from.choice("initial", &[("empty", Initial::Empty), ("warm", Initial::Warm)])?.unwrap_or(Initial::Empty),
    })
}

fn read_destage(from: &Section<'_>) -> Result<DestageSpec, StackError> {
    if !from.has("destage") {
        return Ok(DEFAULT_DESTAGE);
    }
    let Some(table) = from.section("destage") else {
        return Err(from.wrong("destage", "has to be a table, such as { idle = \"3s\", start = 0.3, depth = 8 }"));
    };
    table.only(&["idle", "start", "rate", "order", "depth"])?;
    let order = table.choice("order", &[("sorted", Order::Sorted), ("fifo", Order::Fifo)])?;
    Ok(DestageSpec {
        idle_ns: table.time("idle")?.unwrap_or(DEFAULT_DESTAGE.idle_ns),
        start: table.number("start")?.unwrap_or(DEFAULT_DESTAGE.start),
        bytes_per_s: table.size("rate")?,
        order: order.unwrap_or(DEFAULT_DESTAGE.order),
        depth: table.whole("depth", u64::from(DEEPEST))?.map_or(DEFAULT_DESTAGE.depth, |n| n as u32),
    })
}

impl CacheSpec {
    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        let (line, block) = (self.line_bytes.0, self.block_bytes.0);
        if !block.is_power_of_two() || block < SMALLEST_BLOCK || block > line {
            let why = format!("{} is not a block: write a power of 2 from 512 to line", self.block_bytes);
            return Err(("block", why));
        }
        if !line.is_power_of_two() || line > LARGEST_LINE || line / block > MAX_BLOCKS {
            let why = "is not a line: write a power of 2 up to 64m, and no more than 4096 blocks";
            return Err(("line", format!("{} {why}", self.line_bytes)));
        }
        if self.read_bytes.0 == 0 && self.write_bytes.0 == 0 {
            return Err(("size", "0 bytes cache nothing: write a size above 0".into()));
        }
        if self.read_bytes.0 > 0 && self.read_bytes.0 < line {
            let why = format!("{} for reads hold no line of {}: write more, or 0", self.read_bytes, self.line_bytes);
            return Err(("read_bytes", why));
        }
        let (lines, dirty) = (self.read_bytes.0 / line, self.write_bytes.0 / block);
        let words = if self.fill == Fill::Request { lines.saturating_mul((line / block).div_ceil(64)) } else { 0 };
        if words > MAX_WORDS {
            let why = format!("{} for reads in blocks of {} take more than 2 GiB of bits: write a larger block, or fill = \
                               \"line\"", self.read_bytes, self.block_bytes);
            return Err(("size", why));
        }
        if lines > MAX_LINES {
            let why = format!("{} for reads are {lines} lines of {}: at most {MAX_LINES} are followed, write a larger line",
                self.read_bytes, self.line_bytes);
            return Err(("size", why));
        }
        if dirty > MAX_DIRTY_BLOCKS {
            let why = format!("{} for writes are {dirty} blocks of {}: at most {MAX_DIRTY_BLOCKS} are followed, write a \
                               larger block", self.write_bytes, self.block_bytes);
            return Err(("size", why));
        }
        let room = (self.write_bytes.0 as f64 * self.high_water) as u64;
        if !(self.high_water > 0.0 && self.high_water <= 1.0) {
            let why = format!("{} is not a share: write a number above 0 and up to 1", self.high_water);
            return Err(("high_water", why));
        }
        if self.write == WritePolicy::Back && room < block {
            let why = format!(
                "{} for writes hold no block of {} below the high water: write more, or write = \"through\" or \"around\"",
                self.write_bytes, self.block_bytes
            );
            return Err(("write_bytes", why));
        }
        if self.write != WritePolicy::Back && self.write_bytes.0 > 0 {
            return Err(("write_bytes", "have no effect without write = \"back\"".into()));
        }
        let d = &self.destage;
        if !(0.0..=1.0).contains(&d.start) {
            return Err(("destage", format!("start = {} is not a share: write a number from 0 to 1", d.start)));
        }
        if d.depth == 0 || d.depth > DEEPEST {
            return Err(("destage", format!("depth = {} is not a depth: write 1 to {DEEPEST}", d.depth)));
        }
        if d.bytes_per_s.is_some_and(|rate| rate.0 == 0) {
            return Err(("destage", "rate = 0 never empties the buffer: write a rate above 0, or leave it out".into()));
        }
        for (key, time) in [("hit", self.hit_ns), ("max_delay", self.max_delay_ns.unwrap_or_default())] {
            if time > LONGEST {
                return Err((key, format!("{time} is too long: write a time up to 1h")));
            }
        }
        match &self.on {
            Some(members) if !members.beside() => Err(("on", "is one route beside what follows: write a list of names".into())),
            Some(members) => members.check("on", 1),
            None => Ok(()),
        }
    }

    /// Whether operations of this kind are answered by the cache, when what they ask for is there.
    fn answers(&self, kind: OpKind) -> bool {
        match kind {
            OpKind::Read => self.read_bytes.0 > 0,
            OpKind::Write => self.write == WritePolicy::Back,
            OpKind::Flush => self.write == WritePolicy::Back && self.flush == FlushPolicy::Cache,
            OpKind::Trim => false,
        }
    }
}

/// On paper every read is a hit: the bound of a working set that fits. What does not fit has a lower one. Every write is destaged once: coalescing makes it less.
impl Wiring for CacheSpec {
    fn line_bytes(&self) -> Option<u64> {
        (self.write_bytes.0 > 0).then_some(self.line_bytes.0)
    }

    fn members(&self) -> Option<&Members> {
        self.on.as_ref()
    }

    fn demand(&self, op: &Op, _around: &Surroundings<'_>) -> Demand {
        let hit = self.on.is_none() && self.answers(op.kind);
        Demand { stay_ns: if hit { self.hit_ns.0 as f64 } else { 0.0 }, ..Demand::NONE }
    }

    fn visits(&self, op: &Op, _around: &Surroundings<'_>) -> Vec<Visit> {
        let to = |exit, op, awaited| Visit { exit, count: 1.0, op, awaited };
        let on_device = |kind, awaited| self.on.is_some().then(|| to(Exit::Member(0), Op { kind, ..*op }, awaited));
        let mut visits: Vec<Visit> = Vec::new();
        if self.answers(op.kind) {
            visits.extend(on_device(op.kind, true));
        } else {
            visits.push(to(Exit::Next, *op, true));
        }
        match (op.kind, self.write) {
            (OpKind::Write, WritePolicy::Back) => {
                visits.extend(on_device(OpKind::Read, false));
                visits.push(to(Exit::Next, *op, false));
            }
            (OpKind::Write, WritePolicy::Through) => visits.extend(on_device(OpKind::Write, false)),
            _ => {}
        }
        visits
    }
}
