//! Blocks and lines: how a volume's bytes are numbered.
//!
//! Volumes need not begin on a line in the address space that they share, and no line may hold bytes of two of them.
//! So line i of volume v, which begins at base b, has the number b / line + v + i (rounded down): one volume after the
//! other has at most size / line + 1 lines, and the next one's base / line + 1 lies behind them.

use plimsoll_base::{Op, OpKind};

use crate::element::{Request, VolumeHere};

#[derive(Debug)]
pub(super) struct Grid {
    line_shift: u32,
    block_shift: u32,
    /// Blocks of a line.
    pub(super) blocks: u32,
    /// End of each volume: where its lines end, by the number of the first one.
    ends: Vec<(u64, u64)>,
}

/// A part of a request that lies in one line: blocks `from..until`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) key: u64,
    /// Where the line begins in its volume.
    pub(super) offset: u64,
    pub(super) from: u32,
    pub(super) until: u32,
}

impl Grid {
    /// Both are powers of two, and a block is no larger than a line.
    pub(super) fn new(line_bytes: u64, block_bytes: u64) -> Grid {
        let (line_shift, block_shift) = (line_bytes.trailing_zeros(), block_bytes.trailing_zeros());
        Grid { line_shift, block_shift, blocks: 1 << (line_shift - block_shift), ends: Vec::new() }
    }

    pub(super) fn line_bytes(&self) -> u64 {
        1 << self.line_shift
    }

    pub(super) fn block_bytes(&self) -> u64 {
        1 << self.block_shift
    }

    /// 64-bit words for a bit per block of a line.
    pub(super) fn words(&self) -> usize {
        self.blocks.div_ceil(64) as usize
    }

    /// Number of the first line of a volume.
    fn first(&self, base: u64, volume: u32) -> u64 {
        (base >> self.line_shift) + u64::from(volume)
    }

    pub(super) fn learn(&mut self, volumes: &[VolumeHere]) {
        self.ends = volumes.iter().map(|v| (self.first(v.base, v.number), v.size_bytes)).collect();
        self.ends.sort_unstable();
    }

    /// First line and number of lines of each volume.
    pub(super) fn volumes(&self) -> impl Iterator<Item = (u64, u64)> {
        self.ends.iter().map(|(first, size)| (*first, size.div_ceil(self.line_bytes())))
    }

    /// The lines of a request, and in each the blocks that it touches.
    #[inline]
    pub(super) fn pieces(&self, request: &Request) -> impl Iterator<Item = Piece> + use<> {
        let first = self.first(request.base, request.volume);
        let (line_shift, block_shift, blocks) = (self.line_shift, self.block_shift, self.blocks);
        let (start, end) = (request.op.offset, request.op.offset.saturating_add(u64::from(request.op.len)));
        let last = if start == end { start >> line_shift } else { ((end - 1) >> line_shift) + 1 };
        (start >> line_shift..last).map(move |line| {
            let offset = line << line_shift;
            let from = (start.max(offset) - offset) >> block_shift;
            let until = (end - offset).min(1 << line_shift).div_ceil(1 << block_shift);
            Piece { key: first + line, offset, from: from as u32, until: (until as u32).min(blocks) }
        })
    }

    /// Bytes of the volume from `offset` on, when `key` is the line there.
    fn bytes_after(&self, key: u64, offset: u64) -> u64 {
        let after = self.ends.partition_point(|(first, _)| *first <= key);
        let size = after.checked_sub(1).map_or(u64::MAX, |at| self.ends[at].1);
        // A stripe's member may reach beyond the volume's end: nothing to cut there.
        if size > offset { size - offset } else { u64::MAX }
    }

    /// An operation on blocks `from..until`, counted from the line `key` at `offset`, not beyond the volume's end.
    pub(super) fn op(&self, kind: OpKind, key: u64, offset: u64, from: u32, until: u32) -> Op {
        let start = offset + (u64::from(from) << self.block_shift);
        let len = (u64::from(until - from) << self.block_shift).min(self.bytes_after(key, start));
        Op { kind, offset: start, len: u32::try_from(len).unwrap_or(u32::MAX) }
    }
}
