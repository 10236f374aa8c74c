//! The cache at work: what happens to a request that arrives, a child that is back, a timer that is due.
//!
//! A hit and a buffered write travel to the device of the cache themselves, as the request that came; they are not held.
//! A miss is held until its parts are there. Everything else (fills, destages) is an operation of the cache's own.

use std::collections::VecDeque;

use plimsoll_base::{Nanos, Op, OpKind};

use super::bits;
use super::buffer::Buffer;
use super::destage::Destage;
use super::fetches::Fetches;
use super::grid::{Grid, Piece};
use super::lines::Lines;
use super::spec::{CacheSpec, Fill, FlushPolicy, Initial, WritePolicy};
use crate::element::{Actions, Answer, Child, Departure, Element, Exit, Request, Token, VolumeHere};
use crate::table::ByToken;

/// Purpose of a child or an operation of the cache's own: the upper bits of its tag; the lower ones are a slot.
const FETCH: u32 = 0;
const HIT_PART: u32 = 1;
const FILL: u32 = 2;
const DESTAGE_READ: u32 = 3;
const DESTAGE_WRITE: u32 = 4;
const TAG_SHIFT: u32 = 28;

/// A stretch of a read that is all of one kind.
#[derive(Clone, Copy, Debug)]
struct Part {
    what: LineState,
    /// Its first line, and where that begins in the volume.
    key: u64,
    offset: u64,
    /// Blocks, counted from there.
    from: u32,
    until: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineState {
    Here,
    OnItsWay(u32),
    Missing,
}

/// A read that is held.
#[derive(Clone, Copy, Debug, Default)]
struct HeldRead {
    parts: u32,
    errno: i32,
}

#[derive(Debug)]
pub(super) struct Cache {
    grid: Grid,
    lines: Lines,
    whole_lines: bool,
    fetches: Fetches,
    buffer: Buffer,
    destage: Destage,
    write: WritePolicy,
    flush: FlushPolicy,
    /// On a device; otherwise a hit takes `hit`.
    on_device: bool,
    hit: Nanos,
    warm: bool,
    /// Blocks of the write buffer, those above which writes are delayed, and those above which they wait.
    capacity: u64,
    high: f64,
    room: u64,
    max_delay: Option<Nanos>,
    reads: ByToken<HeldRead>,
    parts: Vec<Part>,
    ready: Vec<Token>,
    /// Writes that wait for room, and flushes that wait for destage, with the instant of their arrival.
    writes: VecDeque<Request>,
    flushes: VecDeque<(Token, Nanos)>,
    read_hits: u64,
    read_misses: u64,
    held_writes: u64,
}

impl Cache {
    pub(super) fn new(spec: &CacheSpec) -> Cache {
        let grid = Grid::new(spec.line_bytes.0, spec.block_bytes.0);
        let words = grid.words();
        let capacity = spec.write_bytes.0 / grid.block_bytes();
        let whole_lines = spec.fill == Fill::Line;
        let lines = (spec.read_bytes.0 / grid.line_bytes()) as u32;
        Cache {
            lines: Lines::new(spec.policy, lines, if whole_lines { 0 } else { words }),
            whole_lines,
            fetches: Fetches::new(!whole_lines),
            buffer: Buffer::new(words),
            destage: Destage::new(&spec.destage, capacity, words),
            write: spec.write,
            flush: spec.flush,
            on_device: spec.on.is_some(),
            hit: spec.hit_ns,
            warm: spec.initial == Initial::Warm,
            capacity,
            high: capacity as f64 * spec.high_water,
            room: (spec.room().0 / grid.block_bytes()).max(1),
            max_delay: spec.max_delay_ns,
            reads: ByToken::new(),
            parts: Vec::new(),
            ready: Vec::new(),
            writes: VecDeque::new(),
            flushes: VecDeque::new(),
            read_hits: 0,
            read_misses: 0,
            held_writes: 0,
            grid,
        }
    }

    /// Bytes there to be read: whole lines, or the blocks of them that came in.
    fn cached_bytes(&self) -> u64 {
        let blocks = if self.whole_lines { None } else { Some(self.lines.present_blocks() * self.grid.block_bytes()) };
        blocks.unwrap_or(self.lines.len() as u64 * self.grid.line_bytes())
    }

    /// Through the cache's own device, or its constant time.
    #[inline]
    fn answer_here(&self, at: Nanos) -> Departure {
        if self.on_device {
            return Departure::to(at, Exit::Member(0));
        }
        // A delay that any number of requests can be in at once: no share of a capacity.
        Departure { service_ns: self.hit.0, ..Departure::back(at + self.hit) }
    }

