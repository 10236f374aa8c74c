//! `queue`: at most this many requests behind it at once; the others wait in front, first in, first out.
//!
//! Every link of a chain from the guest to the array has one: the disk's queue in the guest, the adapter's, the host's
//! per volume and VM, the volume's, the HBA's, the array port's. The narrowest decides how much parallelism reaches the
//! array; what is more waits in the layer above. `scope` says what shares one: `disk` for a LUN's queue, `host` for an
//! adapter's, `vm` for one of a VM.
//!
//! `depth_when_shared` is ESXi's Disk.SchedNumReqOutstanding: as soon as two clients have requests here, each may have
//! so many behind it, and never more than `depth` together; a client alone has the whole depth
//! (blogs.vmware.com 2013/04, "SchedNumReqOutstanding"). A client counts from the arrival of its first request until its
//! last one is back. Clients take turns then; ESXi's quantum of consecutive sequential requests is not modelled.
//!
//! `full = "busy"` fails what finds it full with EBUSY, as a target port does with QUEUE FULL; whoever sent it has to
//! come again.

use std::collections::VecDeque;

use plimsoll_base::Nanos;
use plimsoll_base::Op;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::{
    Actions, Answer, BrokenRule, Departure, Element, ElementKind, Exit, Parameter, Request, Surroundings, Token,
};
use crate::errno::EBUSY;
use crate::error::StackError;
use crate::locals::Locals;
use crate::read::Section;
use crate::wiring::{Demand, Scope, Wiring};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "queue",
    summary: "at most this many requests behind it at once; the others wait",
    ends_path: false,
    spoils_data: false,
    scope: Scope::Group,
    parameters: &[
        Parameter { name: "depth", unit: "whole number", default: "required", what: "requests behind it at once" },
        Parameter {
            name: "depth_when_shared",
            unit: "whole number",
            default: "depth",
            what: "of each client, as soon as two have requests here",
        },
        Parameter {
            name: "full",
            unit: "wait | busy",
            default: "wait",
            what: "what finds it full waits in front; or fails with EBUSY",
        },
    ],
    example: "depth = 32\n",
};

/// The deepest: more than any queue of a storage network.
const DEEPEST: u32 = 1 << 24;

/// What happens to a request that finds the queue full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Full {
    /// It waits.
    Wait,
    /// It fails with EBUSY.
    Busy,
}

/// A `queue`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueueSpec {
    /// Requests behind it at once.
    pub depth: u32,
    /// Of each client, when two have requests here.
    pub depth_when_shared: Option<u32>,
    /// When it is full.
    pub full: Full,
}

pub(super) fn read(from: &Section<'_>) -> Result<QueueSpec, StackError> {
    let whole = |key| from.whole(key, u64::from(DEEPEST)).map(|n| n.map(|n| n as u32));
    let full = from.choice("full", &[("wait", Full::Wait), ("busy", Full::Busy)])?;
    Ok(QueueSpec {
        depth: whole("depth")?.ok_or_else(|| from.missing("depth", "how many requests it lets through at once"))?,
        depth_when_shared: whole("depth_when_shared")?,
        full: full.unwrap_or(Full::Wait),
    })
}

impl Wiring for QueueSpec {
    fn demand(&self, _op: &Op, _around: &Surroundings<'_>) -> Demand {
        Demand { depth: Some(self.depth), ..Demand::NONE }
    }
}

impl QueueSpec {
    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        for (key, depth) in [("depth", Some(self.depth)), ("depth_when_shared", self.depth_when_shared)] {
            if depth.is_some_and(|d| d == 0 || d > DEEPEST) {
                return Err((key, format!("{} lets nothing through: write 1 to {DEEPEST}", depth.unwrap_or(0))));
            }
        }
        Ok(())
    }

    pub(crate) fn build(&self, _around: &Surroundings<'_>) -> Box<dyn Element> {
        Box::new(Queue {
            depth: self.depth,
            each: self.depth_when_shared,
            full: self.full,
            behind: 0,
            clients: Locals::default(),
            lines: vec![Line::default()],
            waiting: 0,
            active: 0,
            turn: 0,
            occupied_ns: 0,
            changed: Nanos::ZERO,
        })
    }
}

/// The requests of one client; of all, when clients share the depth.
#[derive(Clone, Debug, Default)]
struct Line {
    waiting: VecDeque<Token>,
    behind: u32,
}

#[derive(Debug)]
struct Queue {
    depth: u32,
    each: Option<u32>,
    full: Full,
    behind: u32,
    /// Row of each client in `lines`, when each has a line.
    clients: Locals,
    lines: Vec<Line>,
    /// Requests that wait, of all lines.
    waiting: u32,
    /// Lines with requests.
    active: u32,
    /// The line whose turn it is.
    turn: usize,
    /// Integral of `behind` up to `changed` that has not been counted as work yet.
    occupied_ns: u64,
    changed: Nanos,
}

