//! `mirror`: the same data on several members. Writes, trims and flushes go to all, reads to one.
//!
//! With `each` and `copies` every copy lies on another host (vSAN, Longhorn, Ceph); with `members` the copies are named.
//! A write goes to all at once (`fan-out`) or first to copy 1, which passes it on when it has it (`primary-first`).
//! Ceph's primary passes on before its own write is done; that lies between the two. It is acknowledged when the rule of
//! `ack` is met; copies that are later still do their work. With k copies whose times are independent and exponential with
//! mean S, all of them take S (1 + 1/2 + … + 1/k) on average.
//!
//! Reads: `owner` divides the address space into regions that the copies own by turns, so that no two of them cache the
//! same data (vSAN, regions of 1 MiB). A read that crosses a border goes whole to the owner of its first byte.
//! `round_robin` is Longhorn's, `primary` Ceph's: copy 1. `any` takes the copy with the fewest of our requests under way.
//! `local` takes the copy on the client's own host, where there is one, and else the owner.
//!
//! A write that fails on a copy counts without it, as long as enough others have it; a read that fails goes on to the next
//! copy. The reads of an owner that is gone are shared by its neighbours on both sides. Nothing is remembered from one
//! request to the next: a copy that fails is asked again. It does not resync what a copy missed; `rebuild` fills a whole
//! copy anew, which meanwhile takes writes and answers reads below its progress only.
//
// Budget: 60 ns for arrival and return of a read, 60 ns and one child per copy for a write. No allocation once the tables
// have their size.

use plimsoll_base::{Bytes, Nanos, Op, OpKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::{
    Actions, Answer, BrokenRule, Child, Departure, Element, ElementKind, Exit, Parameter, Position, Request, Site,
    Surroundings, Token,
};
use crate::errno::{EAGAIN, EIO};
use crate::error::StackError;
use crate::read::Section;
use crate::rebuild::{REBUILDS, Rebuild, RebuildSpec};
use crate::table::{ByToken, Places, Table, of_tag, tag};
use crate::topology::NONE;
use crate::wiring::{Members, Scope, Visit, Wiring};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "mirror",
    summary: "copies of the same data: writes go to all of its members, reads to one",
    ends_path: false,
    spoils_data: false,
    scope: Scope::Disk,
    parameters: &[
        Parameter { name: "copies", unit: "whole number", default: "2", what: "how many, each on another host" },
        Parameter { name: "each", unit: "route", default: "members", what: "elements of a copy, placed on its host" },
        Parameter { name: "members", unit: "list of routes", default: "each", what: "the copies, named one by one" },
        Parameter {
            name: "ack",
            unit: "all | quorum | one | number",
            default: "all",
            what: "copies that must have a write before it is acknowledged: all that answer, a majority, one, this many",
        },
        Parameter {
            name: "topology",
            unit: "fan-out | primary-first",
            default: "fan-out",
            what: "a write goes to all copies at once; or to copy 1, and from there to the others",
        },
        Parameter {
            name: "read",
            unit: "owner | round_robin | primary | any | local",
            default: "owner",
            what: "the copy that answers: the region's owner, by turns, copy 1, the least busy, the client's host's",
        },
        Parameter { name: "region", unit: "size", default: "1m", what: "contiguous bytes that one copy owns" },
        Parameter { name: "min_latency", unit: "time", default: "0s", what: "no write is acknowledged sooner" },
        Parameter {
            name: "rebuild",
            unit: "table",
            default: "none",
            what: "{ rate, copy, block = \"512k\" }: fills a copy (counted from 1) anew at a rate in bytes per second",
        },
    ],
    example: "copies = 3\neach = [\"behind\"]\n",
};

/// When a write is acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ack {
    /// When all copies have answered, and one at least has it.
    All,
    /// When more than half of the copies have it.
    Quorum,
    /// When so many copies have it.
    Copies(u32),
}

/// The way of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// To all at once.
    FanOut,
    /// To the first that answers, then to the others.
    PrimaryFirst,
}

/// Which copy answers a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReadFrom {
    /// The owner of the region.
    Owner,
    /// By turns.
    RoundRobin,
    /// The first.
    Primary,
    /// The one with the fewest of our requests.
    Any,
    /// The one on the client's host, else the owner.
    Local,
}

