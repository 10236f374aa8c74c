//! The interface of elements: a request reaches an element, and the element decides when it leaves.

use std::fmt::Debug;

use plimsoll_base::random::{self, Random};
use plimsoll_base::{Nanos, Op};

use crate::scope::Scope;

/// Name of a request on its way through a stack; used again when the request is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token(pub(crate) u32);

impl Token {
    /// A small number, for a table of what an element holds. Not used twice at a time.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place in the wiring: an element as the requests of one volume come to it along one route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position(pub(crate) u32);

/// The client number of a volume that no client owns.
pub(crate) const NOBODY: u32 = u32::MAX;

/// A request as an element sees it. 48 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Kind, offset and length. The offset is the volume's, or one that an element before (a stripe) made of it.
    pub op: Op,
    /// Start of the volume in an address space that no two volumes share: `base + op.offset` identifies a block in an
    /// element that several volumes use.
    pub base: u64,
    /// Its name.
    pub token: Token,
    /// Where it is.
    pub position: Position,
    /// The volume that was addressed, as a number from 0.
    pub volume: u32,
    /// The client (VM) that owns the volume, as a number from 0, or [`NOBODY`].
    pub client: u32,
    /// On its way back: the member that it comes out of, or [`FOLLOWS`].
    pub member: u16,
    /// Whether what lies here is on the client's own host.
    pub local: bool,
}

/// In place of a member's number: what follows the element in its path.
pub(crate) const FOLLOWS: u16 = u16::MAX;

impl Request {
    /// First byte in the address space that no two volumes share.
    pub fn address(&self) -> u64 {
        self.base + self.op.offset
    }
}

/// The fate of the data of a request that succeeds all the same.
///
/// A stack holds no data. The fault is a mark that leaves with the request, and the owner of the content carries it
/// out. 8 bytes, so that a departure with a mark is no larger than one without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataFault {
    /// A write that is not stored.
    Lost,
    /// A write of which only the first sectors are stored.
    Torn {
        /// How many sectors of 512 bytes are: at least one, and not all.
        sectors: u32,
    },
    /// A write that is stored at another place.
    Misplaced {
        /// How far away, in lengths of the request; below 0, towards the start. It fits in the volume there.
        lengths: i32,
    },
    /// A read that is answered with what was there before the last write.
    Stale,
}

impl DataFault {
    /// First byte of where a write is stored.
    pub fn place(self, op: &Op) -> u64 {
        match self {
            DataFault::Misplaced { lengths } => {
                op.offset.wrapping_add_signed(i64::from(lengths).wrapping_mul(i64::from(op.len)))
            }
            DataFault::Lost | DataFault::Torn { .. } | DataFault::Stale => op.offset,
        }
    }
}

/// A fault in a part of the data of a request that succeeded: in the part that one member of a stripe or an array
/// holds, or in one of several copies. Addresses are the volume's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartFault {
    /// The request, as submitted; none: it was over before this copy of it was.
    pub id: Option<u64>,
    /// When the request was submitted.
    pub submitted: Nanos,
    /// The volume's number.
    pub volume: u32,
    /// The copy that it happened to; none: there is only one.
    pub copy: Option<u32>,
    /// First byte.
    pub at: u64,
    /// Bytes.
    pub len: u64,
    /// What.
    pub effect: PartEffect,
}

/// The fault in a part of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartEffect {
    /// A write was not stored.
    Lost,
    /// A write was stored from this byte on instead.
    Moved(u64),
    /// A read was answered with the data before the last write.
    Stale,
    /// A read was answered by this copy, which is damaged.
    Seen,
}

/// Where a request goes when it leaves an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// To the element behind; back to the client where nothing lies behind.
    Next,
    /// Into the member of this number.
    Member(u16),
    /// Back towards the client, answered.
    Back,
    /// Nowhere yet: the element keeps it, and lets it go with [`Actions::release`].
    Held,
}

