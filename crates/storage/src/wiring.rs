//! How elements hang together: what shares one of them, where a request can go from it, and what a request takes of it
//! on paper.

use plimsoll_base::Op;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::{Exit, Surroundings};
use crate::error::StackError;
use crate::read::Section;
pub(crate) use crate::scope::SCOPES;
pub use crate::scope::Scope;

/// A way through elements: their names, from the client's side.
pub type Route = Vec<String>;

/// Where a request can go from an element beside what follows it in the path.
///
/// A member whose route ends in an element that holds data ends there; any other goes on with what follows the element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "members", rename_all = "snake_case", deny_unknown_fields)]
pub enum Members {
    /// Each route is written out.
    Listed {
        /// A route for each member.
        routes: Vec<Route>,
    },
    /// One route, again and again: each on other hosts, by turns that differ from volume to volume.
    Placed {
        /// How many members.
        count: u32,
        /// The route.
        route: Route,
    },
    /// One route that the element uses beside what follows it, such as the flash of a cache. It ends where data are.
    Beside {
        /// The route.
        route: Route,
    },
}

/// The most members of an element.
pub(crate) const MAX_MEMBERS: usize = 256;

impl Members {
    /// The routes as written: one for each member that was listed, else the one that they share.
    pub(crate) fn routes(&self) -> Vec<&Route> {
        match self {
            Members::Listed { routes } => routes.iter().collect(),
            Members::Placed { route, .. } | Members::Beside { route } => vec![route],
        }
    }

    /// How many members there are.
    pub fn count(&self) -> usize {
        match self {
            Members::Listed { routes } => routes.len(),
            Members::Placed { count, .. } => *count as usize,
            Members::Beside { .. } => 1,
        }
    }

    /// Whether every request goes into members only, or to what follows as well.
    pub(crate) fn beside(&self) -> bool {
        matches!(self, Members::Beside { .. })
    }

    /// Reads `members` (a list of names or of lists of names) or `each` (one route for `count` members; `count_key` is
    /// the key of the count, already read).
    pub(crate) fn read(from: &Section<'_>, count: Option<(&str, u32)>) -> Result<Option<Members>, StackError> {
        let (listed, each) = (from.routes("members")?, from.list("each")?);
        match (listed, each, count) {
            (Some(_), Some(_), _) => Err(from.wrong("each", "cannot be combined with members: leave one out")),
            (Some(_), None, Some((key, _))) if from.has(key) => {
                Err(from.wrong(key, "has no effect beside members, which are counted: leave one out"))
            }
            (Some(routes), None, _) => Ok(Some(Members::Listed { routes })),
            (None, Some(route), Some((_, count))) => Ok(Some(Members::Placed { count, route })),
            (None, Some(_), None) => Err(from.wrong("each", "needs the number of members")),
            (None, None, _) => Ok(None),
        }
    }

    /// The rules that the number of members and their routes keep; `key` is where the count is written.
    pub(crate) fn check(&self, key: &'static str, least: usize) -> Result<(), (&'static str, String)> {
        let count = self.count();
        let at = if matches!(self, Members::Listed { .. }) { "members" } else { key };
        if count < least || count > MAX_MEMBERS {
            return Err((at, format!("{count} is not a number of members: write {least} to {MAX_MEMBERS}")));
        }
        if self.routes().iter().any(|route| route.is_empty()) {
            return Err((at, "holds a route without elements: name at least one".into()));
        }
        Ok(())
    }
}

/// Demand of a request on an element on paper, when nothing else is there: the basis of bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Demand {
    /// Busy time of the element's servers, in ns.
    pub work_ns: f64,
    /// Servers that share the work.
    pub servers: f64,
    /// Demand on the way back, when servers of its own do that: the other direction of a full-duplex link. The busier
    /// of the two bounds the rate; a mix of reads and writes may fill both.
    pub back_ns: f64,
    /// Time that the request spends in it when it does not wait, in ns.
    pub stay_ns: f64,
    /// The most requests that it lets through to what lies behind at once; none: any number.
    pub depth: Option<u32>,
    /// Processor time of the host, in ns.
    pub cpu_ns: f64,
}