/// A `mirror`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MirrorSpec {
    /// The copies.
    pub members: Members,
    /// When a write is acknowledged.
    pub ack: Ack,
    /// The way of a write.
    pub topology: Order,
    /// Which copy answers a read.
    pub read: ReadFrom,
    /// Bytes that one copy owns in a row.
    pub region_bytes: Bytes,
    /// No write is acknowledged sooner.
    pub min_latency_ns: Nanos,
    /// A copy that is filled anew.
    pub rebuild: Option<RebuildSpec>,
}

pub(super) fn read(from: &Section<'_>) -> Result<MirrorSpec, StackError> {
    let copies = from.whole("copies", u64::from(u32::MAX))?.map_or(2, |n| n as u32);
    let members = Members::read(from, Some(("copies", copies)))?;
    let ack = if from.is_whole("ack") {
        from.whole("ack", u64::from(u32::MAX))?.map(|n| Ack::Copies(n as u32))
    } else {
        from.choice("ack", &[("all", Ack::All), ("quorum", Ack::Quorum), ("one", Ack::Copies(1))])?
    };
    let topology = from.choice("topology", &[("fan-out", Order::FanOut), ("primary-first", Order::PrimaryFirst)])?;
    let words = [
        ("owner", ReadFrom::Owner),
        ("round_robin", ReadFrom::RoundRobin),
        ("primary", ReadFrom::Primary),
        ("any", ReadFrom::Any),
        ("local", ReadFrom::Local),
    ];
    let what = "the route of a copy, such as each = [\"nic\", \"disk\"], or members with all of them";
    let spec = MirrorSpec {
        members: members.ok_or_else(|| from.missing("each", what))?,
        ack: ack.unwrap_or(Ack::All),
        topology: topology.unwrap_or(Order::FanOut),
        read: from.choice("read", &words)?.unwrap_or(ReadFrom::Owner),
        region_bytes: from.size("region")?.unwrap_or(Bytes(1 << 20)),
        min_latency_ns: from.time("min_latency")?.unwrap_or(Nanos::ZERO),
        rebuild: RebuildSpec::read(from, "copy")?,
    };
    if from.has("region") && !matches!(spec.read, ReadFrom::Owner | ReadFrom::Local) {
        return Err(from.wrong("region", "has no effect unless read is owner or local: leave it out"));
    }
    Ok(spec)
}

impl MirrorSpec {
    fn copies(&self) -> u32 {
        self.members.count() as u32
    }

    /// Copies that have to have a write.
    fn required_copies(&self) -> u32 {
        match self.ack {
            Ack::All => 1,
            Ack::Quorum => self.copies() / 2 + 1,
            Ack::Copies(n) => n,
        }
    }

    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        self.members.check("copies", 2)?;
        if self.members.beside() {
            return Err(("members", "a mirror's copies are not beside what follows: list or place them".into()));
        }
        let copies = self.copies();
        if let Ack::Copies(n) = self.ack {
            if n == 0 || n > copies {
                return Err(("ack", format!("{n} of {copies} copies: write 1 to {copies}, all, quorum or one")));
            }
        }
        if self.region_bytes.0 < 512 {
            return Err(("region", format!("{} is not a region: write 512 bytes or more", self.region_bytes)));
        }
        self.rebuild.map_or(Ok(()), |rebuild| rebuild.check(copies as usize))
    }

    pub(crate) fn build(&self, _around: &Surroundings<'_>) -> Box<dyn Element> {
        Box::new(Mirror {
            copies: self.copies() as u16,
            waits_for_all: self.ack == Ack::All,
            needed: self.required_copies() as u16,
            order: self.topology,
            read: self.read,
            region: self.region_bytes.0,
            min_latency_ns: self.min_latency_ns,
            places: Places::new(),
            writes: Table::new(),
            reads: ByToken::new(),
            rebuild: self.rebuild.map(Rebuild::new),
            degraded_writes: 0,
            failovers: 0,
        })
    }
}

impl Wiring for MirrorSpec {
    fn members(&self) -> Option<&Members> {
        Some(&self.members)
    }