/// When and how a request leaves an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The instant; never before the arrival. Without meaning for a request that is held.
    pub at: Nanos,
    /// The part of the stay that is the element's own work, in ns; the rest was waiting.
    pub service_ns: u64,
    /// Work of the element on the request, in server-ns: the service of a device, cost / rate of a limit.
    pub work_ns: u64,
    /// Where to.
    pub exit: Exit,
    /// Ok: on its way, with what happens to its data in spite of success; nothing, with nearly every element.
    /// Err: back to the client with this errno.
    pub result: Result<Option<DataFault>, i32>,
}

impl Departure {
    /// Straight through: no wait, no work.
    pub const fn through(now: Nanos) -> Departure {
        Departure { at: now, service_ns: 0, work_ns: 0, exit: Exit::Next, result: Ok(None) }
    }
    /// Straight on to somewhere.
    pub const fn to(now: Nanos, exit: Exit) -> Departure {
        Departure { at: now, service_ns: 0, work_ns: 0, exit, result: Ok(None) }
    }
    /// On the way back: straight on.
    pub const fn back(now: Nanos) -> Departure {
        Departure::to(now, Exit::Back)
    }
    /// Kept until [`Actions::release`].
    pub const fn hold() -> Departure {
        Departure::to(Nanos::ZERO, Exit::Held)
    }
    /// Back to the client at once with `errno`.
    pub const fn error(now: Nanos, errno: i32) -> Departure {
        Departure { at: now, service_ns: 0, work_ns: 0, exit: Exit::Back, result: Err(errno) }
    }
}

/// How a request that an element sent on ended: with success or an errno.
pub type Answer = Result<(), i32>;

/// Actions of an element beside its answer. Carried out in order, at the instant of the call.
#[derive(Debug, Default)]
pub struct Actions {
    pub(crate) list: Vec<Action>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Action {
    Release { token: Token, departure: Departure },
    Spawn { parent: Token, exit: Exit, op: Op, tag: u32 },
    Inject { from: Option<Position>, exit: Exit, op: Op, tag: u32 },
}

impl Actions {
    /// Lets a held request leave by `departure` (not before now, and not held again). Its stay beyond `service_ns` and
    /// the time of its children counts as waiting.
    pub fn release(&mut self, token: Token, departure: Departure) {
        self.list.push(Action::Release { token, departure });
    }
    /// Sends a child of a held request on its way; it comes back to [`Element::child`] with `tag`. The element has to see
    /// returns. The request may be let go before it: then the child comes back without a parent.
    pub fn spawn(&mut self, parent: Token, exit: Exit, op: Op, tag: u32) {
        self.list.push(Action::Spawn { parent, exit, op, tag });
    }
    /// Sends an operation of the element's own, which no client waits for, on from a place where a request was seen. It
    /// comes back to [`Element::child`] without a parent, if the element sees returns.
    pub(crate) fn inject(&mut self, from: Position, exit: Exit, op: Op, tag: u32) {
        self.list.push(Action::Inject { from: Some(from), exit, op, tag });
    }
    /// Injects an operation at the first of the element's places.
    pub(crate) fn inject_anywhere(&mut self, op: Op) {
        self.list.push(Action::Inject { from: None, exit: Exit::Next, op, tag: 0 });
    }
}

/// A child or an operation of the element's own that is back.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The held request that it belongs to; none: the element's own, or one whose request was let go before it.
    pub parent: Option<Token>,
    /// As given.
    pub tag: u32,
    /// The request.
    pub op: Op,
    /// Where it was sent from.
    pub position: Position,
    /// How it ended.
    pub answer: Answer,
}

/// A place of an element with members.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// The place.
    pub position: Position,
    /// The end of the addresses of the requests that come here, from 0.
    pub bytes: u64,
    /// The host of the client whose requests come here; [`NONE`](crate::topology::NONE): unknown.
    pub client_host: u32,
    /// The host on which each member lies; [`NONE`](crate::topology::NONE): on no particular one.
    pub member_hosts: &'a [u32],
}

