//! `stripe`: addresses spread over the members by turns, a unit each. RAID 0, a vSAN stripe width, an LVM stripe.
//!
//! A request is cut at the borders of units. Units that a member holds one after the other make one request there, as in
//! RAID 0, so a member gets at most one part of each request; the request is over when all parts are. Offsets become the
//! member's own, so that what is sequential here is sequential there. Flushes go to all members, trims like writes.
//!
//! Small requests at random addresses, one unit each: w members with one server and exponential service S carry
//! N / (N + w - 1) * w / S with N outstanding (a closed network of equal stations). Large ones get the bandwidth of all
//! members together. Nothing is held twice: one member that fails fails what touches it.
//!
//! Members count addresses from 0 each: an element that several members of one stripe share can't tell their blocks apart.
//
// Budget: 40 ns and one child per member touched. No allocation once the table has its size.

use plimsoll_base::{Bytes, Nanos, Op, OpKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::{
    Actions, BrokenRule, Child, Departure, Element, ElementKind, Exit, Parameter, Request, Surroundings, Token,
};
use crate::errno::EAGAIN;
use crate::error::StackError;
use crate::read::Section;
use crate::table::{Table, of_tag, tag};
use crate::wiring::{Members, Scope, Visit, Wiring};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "stripe",
    summary: "addresses spread over its members by turns, a unit each (RAID 0)",
    ends_path: false,
    spoils_data: false,
    scope: Scope::Disk,
    parameters: &[
        Parameter { name: "width", unit: "whole number", default: "2", what: "how many members, with each" },
        Parameter { name: "each", unit: "route", default: "members", what: "elements of a member, placed on hosts" },
        Parameter { name: "members", unit: "list of routes", default: "each", what: "the members, named one by one" },
        Parameter { name: "unit", unit: "size", default: "64k", what: "bytes on one member before the next one's turn" },
    ],
    example: "width = 3\neach = [\"behind\"]\n",
};

/// A `stripe`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StripeSpec {
    /// Where the parts lie.
    pub members: Members,
    /// Bytes on one member before the next one's turn.
    pub unit_bytes: Bytes,
}

pub(super) fn read(from: &Section<'_>) -> Result<StripeSpec, StackError> {
    let width = from.whole("width", u64::from(u32::MAX))?.map_or(2, |n| n as u32);
    let what = "the route of a member, such as each = [\"disk\"], or members with all of them";
    Ok(StripeSpec {
        members: Members::read(from, Some(("width", width)))?.ok_or_else(|| from.missing("each", what))?,
        unit_bytes: from.size("unit")?.unwrap_or(Bytes(64 << 10)),
    })
}

/// Checks the unit of a stripe or an array.
pub(super) fn check_unit(unit: Bytes) -> Result<(), BrokenRule> {
    if !(512..=1 << 30).contains(&unit.0) || unit.0 % 512 != 0 {
        return Err(("unit", format!("{unit} is not a unit: whole sectors of 512, 512 to 1g")));
    }
    Ok(())
}

/// Bytes on member `member` of `width` among the first `bytes` of the whole.
#[inline]
pub(super) fn share_of(bytes: u64, member: u64, width: u64, unit: u64) -> u64 {
    let row = unit * width;
    bytes / row * unit + (bytes % row).saturating_sub(member * unit).min(unit)
}

/// The other way around: where byte `at` of `member` lies among all, and how many of the `len` from there follow it.
pub(super) fn origin_of(at: u64, len: u64, member: u64, width: u64, unit: u64) -> (u64, u64) {
    ((at / unit * width + member) * unit + at % unit, len.min(unit - at % unit))
}

/// The average spread of a request of `len` bytes over its possible aligned offsets: how many members it touches, and
/// the bytes on each.
fn member_spread(len: u32, unit: u64, width: u64) -> (f64, u32) {
    // Aligned to its own length or to a unit, whichever is smaller: as workloads are.
    let members = u64::from(len).div_ceil(unit).clamp(1, width);
    (members as f64, u64::from(len).div_ceil(members).min(u64::from(u32::MAX)) as u32)
}