    fn visits(&self, op: &Op, _around: &Surroundings<'_>) -> Vec<Visit> {
        let copies = self.copies();
        let to = |copy: u32, count, awaited| Visit { exit: Exit::Member(copy as u16), count, op: *op, awaited };
        if op.kind != OpKind::Read {
            // Which of them are the first is not known on paper: any will do.
            let awaited = if self.ack == Ack::All { copies } else { self.required_copies() };
            return (0..copies).map(|copy| to(copy, 1.0, copy < awaited)).collect();
        }
        if self.read == ReadFrom::Primary {
            return vec![to(0, 1.0, true)];
        }
        (0..copies).map(|copy| to(copy, 1.0 / f64::from(copies), true)).collect()
    }

    fn required_members(&self) -> Option<u32> {
        Some(self.required_copies())
    }

    fn lacks_a_member(&self) -> bool {
        self.rebuild.is_some()
    }

    fn survives(&self, there: &[bool]) -> bool {
        // A copy that is being filled takes writes, but is not the data.
        let filling = self.rebuild.map(|rebuild| usize::from(rebuild.index()));
        let whole = there.iter().enumerate().any(|(copy, there)| *there && Some(copy) != filling);
        whole && there.iter().filter(|there| **there).count() >= self.required_copies() as usize
    }
}

#[derive(Debug)]
struct Here {
    /// The copy on the client's host.
    local: Option<u16>,
    /// Requests under way, by copy; counted where reads go by them.
    under_way: Vec<i32>,
    /// The copy whose turn it is.
    turn: u16,
}

/// A write that not all copies have answered.
#[derive(Debug, Default)]
struct Write {
    /// The client's request, until it is answered.
    waiting: Option<Token>,
    arrived: Nanos,
    /// Copies it was sent to: the first so many, in their order.
    sent: u16,
    done: u16,
    failed: u16,
    errno: i32,
}

/// A read under way: the copies are tried in turn from `first`, upwards or downwards.
#[derive(Clone, Copy, Debug, Default)]
struct Read {
    first: u16,
    downwards: bool,
    tried: u16,
    now_at: u16,
}

#[derive(Debug)]
struct Mirror {
    copies: u16,
    waits_for_all: bool,
    needed: u16,
    order: Order,
    read: ReadFrom,
    region: u64,
    min_latency_ns: Nanos,
    places: Places<Here>,
    writes: Table<Write>,
    reads: ByToken<Read>,
    rebuild: Option<Rebuild>,
    degraded_writes: u64,
    failovers: u64,
}

impl Mirror {
    /// Counts `more` requests under way to `copy`.
    #[inline]
    fn count(&mut self, place: usize, copy: u16, more: i32) {
        if self.read == ReadFrom::Any {
            self.places[place].under_way[usize::from(copy)] += more;
        }
    }

    /// Whether `copy` can answer `op`.
    #[inline]
    fn readable(&self, copy: u16, place: usize, op: &Op) -> bool {
        let of = self.rebuild.as_ref().filter(|rebuild| rebuild.member() == copy);
        of.is_none_or(|rebuild| op.offset + u64::from(op.len) <= rebuild.whole_below(place))
    }

    /// The first copy to ask.
    #[inline]
    fn choose(&mut self, place: usize, request: &Request) -> Read {
        let region = request.address() / self.region;
        let copies = u64::from(self.copies);
        let (owner, downwards) = ((region % copies) as u16, region / copies % 2 == 1);
        let here = &mut self.places[place];
        let first = match self.read {
            ReadFrom::Owner => owner,
            ReadFrom::Primary => 0,
            ReadFrom::Local => here.local.unwrap_or(owner),
            ReadFrom::RoundRobin | ReadFrom::Any => {
                let turn = here.turn;
                here.turn = (turn + 1) % self.copies;
                turn
            }
        };
        let downwards = downwards && self.read == ReadFrom::Owner;
        let mut choice = Read { first, downwards, tried: 0, now_at: first };
        if self.read == ReadFrom::Any {
            let copies = (0..self.copies).map(|step| (first + step) % self.copies);
            let able = copies.filter(|copy| self.readable(*copy, place, &request.op));
            choice.first = able.min_by_key(|copy| self.places[place].under_way[usize::from(*copy)]).unwrap_or(first);
        }
        choice
    }