/// A part of a stack. Pure: time enters through arguments only.
///
/// Instants in arguments never go backwards. One element may lie on the routes of many volumes.
pub trait Element: Debug + Send {
    /// Called before anything else, once for each of its places, if the element has members.
    fn lies_at(&mut self, _site: &Site<'_>) {}
    /// Called once, when the stack is built: the volumes whose requests come here, by number.
    fn learn_volumes(&mut self, _volumes: &[VolumeHere]) {}

    /// Called once, before any request, with the clock's present: the element is in its initial state then.
    fn start(&mut self, _now: Nanos) {}

    /// A request arrives, on its way from the client.
    fn arrive(&mut self, now: Nanos, request: &Request, out: &mut Actions) -> Departure;

    /// Whether [`let_through`](Element::let_through) is worth asking of requests that come here; `local`: on their client's
    /// own host.
    fn may_let_through(&self, _local: bool) -> bool {
        false
    }

    /// A request arrives, and nothing else is due at this instant. Where to, when all that [`arrive`](Element::arrive)
    /// would do is to count it and to let it go on at once, without work, without actions, and with the timer as it is: then
    /// it is counted. None: nothing has changed, and `arrive` is called. `volume` and `client` as in [`Request`]; `len` is its
    /// bytes. No structure, so that all of it travels in registers.
    fn let_through(&mut self, _now: Nanos, _volume: u32, _client: u32, _len: u32) -> Option<Exit> {
        None
    }

    /// Whether the element has much memory of its own, and can predict which parts of it a request needs.
    fn foresees(&self) -> bool {
        false
    }

    /// Prefetches memory for `request`, which arrives soon. Returns the request's next stop if it will probably go on
    /// at once. Nothing changes.
    fn foresee(&self, _request: &Request) -> Option<Exit> {
        None
    }

    /// Whether requests pass it on their way back, and children come back to it.
    fn sees_returns(&self) -> bool {
        false
    }

    /// A request that went on from here is answered and on its way back: [`Exit::Back`] takes it on, other exits send it
    /// down again. Called only when it sees returns.
    fn back(&mut self, now: Nanos, _request: &Request, _answer: Answer, _out: &mut Actions) -> Departure {
        Departure::back(now)
    }

    /// Whether what passes on its way back goes on at once, whatever it is, and nothing of the element changes: then
    /// [`back`](Element::back) need not be called. `local`: on the client's own host.
    fn lets_back(&self, _local: bool) -> bool {
        false
    }

    /// Whether [`let_back`](Element::let_back) is worth asking.
    fn may_let_back(&self) -> bool {
        false
    }

    /// A request that went on from here ended well and is on its way back, and nothing else is due at this instant. The work
    /// in server-ns, when all that [`back`](Element::back) would do is to count it and to take it on at once, without actions
    /// and with the timer as it is: then it is counted. None: nothing has changed, and `back` is called. `member`: the one that
    /// it comes out of, or [`FOLLOWS`]; the others as in [`let_through`](Element::let_through).
    fn let_back(&mut self, _now: Nanos, _volume: u32, _client: u32, _len: u32, _member: u16) -> Option<u64> {
        None
    }

    /// Whether its members hold the same data.
    fn holds_copies(&self) -> bool {
        false
    }

    /// Where the bytes from `at` on of a member lie in the element's own addresses, and how many of the `len` lie there
    /// without a break. None: they are no data (parity).
    fn of_member(&self, _member: u16, at: u64, len: u64) -> (Option<u64>, u64) {
        (Some(at), len)
    }

    /// A child, or an operation of the element's own, is back.
    fn child(&mut self, _now: Nanos, _child: &Child, _out: &mut Actions) {}

    /// Whether it ever acts on its own.
    fn keeps_time(&self) -> bool {
        false
    }

    /// When the element acts on its own next; asked for after each call, if it keeps time.
    fn next_timer(&self) -> Option<Nanos> {
        None
    }

    /// [`next_timer`](Element::next_timer) is due.
    fn timer(&mut self, _now: Nanos, _out: &mut Actions) {}

    /// Requests that it can work on at once: what its work is divided by to give its utilisation.
    fn servers(&self) -> u32 {
        1
    }

    /// Changes a setting while it runs, such as a fault. Err: why not, with the settings that there are.
    fn switch(&mut self, _now: Nanos, _key: &str, _value: &str) -> Result<(), String> {
        Err("has nothing that can be switched while it runs".into())
    }

    /// Called before the start when settings may change at run time. Changes then reach waiting requests, too.
    fn be_live(&mut self) {}

    /// Settings that can change at run time, with their present values: key and value, as `switch` takes them.
    fn settings(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Fails requests that the element would hold until something is switched, if ever, and that no one waits for any
    /// more.
    fn give_up(&mut self, _now: Nanos, _nobody_waits: &mut dyn FnMut(Token) -> bool, _out: &mut Actions) {}

    /// From here on, what it counts for [`own_figures`](Element::own_figures) is counted anew.
    fn restart_figures(&mut self) {}

    /// Figures of its own beside the common ones: name and value, names ending in their unit.
    fn own_figures(&self) -> Vec<(&'static str, f64)> {
        Vec::new()
    }
}

/// A volume whose requests come to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VolumeHere {
    /// Its number, as in [`Request::volume`].
    pub number: u32,
    /// Where it begins, as in [`Request::base`].
    pub base: u64,
    /// Bytes that can be addressed.
    pub size_bytes: u64,
}

/// Surroundings of an element when it is built, beside its own description.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// Name of the element, with its scope where it has one: "policy", "policy@vm2.data".
    pub name: &'a str,
    /// Seed of the stack; an element's own seed wins.
    pub seed: u64,
    /// Bytes of the volumes whose requests come here.
    pub volume_bytes: u64,
    /// Bytes of the first of them.
    pub first_volume_bytes: u64,
    /// The end of the address space of [`Request::address`].
    pub address_end: u64,
    /// Number of routes that lead to its members, for each place the same; 0 without members.
    pub members: u32,
    /// Names of the clients, by number.
    pub clients: &'a [String],
    /// Names of the volumes, by number.
    pub volumes: &'a [String],
    /// Names of the clients' tables, by number.
    pub client_groups: &'a [String],
    /// Names of the volumes' tables, by number.
    pub volume_groups: &'a [String],
}