    #[inline]
    fn find(&mut self, piece: &Piece) -> LineState {
        let dirty = self.buffer.find(piece.key).map(|slot| self.buffer.bits(slot));
        let line = self.lines.use_line(piece.key);
        let here = match line {
            Some(slot) => match self.lines.blocks(slot) {
                None => true,
                present => bits::is_covered(dirty, present, piece.from, piece.until),
            },
            None => dirty.is_some() && bits::is_covered(dirty, None, piece.from, piece.until),
        };
        if here {
            return LineState::Here;
        }
        let fetch = self.fetches.bringing(piece.key, piece.from, piece.until, self.grid.blocks);
        fetch.map_or(LineState::Missing, LineState::OnItsWay)
    }

    fn read(&mut self, now: Nanos, request: &Request, out: &mut Actions) -> Departure {
        let mut parts = std::mem::take(&mut self.parts);
        parts.clear();
        let (keeps, blocks) = (self.lines.capacity() > 0, self.grid.blocks);
        for piece in self.grid.pieces(request) {
            let what = self.find(&piece);
            let (mut from, mut until) = (piece.from, piece.until);
            if what == LineState::Missing && keeps && self.whole_lines {
                (from, until) = (0, blocks);
            }
            match parts.last_mut() {
                // Lines follow each other, so what ends at a line's end goes on at the next one's beginning.
                Some(last) if last.what == what => {
                    until += ((piece.key - last.key) as u32).saturating_mul(blocks);
                    last.until = until;
                }
                _ => parts.push(Part { what, key: piece.key, offset: piece.offset, from, until }),
            }
        }
        let departure = if parts.iter().all(|part| part.what == LineState::Here) {
            self.read_hits += 1;
            self.answer_here(now)
        } else {
            self.read_misses += 1;
            let all_missing = parts.iter().all(|part| part.what == LineState::Missing);
            if all_missing && !keeps {
                Departure::through(now)
            } else {
                self.send_parts(request, &parts, out);
                Departure::hold()
            }
        };
        self.parts = parts;
        departure
    }

    /// Sends for the parts of a read that is held.
    fn send_parts(&mut self, request: &Request, parts: &[Part], out: &mut Actions) {
        let mut sent = 0;
        for part in parts {
            let mut op = self.grid.op(OpKind::Read, part.key, part.offset, part.from, part.until);
            match part.what {
                LineState::Here if self.on_device => {
                    out.spawn(request.token, Exit::Member(0), cut(op, &request.op), HIT_PART << TAG_SHIFT);
                }
                // A fetch from behind takes longer.
                LineState::Here => continue,
                LineState::OnItsWay(fetch) => self.fetches.wait(fetch, request.token),
                LineState::Missing if self.lines.capacity() == 0 => {
                    op = cut(op, &request.op);
                    out.spawn(request.token, Exit::Next, op, HIT_PART << TAG_SHIFT);
                }
                LineState::Missing => {
                    let fetch = self.fetches.begin(part.key, part.from, part.until, self.grid.blocks);
                    out.spawn(request.token, Exit::Next, op, FETCH << TAG_SHIFT | fetch);
                }
            }
            sent += 1;
        }
        self.reads.insert(request.token, HeldRead { parts: sent, errno: 0 });
    }

    /// A part of a held read is there.
    fn part_is_there(&mut self, now: Nanos, token: Token, answer: Answer, out: &mut Actions) {
        let Some(read) = self.reads.get_mut(token) else { return };
        read.parts -= 1;
        if let Err(errno) = answer {
            read.errno = errno;
        }
        if read.parts == 0 {
            let errno = read.errno;
            self.reads.take(token);
            out.release(token, if errno == 0 { Departure::back(now) } else { Departure::error(now, errno) });
        }
    }

    fn end_fetch(&mut self, now: Nanos, fetch: u32, child: &Child, out: &mut Actions) {
        let mut ready = std::mem::take(&mut self.ready);
        let fetch = self.fetches.end(fetch, &mut ready);
        if child.answer.is_ok() && !fetch.stale {
            let blocks = self.grid.blocks;
            let lines = fetch.until.div_ceil(blocks);
            for line in 0..lines {
                let from = if line == 0 { fetch.from } else { 0 };
                let until = (fetch.until - line * blocks).min(blocks);
                self.lines.fill(fetch.key + u64::from(line), from, until);
            }
            if self.on_device {
                let op = Op { kind: OpKind::Write, ..child.op };
                out.inject(child.position, Exit::Member(0), op, FILL << TAG_SHIFT);
            }
        }
        for token in child.parent.into_iter().chain(ready.drain(..)) {
            self.part_is_there(now, token, child.answer, out);
        }
        self.ready = ready;
    }

