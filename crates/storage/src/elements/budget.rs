//! `budget`: one budget of device time for reads and writes, each with costs of its own; first in, first out.
//!
//! Linux's io.cost with its linear model (block/blk-iocost.c, `calc_lcoefs` and `calc_vtime_cost_builtin`). A request
//! costs a base and its pages of 4 KiB:
//!
//! ```text
//! page = 4 KiB / bytes_per_s        base = 1 / ops_per_s - page, at least 0
//! cost = base + pages * page        pages = length / 4 KiB, rounded down, at least 1
//! ```
//!
//! so that requests of one page get `ops_per_s`, and large ones come near `bytes_per_s`. A second has `rate` percent of
//! a second to spend: io.cost's vrate. A request is sequential where it begins at most 16 MiB from the end of the one
//! before it, whatever that was; random requests within so little space count as sequential there, too.
//!
//! A kind without a rate of bytes counts by number alone, one without a rate of operations by bytes alone: reads by
//! number and writes by bytes in one budget are `read_ops_per_s` and `write_bytes_per_s`. A kind without either, trims
//! and flushes pass uncounted.
//!
//! What it does not do: io.cost's own loop, which moves vrate between min and max by the latency of the device; weights
//! of several cgroups (`shares`); and what a cgroup may save up, a few ms. Nothing is saved up here: a request leaves a
//! debt, and the next one waits until it is paid.

use plimsoll_base::{Bytes, Nanos, Op, OpKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::{
    Actions, BrokenRule, Departure, Element, ElementKind, Exit, Parameter, Request, Surroundings, check_rate,
};
use crate::error::StackError;
use crate::meter::check_bytes;
use crate::read::Section;
use crate::wiring::{Demand, Omission, Scope, Wiring};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "budget",
    summary: "one budget for reads and writes, each by number, by bytes or both; Linux's io.cost",
    ends_path: false,
    spoils_data: false,
    scope: Scope::Group,
    parameters: &[
        Parameter { name: "read_ops_per_s", unit: "1/s", default: "none", what: "random reads of 4 KiB that use all of it" },
        Parameter {
            name: "read_sequential_ops_per_s",
            unit: "1/s",
            default: "read_ops_per_s",
            what: "of sequential reads of 4 KiB",
        },
        Parameter { name: "read_bytes_per_s", unit: "size per second", default: "none", what: "of large reads" },
        Parameter { name: "write_ops_per_s", unit: "1/s", default: "none", what: "of random writes of 4 KiB" },
        Parameter {
            name: "write_sequential_ops_per_s",
            unit: "1/s",
            default: "write_ops_per_s",
            what: "of sequential writes of 4 KiB",
        },
        Parameter { name: "write_bytes_per_s", unit: "size per second", default: "none", what: "of large writes" },
        Parameter { name: "rate", unit: "percent", default: "100", what: "of these rates that is granted: io.cost's vrate" },
    ],
    example: "read_ops_per_s = 3000\nwrite_bytes_per_s = \"40m\"\n",
};

/// Costs of one kind of request, as the rates that use the whole budget.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// Random requests of 4 KiB per second.
    pub ops_per_s: Option<f64>,
    /// Sequential ones.
    pub sequential_ops_per_s: Option<f64>,
    /// Bytes per second of large requests.
    pub bytes_per_s: Option<Bytes>,
}

/// A `budget`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BudgetSpec {
    /// Of reads.
    pub read: Costs,
    /// Of writes.
    pub write: Costs,
    /// The part of these rates that is granted, in percent.
    pub rate_percent: f64,
}

pub(super) fn read(from: &Section<'_>) -> Result<BudgetSpec, StackError> {
    let spec = BudgetSpec {
        read: read_costs(from, "read_ops_per_s", "read_sequential_ops_per_s", "read_bytes_per_s")?,
        write: read_costs(from, "write_ops_per_s", "write_sequential_ops_per_s", "write_bytes_per_s")?,
        rate_percent: from.number("rate")?.unwrap_or(100.0),
    };
    if spec.read == Costs::default() && spec.write == Costs::default() {
        return Err(from.missing("read_ops_per_s", "what reads or writes may use: read_ops_per_s, write_bytes_per_s, …"));
    }
    Ok(spec)
}

fn read_costs(
    from: &Section<'_>,
    ops: &'static str,
    sequential: &'static str,
    bytes: &'static str,
) -> Result<Costs, StackError> {
    let ops_per_s = from.number(ops)?;
    Ok(Costs { ops_per_s, sequential_ops_per_s: from.number(sequential)?.or(ops_per_s), bytes_per_s: from.size(bytes)? })
}

const PAGE: u64 = 4096;
/// Requests farther apart are random (`LCOEF_RANDIO_PAGES`).
const NEAR: u64 = 16 << 20;
/// Parts of a ns in which cost is counted.
const PARTS: f64 = 1024.0;
/// A vrate as the kernel takes it: 1 % to 10,000 %.
const RATES_PERCENT: (f64, f64) = (1.0, 10_000.0);