impl Surroundings<'_> {
    /// The element's stream of random numbers for `purpose`.
    pub fn stream(&self, own_seed: Option<u64>, purpose: &str) -> Random {
        random::stream(own_seed.unwrap_or(self.seed), &format!("{}/{purpose}", self.name), 0)
    }
}

/// A parameter of an element type, as printed by `plimsoll elements`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The key in the stack file.
    pub name: &'static str,
    /// How it is written: a unit ("time", "size", "1/s") or the words it may be.
    pub unit: &'static str,
    /// Its default; "required" when there is none.
    pub default: &'static str,
    /// Its meaning.
    pub what: &'static str,
}

/// A type of element.
#[derive(Clone, Copy, Debug)]
pub struct ElementKind {
    /// Name of its table in the stack file.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Whether it ends a path: it holds the data, nothing lies behind it.
    pub ends_path: bool,
    /// Whether it may spoil data, now or once it is switched to.
    pub spoils_data: bool,
    /// Scope of one instance unless the stack sets another.
    pub scope: Scope,
    /// Its keys.
    pub parameters: &'static [Parameter],
    /// A short description of one, as a stack file has it.
    pub example: &'static str,
}

impl ElementKind {
    /// The keys in the order of the documentation.
    pub fn keys(&self) -> Vec<&'static str> {
        self.parameters.iter().map(|p| p.name).chain(["scope"]).collect()
    }
}

impl std::fmt::Display for ElementKind {
    /// The reference: name and summary, then a line per parameter.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}: {}", self.name, self.summary)?;
        for p in self.parameters {
            writeln!(f, "  {:<14} {:<28} {:<14} {}", p.name, p.unit, p.default, p.what)?;
        }
        Ok(())
    }
}

/// A rule that a resolved description breaks: the key, and why.
pub(crate) type BrokenRule = (&'static str, String);

/// Checks a rate per second: finite, above zero, and within what the arithmetic carries.
pub(crate) fn check_rate(key: &'static str, rate_per_s: f64) -> Result<(), BrokenRule> {
    if (0.001..=1e9).contains(&rate_per_s) {
        return Ok(());
    }
    Err((key, format!("{rate_per_s} per second is not a rate: write a number from 0.001 to 1000000000")))
}