impl StripeSpec {
    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        self.members.check("width", 1)?;
        if self.members.beside() {
            return Err(("members", "a stripe's members are not beside what follows: list or place them".into()));
        }
        check_unit(self.unit_bytes)
    }

    pub(crate) fn build(&self, _around: &Surroundings<'_>) -> Box<dyn Element> {
        Box::new(Stripe {
            width: self.members.count() as u64,
            unit: self.unit_bytes.0,
            open: Table::new(),
            parts: 0,
            requests: 0,
        })
    }
}

impl Wiring for StripeSpec {
    fn members(&self) -> Option<&Members> {
        Some(&self.members)
    }

    fn visits(&self, op: &Op, _around: &Surroundings<'_>) -> Vec<Visit> {
        let width = self.members.count() as u64;
        let to = |member, count, op| Visit { exit: Exit::Member(member as u16), count, op, awaited: true };
        if op.kind == OpKind::Flush {
            return (0..width).map(|member| to(member, 1.0, *op)).collect();
        }
        let (members, len) = member_spread(op.len, self.unit_bytes.0, width);
        (0..width).map(|member| to(member, members / width as f64, Op { len, ..*op })).collect()
    }

    fn member_bytes(&self, bytes: u64) -> u64 {
        share_of(bytes, 0, self.members.count() as u64, self.unit_bytes.0)
    }

    fn required_members(&self) -> Option<u32> {
        Some(self.members.count() as u32)
    }
}

/// A request whose parts are under way.
#[derive(Debug, Default)]
struct Open {
    parts: u32,
    errno: i32,
}

#[derive(Debug)]
struct Stripe {
    width: u64,
    unit: u64,
    open: Table<Open>,
    parts: u64,
    requests: u64,
}

impl Stripe {
    fn send(&mut self, parent: Token, row: u32, op: Op, out: &mut Actions) -> u32 {
        let end = op.offset + u64::from(op.len);
        let mut parts = 0;
        for member in 0..self.width {
            let start = share_of(op.offset, member, self.width, self.unit);
            let len = (share_of(end, member, self.width, self.unit) - start) as u32;
            // A flush, and whatever else has no bytes, concerns all.
            if len > 0 || op.len == 0 {
                let part = Op { offset: if op.len == 0 { 0 } else { start }, len, kind: op.kind };
                out.spawn(parent, Exit::Member(member as u16), part, tag(row, member as u16));
                parts += 1;
            }
        }
        parts
    }
}

impl Element for Stripe {
    fn arrive(&mut self, now: Nanos, request: &Request, out: &mut Actions) -> Departure {
        let Some(row) = self.open.take() else { return Departure::error(now, EAGAIN) };
        let parts = self.send(request.token, row, request.op, out);
        self.open[row] = Open { parts, errno: 0 };
        self.requests += 1;
        self.parts += u64::from(parts);
        Departure::hold()
    }

    fn sees_returns(&self) -> bool {
        true
    }

    fn of_member(&self, member: u16, at: u64, len: u64) -> (Option<u64>, u64) {
        let (at, len) = origin_of(at, len, u64::from(member), self.width, self.unit);
        (Some(at), len)
    }

    fn child(&mut self, now: Nanos, child: &Child, out: &mut Actions) {
        let (row, _) = of_tag(child.tag);
        let open = &mut self.open[row];
        open.parts -= 1;
        if let Err(errno) = child.answer {
            open.errno = errno;
        }
        if open.parts == 0 {
            let result = if open.errno == 0 { Ok(None) } else { Err(open.errno) };
            self.open.give_back(row);
            if let Some(parent) = child.parent {
                out.release(parent, Departure { result, ..Departure::back(now) });
            }
        }
    }

    fn own_figures(&self) -> Vec<(&'static str, f64)> {
        vec![("requests", self.requests as f64), ("parts", self.parts as f64)]
    }
}