impl Costs {
    /// Cost of a request in ns of the budget.
    fn of(&self, len: u32, sequential: bool) -> f64 {
        let page = self.bytes_per_s.map_or(0.0, |rate| PAGE as f64 * 1e9 / rate.0 as f64);
        let rate = if sequential { self.sequential_ops_per_s } else { self.ops_per_s };
        let base = rate.map_or(0.0, |rate| (1e9 / rate - page).max(0.0));
        base + page * (u64::from(len) / PAGE).max(1) as f64
    }

    fn check(&self, keys: [&'static str; 3]) -> Result<(), BrokenRule> {
        self.ops_per_s.map_or(Ok(()), |rate| check_rate(keys[0], rate))?;
        self.sequential_ops_per_s.map_or(Ok(()), |rate| check_rate(keys[1], rate))?;
        self.bytes_per_s.map_or(Ok(()), |rate| check_bytes(keys[2], rate))
    }
}

impl BudgetSpec {
    /// Time that a request takes of the budget, in ns.
    fn cost_ns(&self, op: &Op, sequential: bool) -> f64 {
        let costs = match op.kind {
            OpKind::Read => &self.read,
            OpKind::Write => &self.write,
            OpKind::Trim | OpKind::Flush => return 0.0,
        };
        costs.of(op.len, sequential) * 100.0 / self.rate_percent
    }

    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        self.read.check(["read_ops_per_s", "read_sequential_ops_per_s", "read_bytes_per_s"])?;
        self.write.check(["write_ops_per_s", "write_sequential_ops_per_s", "write_bytes_per_s"])?;
        if !(RATES_PERCENT.0..=RATES_PERCENT.1).contains(&self.rate_percent) {
            return Err(("rate", format!("{} is not a share: write 1 to 10000 percent", self.rate_percent)));
        }
        Ok(())
    }

    pub(crate) fn build(&self, _around: &Surroundings<'_>) -> Box<dyn Element> {
        Box::new(Budget { spec: self.clone(), cursor: None, free: 0 })
    }
}

impl Wiring for BudgetSpec {
    fn demand(&self, op: &Op, _around: &Surroundings<'_>) -> Demand {
        Demand { work_ns: self.cost_ns(op, false), ..Demand::NONE }
    }

    fn not_on_paper(&self) -> Option<Omission> {
        let differs = |costs: &Costs| costs.sequential_ops_per_s != costs.ops_per_s;
        (differs(&self.read) || differs(&self.write)).then_some(Omission::CheaperSequential)
    }
}

#[derive(Debug)]
struct Budget {
    spec: BudgetSpec,
    /// The end of the last request.
    cursor: Option<u64>,
    /// When what was granted is paid, in parts of a ns: a rate such as 3 per second is exact over any time.
    free: u128,
}

impl Element for Budget {
    fn start(&mut self, now: Nanos) {
        self.free = u128::from(now.0) * PARTS as u128;
    }

    fn arrive(&mut self, now: Nanos, request: &Request, _out: &mut Actions) -> Departure {
        let start = request.address();
        let sequential = self.cursor.is_none_or(|cursor| start.abs_diff(cursor) <= NEAR);
        let cost_ns = self.spec.cost_ns(&request.op, sequential);
        if cost_ns == 0.0 {
            return Departure::through(now);
        }
        self.cursor = Some(start + u64::from(request.op.len));
        let parts = PARTS as u128;
        let at = (u128::from(now.0) * parts).max(self.free);
        self.free = at + (cost_ns * PARTS).round() as u128;
        let at = Nanos(u64::try_from(at.div_ceil(parts)).unwrap_or(u64::MAX));
        Departure { at, service_ns: 0, work_ns: cost_ns.round() as u64, exit: Exit::Next, result: Ok(None) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The model that the kernel's tool wrote for a drive of Facebook's (resctl-demo PR#286).
    const READ: Costs = Costs {
        ops_per_s: Some(26_638.0),
        sequential_ops_per_s: Some(27_119.0),
        bytes_per_s: Some(Bytes(626_708_081)),
    };

    #[test]
    fn one_page_gets_the_rate_of_operations_and_a_large_request_comes_near_that_of_bytes() {
        let per_s = |len, sequential| 1e9 / READ.of(len, sequential);
        assert!((per_s(4096, false) - 26_638.0).abs() < 1e-6);
        assert!((per_s(4096, true) - 27_119.0).abs() < 1e-6);
        assert!((per_s(128 << 20, true) * f64::from(128 << 20) / 626_708_081.0 - 1.0).abs() < 2e-4);
        // 64k at random: 1 / (1 / 26,638 + 15 pages / 153,005).
        assert!((per_s(65536, false) - 1.0 / (1.0 / 26_638.0 + 15.0 * 4096.0 / 626_708_081.0)).abs() < 1e-6);
    }

    #[test]
    fn reads_count_by_number_and_writes_by_bytes() {
        let (reads, writes) = (
            Costs { ops_per_s: Some(3000.0), sequential_ops_per_s: Some(3000.0), bytes_per_s: None },
            Costs { bytes_per_s: Some(Bytes(40 << 20)), ..Costs::default() },
        );
        assert_eq!(reads.of(4096, false), reads.of(1 << 20, false));
        assert_eq!(writes.of(1 << 20, false), 256.0 * writes.of(4096, false));
        assert!((writes.of(4096, true) - 4096e9 / f64::from(40 << 20)).abs() < 1e-9);
    }
}