    /// The state of a read that comes back out of `copy`: stored where the first copy was chosen by turns, else
    /// computed from its address.
    #[inline]
    fn read_attempt(&mut self, place: usize, request: &Request) -> Option<Read> {
        let copy = request.member;
        if self.chooses_by_turns() {
            return self.reads.take(request.token);
        }
        if copy >= self.copies {
            return None;
        }
        let mut read = self.choose(place, request);
        let step = if read.downwards { read.first + self.copies - copy } else { copy + self.copies - read.first };
        (read.tried, read.now_at) = (step % self.copies + 1, copy);
        Some(read)
    }

    #[inline]
    fn chooses_by_turns(&self) -> bool {
        matches!(self.read, ReadFrom::RoundRobin | ReadFrom::Any)
    }

    /// Where `read` goes now.
    #[inline]
    fn sent_to(&mut self, copy: u16, token: Token, read: Read, place: usize, now: Nanos) -> Departure {
        if self.chooses_by_turns() {
            self.reads.insert(token, read);
        }
        self.count(place, copy, 1);
        Departure::to(now, Exit::Member(copy))
    }

    /// The next copy that can answer, if there is one left.
    #[inline]
    fn next_copy(&self, read: &mut Read, place: usize, op: &Op) -> Option<u16> {
        while read.tried < self.copies {
            let step = if read.downwards { self.copies - read.tried } else { read.tried };
            let copy = (read.first + step) % self.copies;
            read.tried += 1;
            if self.readable(copy, place, op) {
                read.now_at = copy;
                return Some(copy);
            }
        }
        None
    }

    /// Sends a write to the next copies, up to `until` of them.
    fn send(&mut self, row: u32, until: u16, place: usize, op: Op, out: &mut Actions) {
        let write = &mut self.writes[row];
        let (Some(parent), sent) = (write.waiting, write.sent) else { return };
        write.sent = until;
        for copy in sent..until {
            self.count(place, copy, 1);
            out.spawn(parent, Exit::Member(copy), op, tag(row, copy));
        }
    }

    /// Answers the write once the rule of `ack` is met, or cannot be any more.
    fn settle(&mut self, row: u32, now: Nanos, out: &mut Actions) {
        let write = &mut self.writes[row];
        let open = self.copies - write.done - write.failed;
        let ends = if self.waits_for_all {
            (open == 0).then_some(write.done > 0)
        } else if write.done >= self.needed {
            Some(true)
        } else {
            (write.done + open < self.needed).then_some(false)
        };
        if let (Some(well), Some(token)) = (ends, write.waiting) {
            write.waiting = None;
            let at = if well { now.max(write.arrived + self.min_latency_ns) } else { now };
            let result = if well { Ok(None) } else { Err(write.errno) };
            out.release(token, Departure { service_ns: (at - now).0, result, ..Departure::back(at) });
        }
        // Requests that were not sent before the answer are not sent any more.
        if write.done + write.failed == write.sent && write.waiting.is_none() {
            self.degraded_writes += u64::from(write.failed > 0 && write.done > 0);
            self.writes.give_back(row);
        }
    }

    fn rebuild_back(&mut self, child: &Child, out: &mut Actions) {
        let Some(rebuild) = &mut self.rebuild else { return };
        if let Some(block) = rebuild.back(child.tag, child.op.kind, child.answer) {
            out.inject(child.position, Exit::Member(rebuild.member()), block.op(OpKind::Write), child.tag);
        }
    }

    fn position_number(&self, position: Position) -> usize {
        self.places.number(position)
    }
}

impl Element for Mirror {
    fn lies_at(&mut self, site: &Site<'_>) {
        let local = site.member_hosts.iter().position(|host| *host == site.client_host && *host != NONE);
        let under_way = vec![0; usize::from(self.copies)];
        self.places.add(site, Here { local: local.map(|copy| copy as u16), under_way, turn: 0 });
        if let Some(rebuild) = &mut self.rebuild {
            rebuild.lies_at(site.position, site.bytes);
        }
    }

    fn start(&mut self, now: Nanos) {
        if let Some(rebuild) = &mut self.rebuild {
            rebuild.start(now);
        }
    }

