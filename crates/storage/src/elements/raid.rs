//! `raid`: an array over its members, at level 1, 5, 6 or 10. `raid/plan.rs` says which bytes of which member a request
//! concerns; here they are sent, in two phases: the reads, and when all are back, the writes.
//!
//! A small write is the old data and the old parity read, then the new ones written: 4 requests at level 5, 6 at level 6
//! (P and Q), 2 at levels 1 and 10. So n members of C requests per second each carry n C / (r + w k) of read share r,
//! write share w and penalty k. A whole row is written without reading. `partial_write = "fewest"` reads the data that
//! stay instead of the old ones where these are fewer, as md does; then a small write on 3 members of level 5 is 3.
//!
//! A member that fails a write is out from then on, as in md, as long as the array can do without it. A read that fails
//! is answered from the other members, and what was worked out is written back; if that fails, the member is out as well.
//! Reads of a member that is out read all others (as many as it takes); writes leave it out, and work its parity out from
//! the data that stay. `failed` says which are out from the start. `rebuild` fills one member anew; it takes writes from
//! the start and answers reads below its progress only.
//!
//! Not modelled: a controller's cache, which would gather small writes into rows (put a `cache` before it), locks of rows
//! between requests, spare disks, scrubbing.
//
// Budget: 150 ns and its members' requests for a small write; the plan costs 20 ns per row and member. No allocation once
// the tables have their size.

mod plan;
mod spec;

use plimsoll_base::{Bytes, Nanos, Op, OpKind};

use super::stripe::check_unit;
use crate::element::{
    Actions, BrokenRule, Child, Departure, Element, ElementKind, Exit, Parameter, Position, Request, Site, Surroundings,
    Token,
};
use crate::errno::{EAGAIN, EIO};
use crate::error::StackError;
use crate::read::Section;
use crate::rebuild::{REBUILDS, Rebuild, RebuildSpec};
use crate::table::{Places, Table, of_tag, tag};
use crate::wiring::{Members, Scope, Visit, Wiring};
use plan::{RowAccess, MAX_MEMBERS, MissingMembers, Plan, Shape};
pub use spec::{Level, PartialWrite, RaidSpec};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "raid",
    summary: "an array over its members, with copies (level 1, 10) or parity (5, 6)",
    ends_path: false,
    spoils_data: false,
    scope: Scope::Disk,
    parameters: &[
        Parameter { name: "level", unit: "1 | 5 | 6 | 10", default: "required", what: "copies, or one or two parities" },
        Parameter { name: "width", unit: "whole number", default: "4", what: "how many members, with each" },
        Parameter { name: "each", unit: "route", default: "members", what: "elements of a member, placed on its host" },
        Parameter { name: "members", unit: "list of routes", default: "each", what: "the members, named one by one" },
        Parameter { name: "unit", unit: "size", default: "64k", what: "bytes on one member before the next one's turn" },
        Parameter {
            name: "partial_write",
            unit: "modify | fewest",
            default: "modify",
            what: "what a write of less than a row reads: the old data and parity; or the data that stay, if fewer",
        },
        Parameter { name: "failed", unit: "list of whole numbers", default: "none", what: "members out, from 1" },
        Parameter {
            name: "rebuild",
            unit: "table",
            default: "none",
            what: "{ rate, member, block = \"512k\" }: fills a member (from 1) anew at a rate in bytes per second",
        },
    ],
    example: "level = \"5\"\nwidth = 4\neach = [\"behind\"]\n",
};

/// Marks the tags of what is written back after a read that failed; rows of a table do not reach it.
const WRITES_BACK: u32 = 1 << 30;

/// Rows that are planned, on paper, to find the mean over where a request can begin: more than an array of any usual
/// shape has places for a small one.
const MAX_ROWS: u64 = 8192;

const LEVELS: [(&str, Level); 4] = [("1", Level::One), ("5", Level::Five), ("6", Level::Six), ("10", Level::Ten)];