    /// A write into the buffer.
    fn buffer_write(&mut self, now: Nanos, request: &Request, out: &mut Actions) -> Departure {
        let blocks: u64 = self.grid.pieces(request).map(|piece| u64::from(piece.until - piece.from)).sum();
        if blocks > self.room {
            return Departure::through(now);
        }
        // With room for all of its blocks it does not matter which are dirty already.
        let fits = self.buffer.blocks + blocks <= self.room;
        if !self.writes.is_empty() || !(fits || self.has_room(request)) {
            self.held_writes += 1;
            self.writes.push_back(*request);
            self.pump(now, out);
            return Departure::hold();
        }
        self.accept(now, request);
        let departure = self.answer_here(Nanos(now.0.saturating_add(self.delay_ns())));
        self.pump(now, out);
        departure
    }

    fn has_room(&self, request: &Request) -> bool {
        let fresh = self.grid.pieces(request).map(|p| u64::from(self.buffer.clean(p.key, p.from, p.until))).sum::<u64>();
        self.buffer.blocks + fresh <= self.room
    }

    fn accept(&mut self, now: Nanos, request: &Request) {
        for piece in self.grid.pieces(request) {
            let at = (piece.key, piece.offset, request.position);
            let line = self.buffer.dirty(now, at, piece.from, piece.until);
            self.destage.note_write(now, &mut self.buffer, line, piece.from, piece.until);
        }
    }

    /// How long a write is held back for the buffer's being so full.
    fn delay_ns(&self) -> u64 {
        let Some(most) = self.max_delay else { return 0 };
        let (above, span) = (self.buffer.blocks as f64 - self.high, self.capacity as f64 - self.high);
        if above <= 0.0 { 0 } else { (most.0 as f64 * (above / span.max(1.0)).min(1.0)) as u64 }
    }

    /// Lets in writes that found no room, and answers flushes, as far as it goes now; sends destages.
    fn pump(&mut self, now: Nanos, out: &mut Actions) {
        loop {
            let pressed = !self.writes.is_empty() || !self.flushes.is_empty();
            let Some(sent) = self.destage.next(now, &mut self.buffer, &self.grid, pressed) else { break };
            if self.on_device {
                let op = Op { kind: OpKind::Read, ..sent.op };
                out.inject(sent.position, Exit::Member(0), op, DESTAGE_READ << TAG_SHIFT | sent.run);
            } else {
                out.inject(sent.position, Exit::Next, sent.op, DESTAGE_WRITE << TAG_SHIFT | sent.run);
            }
        }
    }

    /// After blocks became clean.
    fn admit_waiting(&mut self, now: Nanos, out: &mut Actions) {
        while let Some(request) = self.writes.front().copied() {
            if !self.has_room(&request) {
                break;
            }
            self.writes.pop_front();
            self.accept(now, &request);
            out.release(request.token, self.answer_here(now));
        }
        if !self.flushes.is_empty() {
            let settled = self.destage.settled_until(&self.buffer).unwrap_or(Nanos::MAX);
            while let Some((token, _)) = self.flushes.front().filter(|(_, since)| *since < settled) {
                out.release(*token, Departure::through(now));
                self.flushes.pop_front();
            }
        }
        self.pump(now, out);
    }

    fn end_destage(&mut self, now: Nanos, child: &Child, run: u32, out: &mut Actions) {
        self.destage.end_run(now, &mut self.buffer, run, &child.op, child.answer);
        if let Err(errno) = child.answer {
            // Their data did not get behind. A file system learns of that from fsync.
            self.flushes.drain(..).for_each(|(token, _)| out.release(token, Departure::error(now, errno)));
            if self.destage.hopeless() {
                self.writes.drain(..).for_each(|request| out.release(request.token, Departure::error(now, errno)));
            }
        }
        self.admit_waiting(now, out);
    }

    /// Updates the cache for a write or a trim that goes behind.
    fn forget(&mut self, request: &Request) {
        let (update, trim) = (self.write != WritePolicy::Around, request.op.kind == OpKind::Trim);
        for piece in self.grid.pieces(request) {
            self.fetches.spoil(piece.key);
            if trim || !update {
                self.lines.forget(piece.key, piece.from, piece.until);
            }
        }
    }

    /// Dirty blocks that a trim covers wholly are not dirty any more.
    fn trim_dirty(&mut self, request: &Request) {
        let block = self.grid.block_bytes();
        let (start, end) = (request.op.offset, request.op.offset.saturating_add(u64::from(request.op.len)));
        for piece in self.grid.pieces(request) {
            let from = piece.from + u32::from(piece.offset + u64::from(piece.from) * block < start);
            let until = piece.until - u32::from(piece.offset + u64::from(piece.until) * block > end);
            if let (Some(slot), true) = (self.buffer.find(piece.key), from < until) {
                self.buffer.clean_up(slot, from, until, None);
            }
        }
    }

