//! A rebuild: background traffic that fills a member anew, block by block, at a rate.
//!
//! Each block is read from members that are whole, then written to the one that is not. A few blocks are on their way at
//! once; when the members are slower than the rate, the rebuild is as slow as they are, and does not catch up later. It
//! goes once through the member of each place, then it is over.
//!
//! Below its progress the member counts as whole. A block that could not be read is passed over and counted.

use plimsoll_base::{Bytes, Nanos, Op, OpKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::{Answer, BrokenRule, Position};
use crate::error::StackError;
use crate::read::Section;

/// Blocks on their way at once: enough that a block's read overlaps the write of the one before, few enough that a slow
/// member does not collect a queue of them.
const BLOCKS_AT_ONCE: usize = 4;
/// Marks the tags of a rebuild's operations; rows of a table do not reach it.
pub(crate) const REBUILDS: u32 = 1 << 31;

/// A `rebuild`, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RebuildSpec {
    /// Bytes written per second.
    pub bytes_per_s: Bytes,
    /// Which member, counted from 1.
    pub member: u32,
    /// Bytes of a block.
    pub block_bytes: Bytes,
}

impl RebuildSpec {
    /// Reads the table `rebuild`; `member` is the key of the rebuilt member.
    pub(crate) fn read(from: &Section<'_>, member: &'static str) -> Result<Option<RebuildSpec>, StackError> {
        if !from.has("rebuild") {
            return Ok(None);
        }
        let Some(own) = from.section("rebuild") else {
            let why = format!("has to be a table, such as {{ rate = \"100m\", {member} = 2 }}");
            return Err(from.wrong("rebuild", why));
        };
        own.only(&["rate", member, "block"])?;
        let rate = own.size("rate")?.ok_or_else(|| own.missing("rate", "bytes per second, such as \"100m\""))?;
        let which = own.whole(member, u64::from(u32::MAX))?;
        let which = which.ok_or_else(|| own.missing(member, "which is filled anew, counted from 1"))?;
        let block_bytes = own.size("block")?.unwrap_or(Bytes(512 << 10));
        Ok(Some(RebuildSpec { bytes_per_s: rate, member: which as u32, block_bytes }))
    }

    /// The rules, with `members` there.
    pub(crate) fn check(&self, members: usize) -> Result<(), BrokenRule> {
        if self.member == 0 || self.member as usize > members {
            return Err(("rebuild", format!("names member {}: write 1 to {members}", self.member)));
        }
        if self.bytes_per_s.0 == 0 {
            return Err(("rebuild", "a rate of 0 rebuilds nothing: write one above 0, or leave it out".into()));
        }
        if !(512..=1 << 30).contains(&self.block_bytes.0) || self.block_bytes.0 % 512 != 0 {
            let why = format!("{} is not a block: whole sectors of 512, 512 to 1g", self.block_bytes);
            return Err(("rebuild", why));
        }
        Ok(())
    }

    /// The member, counted from 0.
    pub(crate) fn index(&self) -> u16 {
        (self.member - 1) as u16
    }
}

/// A block on its way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block {
    pub(crate) place: usize,
    /// Where it begins in the member.
    pub(crate) start: u64,
    pub(crate) len: u32,
    /// Reads that are still out.
    reads: u32,
    failed: bool,
    taken: bool,
}

impl Block {
    /// The request to a member for it.
    pub(crate) fn op(&self, kind: OpKind) -> Op {
        Op { offset: self.start, len: self.len, kind }
    }
}

/// A rebuild at work.
#[derive(Debug)]
pub(crate) struct Rebuild {
    spec: RebuildSpec,
    /// Where, and the bytes of a member there.
    places: Vec<(Position, u64)>,
    /// The next block: number of the place, byte of the member.
    next: (usize, u64),
    due: Nanos,
    blocks: [Block; BLOCKS_AT_ONCE],
    given_up: bool,
    rebuilt_bytes: u64,
    passed_over_bytes: u64,
}

impl Rebuild {
    pub(crate) fn new(spec: RebuildSpec) -> Rebuild {
        Rebuild {
            spec,
            places: Vec::new(),
            next: (0, 0),
            due: Nanos::ZERO,
            blocks: [Block::default(); BLOCKS_AT_ONCE],
            given_up: false,
            rebuilt_bytes: 0,
            passed_over_bytes: 0,
        }
    }

    pub(crate) fn lies_at(&mut self, position: Position, member_bytes: u64) {
        self.places.push((position, member_bytes));
    }

    pub(crate) fn start(&mut self, now: Nanos) {
        self.due = now;
    }

    pub(crate) fn member(&self) -> u16 {
        self.spec.index()
    }

    /// When the next block begins; none while all that may be on their way are, or when there is no other.
    pub(crate) fn next_timer(&self) -> Option<Nanos> {
        let more = !self.given_up && self.next.0 < self.places.len();
        (more && self.blocks.iter().any(|b| !b.taken)).then_some(self.due)
    }

    /// Begins a block with `reads` reads: its tag, where it is sent from, and itself.
    pub(crate) fn begin(&mut self, now: Nanos, reads: u32) -> Option<(u32, Position, Block)> {
        let slot = self.blocks.iter().position(|b| !b.taken)?;
        let (place, start) = self.next;
        let (position, end) = *self.places.get(place)?;
        let len = self.spec.block_bytes.0.min(end - start) as u32;
        self.blocks[slot] = Block { place, start, len, reads, failed: false, taken: true };
        self.next = if start + u64::from(len) < end { (place, start + u64::from(len)) } else { (place + 1, 0) };
        let gap_ns = u128::from(len) * 1_000_000_000 / u128::from(self.spec.bytes_per_s.0);
        self.due = now + Nanos(gap_ns as u64);
        Some((REBUILDS | slot as u32, position, self.blocks[slot]))
    }

    /// One of its operations is back; the answer is the block that has to be written now.
    pub(crate) fn back(&mut self, tag: u32, kind: OpKind, answer: Answer) -> Option<Block> {
        let block = &mut self.blocks[(tag & !REBUILDS) as usize];
        block.failed |= answer.is_err();
        if kind == OpKind::Read {
            block.reads -= 1;
            if block.reads > 0 {
                return None;
            }
            if !block.failed {
                return Some(*block);
            }
        }
        block.taken = false;
        if block.failed {
            self.passed_over_bytes += u64::from(block.len);
        } else {
            self.rebuilt_bytes += u64::from(block.len);
        }
        None
    }

    /// The place in which the next block begins, and its first byte.
    pub(crate) fn next(&self) -> (usize, u64) {
        self.next
    }

    /// Ends it here: the data are not there.
    pub(crate) fn give_up(&mut self) {
        self.given_up = true;
    }

    /// Up to which byte the member is whole in place number `place`.
    pub(crate) fn whole_below(&self, place: usize) -> u64 {
        let open = self.blocks.iter().filter(|b| b.taken).map(|b| (b.place, b.start));
        let (at, upto) = open.min().map_or(self.next, |first| first.min(self.next));
        match place.cmp(&at) {
            std::cmp::Ordering::Less => u64::MAX,
            std::cmp::Ordering::Equal => upto,
            std::cmp::Ordering::Greater => 0,
        }
    }

    pub(crate) fn figures(&self) -> [(&'static str, f64); 2] {
        [("rebuilt_bytes", self.rebuilt_bytes as f64), ("rebuild_passed_over_bytes", self.passed_over_bytes as f64)]
    }
}