impl Queue {
    /// Its work is that of its places: they are taken as long as a request is behind it.
    #[inline]
    fn account(&mut self, now: Nanos) {
        self.occupied_ns = self.occupied_ns.saturating_add((now - self.changed).0.saturating_mul(u64::from(self.behind)));
        self.changed = now;
    }

    #[inline]
    fn line(&mut self, client: u32) -> usize {
        if self.each.is_none() {
            return 0;
        }
        let line = self.clients.row(client);
        if line == self.lines.len() {
            self.lines.push(Line::default());
        }
        line
    }

    /// Whether one more of this line may pass.
    #[inline]
    fn admits(&self, line: usize) -> bool {
        let shared = self.active >= 2;
        let own = self.each.filter(|_| shared).unwrap_or(u32::MAX);
        self.behind < self.depth && self.lines[line].behind < own
    }

    /// One more of this line is behind it.
    #[inline]
    fn enter(&mut self, line: usize) {
        let of = &mut self.lines[line];
        self.active += u32::from(of.behind == 0 && of.waiting.is_empty());
        self.behind += 1;
        of.behind += 1;
    }

    /// One of this line less is behind it.
    #[inline]
    fn leave(&mut self, line: usize) {
        self.behind -= 1;
        let of = &mut self.lines[line];
        of.behind -= 1;
        self.active -= u32::from(of.behind == 0 && of.waiting.is_empty());
    }

    /// Lets through what may pass now.
    fn pass_on(&mut self, now: Nanos, out: &mut Actions) {
        let lines = self.lines.len();
        let mut refused = 0;
        while self.behind < self.depth && refused < lines {
            let line = self.turn % lines;
            self.turn = (line + 1) % lines;
            if !self.admits(line) {
                refused += 1;
                continue;
            }
            match self.lines[line].waiting.pop_front() {
                None => refused += 1,
                Some(token) => {
                    refused = 0;
                    self.waiting -= 1;
                    self.behind += 1;
                    self.lines[line].behind += 1;
                    out.release(token, Departure::through(now));
                }
            }
        }
    }
}

impl Element for Queue {
    fn start(&mut self, now: Nanos) {
        self.changed = now;
    }

    #[inline]
    fn arrive(&mut self, now: Nanos, request: &Request, _out: &mut Actions) -> Departure {
        self.account(now);
        let line = self.line(request.client);
        let of = &self.lines[line];
        self.active += u32::from(of.behind == 0 && of.waiting.is_empty());
        if of.waiting.is_empty() && self.admits(line) {
            self.behind += 1;
            self.lines[line].behind += 1;
            return Departure::through(now);
        }
        if self.full == Full::Busy {
            let of = &self.lines[line];
            self.active -= u32::from(of.behind == 0 && of.waiting.is_empty());
            return Departure::error(now, EBUSY);
        }
        self.waiting += 1;
        self.lines[line].waiting.push_back(request.token);
        Departure::hold()
    }

    fn sees_returns(&self) -> bool {
        true
    }

    #[inline]
    fn back(&mut self, now: Nanos, request: &Request, _answer: Answer, out: &mut Actions) -> Departure {
        self.account(now);
        let work_ns = std::mem::take(&mut self.occupied_ns);
        let line = self.line(request.client);
        self.leave(line);
        self.pass_on(now, out);
        Departure { work_ns, ..Departure::to(now, Exit::Back) }
    }

    fn may_let_through(&self, _local: bool) -> bool {
        true
    }

    #[inline]
    fn let_through(&mut self, now: Nanos, _volume: u32, client: u32, _len: u32) -> Option<Exit> {
        if self.waiting > 0 {
            return None;
        }
        let line = self.line(client);
        let of = &self.lines[line];
        let active = self.active + u32::from(of.behind == 0);
        let own = self.each.filter(|_| active >= 2).unwrap_or(u32::MAX);
        if self.behind >= self.depth || of.behind >= own {
            return None;
        }
        self.account(now);
        self.enter(line);
        Some(Exit::Next)
    }

    fn may_let_back(&self) -> bool {
        true
    }

    #[inline]
    fn let_back(&mut self, now: Nanos, _volume: u32, client: u32, _len: u32, _member: u16) -> Option<u64> {
        if self.waiting > 0 {
            return None;
        }
        self.account(now);
        let line = self.line(client);
        self.leave(line);
        Some(std::mem::take(&mut self.occupied_ns))
    }

    fn servers(&self) -> u32 {
        self.depth
    }

    fn own_figures(&self) -> Vec<(&'static str, f64)> {
        vec![("behind", f64::from(self.behind))]
    }
}