    fn arrive(&mut self, now: Nanos, request: &Request, out: &mut Actions) -> Departure {
        let place = self.position_number(request.position);
        if request.op.kind == OpKind::Read {
            let mut read = self.choose(place, request);
            let Some(copy) = self.next_copy(&mut read, place, &request.op) else {
                return Departure::error(now, EIO);
            };
            return self.sent_to(copy, request.token, read, place, now);
        }
        let Some(row) = self.writes.take() else { return Departure::error(now, EAGAIN) };
        self.writes[row] = Write { waiting: Some(request.token), arrived: now, errno: EIO, ..Write::default() };
        let first = if self.order == Order::FanOut { self.copies } else { 1 };
        self.send(row, first, place, request.op, out);
        Departure::hold()
    }

    fn foresees(&self) -> bool {
        true
    }

    /// The beginnings of the ways to all copies are often the same element.
    #[inline]
    fn foresee(&self, _request: &Request) -> Option<Exit> {
        Some(Exit::Member(0))
    }

    fn sees_returns(&self) -> bool {
        true
    }

    fn holds_copies(&self) -> bool {
        true
    }

    /// Reads come back; writes end here.
    fn back(&mut self, now: Nanos, request: &Request, answer: Answer, _out: &mut Actions) -> Departure {
        if answer.is_ok() && !self.chooses_by_turns() {
            return Departure::back(now);
        }
        let place = self.position_number(request.position);
        // Every read that went on from here is known; one that is not has nowhere else to go.
        let Some(mut read) = self.read_attempt(place, request) else { return Departure::back(now) };
        self.count(place, read.now_at, -1);
        if answer.is_ok() {
            return Departure::back(now);
        }
        match self.next_copy(&mut read, place, &request.op) {
            None => Departure::back(now),
            Some(copy) => {
                self.failovers += 1;
                self.sent_to(copy, request.token, read, place, now)
            }
        }
    }

    fn may_let_back(&self) -> bool {
        !self.chooses_by_turns()
    }

    #[inline]
    fn let_back(&mut self, _now: Nanos, _volume: u32, _client: u32, _len: u32, _member: u16) -> Option<u64> {
        Some(0)
    }

    fn child(&mut self, now: Nanos, child: &Child, out: &mut Actions) {
        if child.tag & REBUILDS != 0 {
            return self.rebuild_back(child, out);
        }
        let place = self.position_number(child.position);
        let (row, copy) = of_tag(child.tag);
        self.count(place, copy, -1);
        let write = &mut self.writes[row];
        match child.answer {
            Ok(()) => write.done += 1,
            Err(errno) => {
                write.failed += 1;
                write.errno = errno;
            }
        }
        if write.sent < self.copies {
            // The primary has it, and passes it on; or it has failed, and the next one is the primary.
            let until = if child.answer.is_ok() { self.copies } else { write.sent + 1 };
            self.send(row, until, place, child.op, out);
        }
        self.settle(row, now, out);
    }

    fn keeps_time(&self) -> bool {
        self.rebuild.is_some()
    }

    fn next_timer(&self) -> Option<Nanos> {
        self.rebuild.as_ref().and_then(Rebuild::next_timer)
    }

    fn timer(&mut self, now: Nanos, out: &mut Actions) {
        let Some(rebuild) = &mut self.rebuild else { return };
        let member = rebuild.member();
        if let Some((tag, position, block)) = rebuild.begin(now, 1) {
            // The other copies by turns; which one changes with the block.
            let others = u64::from(self.copies - 1);
            let step = 1 + (block.start / u64::from(block.len.max(1)) % others) as u16;
            out.inject(position, Exit::Member((member + step) % self.copies), block.op(OpKind::Read), tag);
        }
    }

    fn own_figures(&self) -> Vec<(&'static str, f64)> {
        let mut own =
            vec![("degraded_writes", self.degraded_writes as f64), ("read_failovers", self.failovers as f64)];
        own.extend(self.rebuild.iter().flat_map(Rebuild::figures));
        own
    }

    /// How far a rebuild is stays.
    fn restart_figures(&mut self) {
        (self.degraded_writes, self.failovers) = (0, 0);
    }
}