pub(super) fn read(from: &Section<'_>) -> Result<RaidSpec, StackError> {
    let level = if from.is_whole("level") {
        let number = from.whole("level", 10)?.unwrap_or(0).to_string();
        let level = LEVELS.iter().find(|(word, _)| *word == number).map(|(_, level)| *level);
        Some(level.ok_or_else(|| from.wrong("level", format!("unknown {number}; known: 1, 5, 6, 10")))?)
    } else {
        from.choice("level", &LEVELS)?
    };
    let width = from.whole("width", u64::from(u32::MAX))?.map_or(4, |n| n as u32);
    let partial = from.choice("partial_write", &[("modify", PartialWrite::Modify), ("fewest", PartialWrite::Fewest)])?;
    let what = "the route of a member, such as each = [\"disk\"], or members with all of them";
    let failed = from.wholes("failed", u64::from(u32::MAX))?.unwrap_or_default();
    Ok(RaidSpec {
        level: level.ok_or_else(|| from.missing("level", "1, 5, 6 or 10"))?,
        members: Members::read(from, Some(("width", width)))?.ok_or_else(|| from.missing("each", what))?,
        unit_bytes: from.size("unit")?.unwrap_or(Bytes(64 << 10)),
        partial_write: partial.unwrap_or(PartialWrite::Modify),
        failed: failed.into_iter().map(|n| n as u32).collect(),
        rebuild: RebuildSpec::read(from, "member")?,
    })
}

impl RaidSpec {
    fn shape(&self) -> Shape {
        let members = self.members.count() as u64;
        Shape { level: self.level, members, unit: self.unit_bytes.0, partial: self.partial_write }
    }

    /// The members that are out, as a set.
    fn out(&self) -> u64 {
        self.failed.iter().fold(0, |set, member| set | 1 << (member - 1))
    }

    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        let least = match self.level {
            Level::One | Level::Ten => 2,
            Level::Five => 3,
            Level::Six => 4,
        };
        self.members.check("width", least)?;
        let members = self.members.count();
        let listed = matches!(self.members, Members::Listed { .. });
        let key = if listed { "members" } else { "width" };
        if self.members.beside() {
            return Err(("members", "an array's members are not beside what follows: list or place them".into()));
        }
        if members > MAX_MEMBERS {
            return Err((key, format!("{members} members: an array has {least} to {MAX_MEMBERS}")));
        }
        if self.level == Level::Ten && members % 2 != 0 {
            return Err((key, format!("{members} members: level 10 is made of pairs, write an even number")));
        }
        check_unit(self.unit_bytes)?;
        for (index, member) in self.failed.iter().enumerate() {
            if *member == 0 || *member as usize > members || self.failed[..index].contains(member) {
                return Err(("failed", format!("{member}: name members from 1 to {members}, each once")));
            }
        }
        let Some(rebuild) = self.rebuild else { return Ok(()) };
        rebuild.check(members)?;
        if self.failed.contains(&rebuild.member) {
            let why = format!("member {} is failed: what is filled anew is not out, leave it out there", rebuild.member);
            return Err(("rebuild", why));
        }
        Ok(())
    }

    pub(crate) fn build(&self, _around: &Surroundings<'_>) -> Box<dyn Element> {
        Box::new(Raid {
            shape: self.shape(),
            out_at_first: self.out(),
            places: Places::new(),
            open: Table::new(),
            rebuild: self.rebuild.map(Rebuild::new),
            member_reads: 0,
            member_writes: 0,
            reconstructed: 0,
            fell_out: 0,
        })
    }
}

impl Wiring for RaidSpec {
    fn members(&self) -> Option<&Members> {
        Some(&self.members)
    }