impl Demand {
    /// Nothing.
    pub const NONE: Demand =
        Demand { work_ns: 0.0, servers: 1.0, back_ns: 0.0, stay_ns: 0.0, depth: None, cpu_ns: 0.0 };
}

/// Requests that one request causes elsewhere: where, how many on average, and of what kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visit {
    /// Where they go.
    pub exit: Exit,
    /// How many there are, on average.
    pub count: f64,
    /// Kind and length of each; the offset has no meaning.
    pub op: Op,
    /// Whether the client waits for it. A destage is work, but no latency.
    pub awaited: bool,
}

/// A cost of an element that bounds on paper leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Omission {
    /// Requests that it rejects end at once.
    Rejected,
    /// Burst credit passes above its rate until it is spent.
    BurstCredit,
    /// Credits and bursts pass above its rate until they are spent.
    CreditsAndBursts,
    /// Sequential requests cost less in its budget.
    CheaperSequential,
    /// Its arm is faster at sequential addresses.
    SequentialArm,
    /// Writes become slower at its write cliff.
    WriteCliff,
    /// There are times at which it is slow.
    SlowTimes,
    /// Stalls, outages and slow times take time.
    FaultTimes,
}

/// How an element's description stands in the wiring, and what it is worth on paper. The defaults are those of an
/// element that passes everything on.
pub trait Wiring {
    /// Where a request can go beside what follows.
    fn members(&self) -> Option<&Members> {
        None
    }

    /// Demand of a request in the long run: savings of bursts and an empty cache do not count.
    fn demand(&self, _op: &Op, _around: &Surroundings<'_>) -> Demand {
        Demand::NONE
    }

    /// Demand of a request on a second resource that one server hands out, in ns: the bus beside the servers of a
    /// device, bytes per second beside operations per second.
    fn second_work_ns(&self, _op: &Op, _around: &Surroundings<'_>) -> f64 {
        0.0
    }

    /// Requests that a request causes behind the element; the offset of `op` has no meaning.
    fn visits(&self, op: &Op, _around: &Surroundings<'_>) -> Vec<Visit> {
        vec![Visit { exit: Exit::Next, count: 1.0, op: *op, awaited: true }]
    }

    /// Clients (scope vm) and volumes (scope disk) that it names, by the names of their tables or their own.
    fn names(&self) -> Vec<(Scope, &str)> {
        Vec::new()
    }

    /// The end of the addresses that come to each member, when those that come to the element end at `bytes`.
    fn member_bytes(&self, bytes: u64) -> u64 {
        bytes
    }

    /// Copies that have to be there for the data to be there, when each member holds what the others hold or a part of
    /// it: 1 for a mirror, all for a stripe, all but one for RAID 5. None: no member holds data.
    fn required_members(&self) -> Option<u32> {
        None
    }

    /// Whether reads and the other operations each have the servers of [`Demand`] for themselves.
    fn kinds_apart(&self) -> bool {
        false
    }

    /// Load of its own, without clients: operations per second, and their kind.
    fn own_load(&self) -> Vec<(f64, Op)> {
        Vec::new()
    }

    /// Costs that its demand leaves out.
    fn not_on_paper(&self) -> Option<Omission> {
        None
    }

    /// Bytes of a line, of an element that keeps a record of every line that is written behind it: its memory grows with
    /// the volumes.
    fn line_bytes(&self) -> Option<u64> {
        None
    }

    /// Whether a member is missing by description: failed, or being filled anew.
    fn lacks_a_member(&self) -> bool {
        false
    }

    /// Whether the data survive with the members in `there`: in most elements that have copies, when at least the
    /// required number is there.
    fn survives(&self, there: &[bool]) -> bool {
        let needed = self.required_members().map_or(0, |needed| needed as usize);
        there.iter().filter(|there| **there).count() >= needed
    }
}