    /// A write that goes behind although the cache holds some of it: that is brought up to date.
    fn update(&mut self, request: &Request, out: &mut Actions) {
        let holds = self.grid.pieces(request).any(|piece| self.lines.holds(piece.key));
        if holds && self.on_device {
            out.inject(request.position, Exit::Member(0), request.op, FILL << TAG_SHIFT);
        }
    }
}

/// The part of `op` inside `asked`.
fn cut(op: Op, asked: &Op) -> Op {
    let start = op.offset.max(asked.offset);
    let end = (op.offset + u64::from(op.len)).min(asked.offset.saturating_add(u64::from(asked.len)));
    Op { offset: start, len: end.saturating_sub(start) as u32, ..op }
}

impl Element for Cache {
    fn learn_volumes(&mut self, volumes: &[VolumeHere]) {
        self.grid.learn(volumes);
        if !self.warm {
            return;
        }
        let volumes: Vec<(u64, u64)> = self.grid.volumes().collect();
        self.lines.warm(&volumes, self.grid.blocks);
    }

    #[inline]
    fn arrive(&mut self, now: Nanos, request: &Request, out: &mut Actions) -> Departure {
        let back = self.write == WritePolicy::Back;
        match request.op.kind {
            _ if request.op.len == 0 && request.op.kind != OpKind::Flush => Departure::through(now),
            OpKind::Read => self.read(now, request, out),
            OpKind::Write if back => self.buffer_write(now, request, out),
            OpKind::Write => {
                self.forget(request);
                if self.write == WritePolicy::Through {
                    self.update(request, out);
                }
                Departure::through(now)
            }
            OpKind::Trim => {
                self.forget(request);
                self.trim_dirty(request);
                self.admit_waiting(now, out);
                Departure::through(now)
            }
            OpKind::Flush if back && self.flush == FlushPolicy::Cache => self.answer_here(now),
            OpKind::Flush if back && self.destage.settled_until(&self.buffer).is_some() => {
                self.flushes.push_back((request.token, now));
                self.pump(now, out);
                Departure::hold()
            }
            OpKind::Flush => Departure::through(now),
        }
    }

    fn foresees(&self) -> bool {
        true
    }

    #[inline]
    fn foresee(&self, request: &Request) -> Option<Exit> {
        if let Some(piece) = self.grid.pieces(request).next() {
            self.buffer.foresee(piece.key);
            match request.op.kind {
                OpKind::Read => self.lines.foresee(piece.key),
                _ => self.buffer.foresee_new(),
            }
        }
        self.on_device.then_some(Exit::Member(0))
    }

    fn sees_returns(&self) -> bool {
        true
    }

    /// Only its own operations, and children, concern it.
    fn lets_back(&self, _local: bool) -> bool {
        true
    }

    fn child(&mut self, now: Nanos, child: &Child, out: &mut Actions) {
        let slot = child.tag & ((1 << TAG_SHIFT) - 1);
        match (child.tag >> TAG_SHIFT, child.parent) {
            (FETCH, _) => self.end_fetch(now, slot, child, out),
            (HIT_PART, Some(parent)) => self.part_is_there(now, parent, child.answer, out),
            (DESTAGE_READ, _) if child.answer.is_ok() => {
                let op = Op { kind: OpKind::Write, ..child.op };
                out.inject(child.position, Exit::Next, op, DESTAGE_WRITE << TAG_SHIFT | slot);
            }
            (DESTAGE_READ | DESTAGE_WRITE, _) => self.end_destage(now, child, slot, out),
            _ => {}
        }
    }

    fn keeps_time(&self) -> bool {
        self.write == WritePolicy::Back
    }

    fn next_timer(&self) -> Option<Nanos> {
        self.destage.next_timer(&self.buffer, !self.writes.is_empty() || !self.flushes.is_empty())
    }

    fn timer(&mut self, now: Nanos, out: &mut Actions) {
        self.pump(now, out);
    }

    fn own_figures(&self) -> Vec<(&'static str, f64)> {
        let block = self.grid.block_bytes();
        vec![
            ("read_hits_count", self.read_hits as f64),
            ("read_misses_count", self.read_misses as f64),
            ("cached_bytes", self.cached_bytes() as f64),
            ("dirty_bytes", (self.buffer.blocks * block) as f64),
            ("destaged_bytes", self.destage.bytes as f64),
            ("destage_writes_count", self.destage.writes as f64),
            ("destage_outstanding_count", f64::from(self.destage.flying())),
            ("held_writes_count", self.held_writes as f64),
            ("waiting_writes_count", self.writes.len() as f64),
        ]
    }

    /// Cached, dirty, waiting and travelling blocks stay as they are.
    fn restart_figures(&mut self) {
        (self.read_hits, self.read_misses, self.held_writes) = (0, 0, 0);
        (self.destage.bytes, self.destage.writes) = (0, 0);
    }
}