    fn visits(&self, op: &Op, _around: &Surroundings<'_>) -> Vec<Visit> {
        let shape = self.shape();
        let missing = MissingMembers { gone: self.out(), ..MissingMembers::default() };
        let visit = |member: u64, count, len, kind| Visit {
            exit: Exit::Member(member as u16),
            count,
            op: Op { offset: 0, len, kind },
            awaited: true,
        };
        let asked = match op.kind {
            OpKind::Flush => {
                let there = (0..shape.members).filter(|member| missing.gone >> member & 1 == 0);
                return there.map(|member| visit(member, 1.0, 0, OpKind::Flush)).collect();
            }
            OpKind::Read => RowAccess::Read,
            OpKind::Write => RowAccess::Write,
            OpKind::Trim => RowAccess::Trim,
        };
        // The mean over the places where it can begin: multiples of its length, or of the unit if that is more, until
        // parity has been once around; evenly chosen ones when there are many.
        let step = u64::from(op.len).max(shape.unit);
        let turns = if shape.parities() > 0 { shape.members } else { 1 };
        let around = shape.data() * turns * shape.unit;
        let starts = around / gcd(step, around);
        let rows = u64::from(op.len) / (shape.data() * shape.unit) + 1;
        let every = starts.div_ceil((MAX_ROWS / rows).max(1));
        let mut plan = Plan::default();
        let mut plans = 0_u32;
        // By member: reads and their bytes, writes and their bytes.
        let mut sums = [[(0_u64, 0_u64); MAX_MEMBERS]; 2];
        for start in (0..starts).step_by(every as usize) {
            for turn in 0..shape.copies() {
                let from = (u128::from(start) * u128::from(step) % u128::from(around)) as u64;
                plans += 1;
                if shape.plan(asked, (from, from + u64::from(op.len)), &missing, turn, &mut plan).is_err() {
                    continue;
                }
                for (sums, pieces) in sums.iter_mut().zip([&plan.reads, &plan.writes]) {
                    for piece in &pieces.list {
                        let sum = &mut sums[usize::from(piece.member)];
                        *sum = (sum.0 + 1, sum.1 + u64::from(piece.len));
                    }
                }
            }
        }
        let kinds = [OpKind::Read, if op.kind == OpKind::Trim { OpKind::Trim } else { OpKind::Write }];
        let mut visits = Vec::new();
        for (sums, kind) in sums.iter().zip(kinds) {
            for (member, (count, bytes)) in (0..shape.members).zip(sums).filter(|(_, (count, _))| *count > 0) {
                visits.push(visit(member, *count as f64 / f64::from(plans), (bytes / count) as u32, kind));
            }
        }
        visits
    }

    fn member_bytes(&self, bytes: u64) -> u64 {
        let shape = self.shape();
        bytes.div_ceil(shape.data() * shape.unit) * shape.unit
    }

    fn required_members(&self) -> Option<u32> {
        let members = self.members.count() as u32;
        Some(match self.level {
            Level::One => 1,
            // Of pairs, any one may be missing; more only if no pair loses both.
            Level::Five | Level::Ten => members - 1,
            Level::Six => members - 2,
        })
    }

    fn lacks_a_member(&self) -> bool {
        self.rebuild.is_some() || !self.failed.is_empty()
    }

    fn survives(&self, there: &[bool]) -> bool {
        let missing = there.iter().enumerate().filter(|(_, there)| !**there).fold(0, |set, (member, _)| set | 1 << member);
        let filling = self.rebuild.map_or(0, |rebuild| 1 << rebuild.index());
        self.shape().survives(missing | self.out() | filling)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A request under way.
#[derive(Debug, Default)]
struct Work {
    waiting: Option<Token>,
    from: u64,
    len: u32,
    asked: Option<RowAccess>,
    writing: bool,
    parts: u32,
    /// Members that have failed a read, a write of it.
    unread: u64,
    unwritten: u64,
    plan: Plan,
}

#[derive(Debug)]
struct Here {
    /// Members that are out.
    out: u64,
    /// Counter that spreads reads over copies.
    turn: u64,
}

#[derive(Debug)]
struct Raid {
    shape: Shape,
    out_at_first: u64,
    places: Places<Here>,
    open: Table<Work>,
    rebuild: Option<Rebuild>,
    member_reads: u64,
    member_writes: u64,
    reconstructed: u64,
    fell_out: u64,
}

impl Raid {
    fn missing(&self, place: usize, unread: u64) -> MissingMembers {
        let (filling, whole_below) =
            self.rebuild.as_ref().map_or((0, 0), |r| (1 << r.member(), r.whole_below(place)));
        MissingMembers { gone: self.places[place].out, unread, filling, whole_below }
    }

    /// Plans a request and sends its first phase.
    fn begin(&mut self, row: u32, place: usize, now: Nanos, out: &mut Actions) {
        let missing = self.missing(place, self.open[row].unread);
        let work = &mut self.open[row];
        let range = (work.from, work.from + u64::from(work.len));
        work.writing = false;
        let here = &mut self.places[place];
        let planned = match work.asked {
            Some(asked) => {
                here.turn = here.turn.wrapping_add(1);
                self.shape.plan(asked, range, &missing, here.turn, &mut work.plan)
            }
            None => Ok(()),
        };
        if planned.is_err() {
            return self.end(row, Err(EIO), now, out);
        }
        self.send(row, place, now, out);
    }

    /// Sends the next phase of what is planned, or ends the request.
    fn send(&mut self, row: u32, place: usize, now: Nanos, out: &mut Actions) {
        let gone = self.places[place].out;
        let work = &mut self.open[row];
        let Some(parent) = work.waiting else { return };
        let (pieces, kind) = match work.asked {
            // A flush: of all that are there.
            None => {
                for member in (0..self.shape.members).filter(|member| gone >> member & 1 == 0) {
                    let op = Op { offset: 0, len: 0, kind: OpKind::Flush };
                    out.spawn(parent, Exit::Member(member as u16), op, tag(row, member as u16));
                    work.parts += 1;
                }
                work.writing = true;
                if work.parts == 0 {
                    self.end(row, Err(EIO), now, out);
                }
                return;
            }
            Some(_) if !work.writing && !work.plan.reads.list.is_empty() => (&work.plan.reads.list, OpKind::Read),
            Some(RowAccess::Read) => return self.end(row, Ok(()), now, out),
            Some(asked) => {
                work.writing = true;
                (&work.plan.writes.list, if asked == RowAccess::Trim { OpKind::Trim } else { OpKind::Write })
            }
        };
        for piece in pieces {
            let op = Op { offset: piece.start, len: piece.len, kind };
            out.spawn(parent, Exit::Member(piece.member), op, tag(row, piece.member));
        }
        work.parts = pieces.len() as u32;
        if kind == OpKind::Read {
            self.member_reads += u64::from(work.parts);
        } else {
            self.member_writes += u64::from(work.parts);
        }
        // A trim of what only a member that is out holds has nothing to do.
        if work.parts == 0 {
            self.end(row, Ok(()), now, out);
        }
    }

    fn end(&mut self, row: u32, answer: Result<(), i32>, now: Nanos, out: &mut Actions) {
        if let Some(token) = self.open[row].waiting.take() {
            out.release(token, Departure { result: answer.map(|()| None), ..Departure::back(now) });
        }
        self.open.give_back(row);
    }

    /// All of a phase are back.
    fn phase_is_over(&mut self, row: u32, place: usize, now: Nanos, out: &mut Actions) {
        let work = &mut self.open[row];
        if work.writing {
            let missing = self.places[place].out | work.unwritten;
            let well = self.shape.survives(missing);
            return self.end(row, if well { Ok(()) } else { Err(EIO) }, now, out);
        }
        let reads_failed = work.has_failed_part();
        if reads_failed {
            // Once more, without what failed: each time one member more, so at most as often as there are members.
            self.reconstructed += 1;
            return self.begin(row, place, now, out);
        }
        if work.asked == Some(RowAccess::Read) {
            return self.end(row, Ok(()), now, out);
        }
        work.writing = true;
        self.send(row, place, now, out);
    }

    /// A member fails a write: it is out, if the array can do without.
    fn put_out(&mut self, member: u16, place: usize) {
        let here = &mut self.places[place];
        let out = here.out | 1 << member;
        if out != here.out && self.shape.survives(out) {
            here.out = out;
            self.fell_out += 1;
        }
    }

    fn rebuild_back(&mut self, child: &Child, out: &mut Actions) {
        let Some(rebuild) = &mut self.rebuild else { return };
        if let Some(block) = rebuild.back(child.tag, child.op.kind, child.answer) {
            out.inject(child.position, Exit::Member(rebuild.member()), block.op(OpKind::Write), child.tag);
        }
    }
}

impl Work {
    /// Whether a read of this phase has failed: then the plan still holds a member that has.
    fn has_failed_part(&self) -> bool {
        self.plan.reads.list.iter().any(|piece| self.unread >> piece.member & 1 == 1)
    }
}

impl Element for Raid {
    fn lies_at(&mut self, site: &Site<'_>) {
        self.places.add(site, Here { out: self.out_at_first, turn: 0 });
        let row_bytes = self.shape.data() * self.shape.unit;
        if let Some(rebuild) = &mut self.rebuild {
            rebuild.lies_at(site.position, site.bytes.div_ceil(row_bytes) * self.shape.unit);
        }
    }

    fn start(&mut self, now: Nanos) {
        if let Some(rebuild) = &mut self.rebuild {
            rebuild.start(now);
        }
    }

    fn arrive(&mut self, now: Nanos, request: &Request, out: &mut Actions) -> Departure {
        let place = self.places.number(request.position);
        let Some(row) = self.open.take() else { return Departure::error(now, EAGAIN) };
        let work = &mut self.open[row];
        work.waiting = Some(request.token);
        (work.from, work.len) = (request.op.offset, request.op.len);
        work.asked = match request.op.kind {
            OpKind::Read => Some(RowAccess::Read),
            OpKind::Write => Some(RowAccess::Write),
            OpKind::Trim => Some(RowAccess::Trim),
            OpKind::Flush => None,
        };
        (work.parts, work.unread, work.unwritten) = (0, 0, 0);
        self.begin(row, place, now, out);
        Departure::hold()
    }

    fn sees_returns(&self) -> bool {
        true
    }

    fn holds_copies(&self) -> bool {
        self.shape.copies() > 1
    }

    fn of_member(&self, member: u16, at: u64, len: u64) -> (Option<u64>, u64) {
        self.shape.origin(u64::from(member), at, len)
    }

    fn child(&mut self, now: Nanos, child: &Child, out: &mut Actions) {
        if child.tag & REBUILDS != 0 {
            return self.rebuild_back(child, out);
        }
        let place = self.places.number(child.position);
        let (row, member) = of_tag(child.tag & !WRITES_BACK);
        if child.tag & WRITES_BACK != 0 {
            if child.answer.is_err() {
                self.put_out(member, place);
            }
            return;
        }
        if child.answer.is_err() && child.op.kind == OpKind::Read {
            self.open[row].unread |= 1 << member;
            // A write of the same row writes to the member anyway.
            if self.open[row].asked == Some(RowAccess::Read) {
                out.inject(child.position, Exit::Member(member), Op { kind: OpKind::Write, ..child.op }, child.tag | WRITES_BACK);
                self.member_writes += 1;
            }
        } else if child.answer.is_err() {
            self.open[row].unwritten |= 1 << member;
            self.put_out(member, place);
        }
        let work = &mut self.open[row];
        work.parts -= 1;
        if work.parts == 0 {
            self.phase_is_over(row, place, now, out);
        }
    }

    fn keeps_time(&self) -> bool {
        self.rebuild.is_some()
    }

    fn next_timer(&self) -> Option<Nanos> {
        self.rebuild.as_ref().and_then(Rebuild::next_timer)
    }

    fn timer(&mut self, now: Nanos, out: &mut Actions) {
        let Some(rebuild) = &mut self.rebuild else { return };
        let (place, start) = rebuild.next();
        let (n, copies, target) = (self.shape.members, self.shape.copies(), u64::from(rebuild.member()));
        let missing = self.places[place].out | 1 << target;
        // Any of its copies; or with parity, as many others as there are data, by turns from block to block.
        let first = if copies > 1 { target / copies * copies } else { 0 };
        let span = if copies > 1 { copies } else { n };
        let needed = if copies > 1 { 1 } else { self.shape.data() as usize };
        let turn = start / self.shape.unit;
        let able = (0..span).map(|step| first + (turn + step) % span).filter(|member| missing >> member & 1 == 0);
        if able.clone().count() < needed {
            return rebuild.give_up();
        }
        if let Some((tag, position, block)) = rebuild.begin(now, needed as u32) {
            let op: Op = block.op(OpKind::Read);
            let position: Position = position;
            able.take(needed).for_each(|member| out.inject(position, Exit::Member(member as u16), op, tag));
        }
    }

    fn switch(&mut self, _now: Nanos, key: &str, value: &str) -> Result<(), String> {
        let members = self.shape.members;
        if key != "failed" {
            return Err(format!("nothing is called '{key}' that can be switched while it runs; known: failed"));
        }
        let mut set = 0;
        for word in value.split(',').map(str::trim).filter(|word| !word.is_empty() && *word != "none") {
            match word.parse::<u64>() {
                Ok(member) if (1..=members).contains(&member) => set |= 1 << (member - 1),
                _ => return Err(format!("failed: '{word}' is no member: write numbers from 1 to {members}, or none")),
            }
        }
        self.places.iter_mut().for_each(|here| here.out = set);
        Ok(())
    }

    fn own_figures(&self) -> Vec<(&'static str, f64)> {
        let mut own = vec![
            ("member_reads", self.member_reads as f64),
            ("member_writes", self.member_writes as f64),
            ("read_failures", self.reconstructed as f64),
            ("members_fell_out", self.fell_out as f64),
        ];
        own.extend(self.rebuild.iter().flat_map(Rebuild::figures));
        own
    }

    /// How far a rebuild is stays.
    fn restart_figures(&mut self) {
        (self.member_reads, self.member_writes, self.reconstructed, self.fell_out) = (0, 0, 0, 0);
    }
}
