//! What a stack carries on paper, as a document.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::wiring::{Omission, Scope};

/// What the whole carries, and why not more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StackBounds {
    /// The elements, in the order of the routes.
    pub elements: Vec<ElementBound>,
    /// The clients and the processors of the hosts, where they bound anything.
    pub others: Vec<OtherBound>,
    /// Operations per second that all of them let through; none: nothing bounds them.
    pub bound_per_s: Option<f64>,
    /// Who sets that bound.
    pub narrowest: Option<Narrowest>,
    /// From the clients to the data: everything that bounds how many operations are under way at once.
    pub chain: Vec<Link>,
    /// Mean response time of an operation that meets nobody else.
    pub unloaded_response_ns: f64,
    /// Operations outstanding at which the elements' bound is reached when nothing waits; beyond it they queue.
    pub knee_outstanding: Option<f64>,
    /// What these figures leave out.
    pub notes: Vec<BoundNote>,
}

/// An element on paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ElementBound {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// What shares one instance.
    pub scope: Scope,
    /// How many there are.
    pub instances: u32,
    /// Requests per second that all instances work off together; none: any number.
    pub capacity_per_s: Option<f64>,
    /// Operations per second of the whole system that it lets through; none: any number, as where not all of them come
    /// to it.
    pub bound_per_s: Option<f64>,
    /// The arithmetic of that.
    pub reason: Option<BoundReason>,
    /// The instance that binds.
    pub busiest: String,
    /// Requests that an operation causes here, on average over all operations and summed over the instances.
    pub requests_per_operation: f64,
    /// Mean time of a request in it when nothing waits.
    pub stay_ns: f64,
    /// Requests that one instance lets through at once; none: any number.
    pub depth: Option<u32>,
}

/// Something that is no element and bounds the whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OtherBound {
    /// What it is.
    pub source: BoundSource,
    /// Operations per second: of the whole system; of the clients that it names, where kinds of them ask in any mix.
    pub bound_per_s: f64,
    /// Whether it is the clients' own: what they have outstanding, their processors.
    pub of_clients: bool,
}

/// Who sets the bound of the whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Narrowest {
    /// The element, or what else it is.
    pub source: BoundSource,
    /// Operations per second of the whole system.
    pub bound_per_s: f64,
    /// The arithmetic, of an element.
    pub reason: Option<BoundReason>,
    /// What bounds the kinds of clients that it does not.
    pub others: Vec<BoundSource>,
}

/// Something that sets a bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoundSource {
    /// What it is.
    pub kind: BoundSourceKind,
    /// Name of the element, or of the group of clients or hosts; none: the only client.
    pub name: Option<String>,
    /// Operations that each client has outstanding, nanoseconds of its processor for an operation, or cores of each
    /// host; none: an element.
    pub figure: Option<f64>,
}

/// What sets a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoundSourceKind {
    /// An element of the stack.
    Element,
    /// Each client waits for an answer before it sends the next operation.
    ClientOutstanding,
    /// The processor of each client is busy.
    ClientProcessor,
    /// The cores of the hosts are busy.
    HostCores,
}

impl BoundSource {
    pub(crate) fn element(name: &str) -> BoundSource {
        BoundSource { kind: BoundSourceKind::Element, name: Some(name.into()), figure: None }
    }

    pub(super) fn host_cores(group: &str, cores: u32) -> BoundSource {
        BoundSource { kind: BoundSourceKind::HostCores, name: Some(group.into()), figure: Some(cores.into()) }
    }
}

/// The arithmetic of an element's bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoundReason {
    /// What runs out first.
    pub kind: BoundReasonKind,
    /// How many of it there are.
    pub count: f64,
    /// How long a request has one of it.
    pub time_ns: f64,
    /// Requests that an operation causes there, on average.
    pub requests_per_operation: f64,
    /// Whether a background load takes a part of it.
    pub background: bool,
}

/// What of an element runs out first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoundReasonKind {
    /// Its servers.
    Servers,
    /// Its time: it works on one request after the other.
    Time,
    /// The requests that it lets through at once.
    InFlight,
}

/// Something that the bounds leave out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoundNote {
    /// What it is.
    pub kind: BoundNoteKind,
    /// The element that it is about.
    pub element: Option<String>,
    /// What of the element's costs is not counted.
    pub not_counted: Option<Omission>,
    /// Operations per second that the element would sustain.
    pub rate_per_s: Option<f64>,
    /// Words of the stack file.
    pub text: Option<String>,
}

/// What a note says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoundNoteKind {
    /// Some parameters are fitted: `text` has what the file states on them.
    Fitted,
    /// Volumes that no client uses get no load.
    UnusedVolumes,
    /// How the clients share the load is not given.
    AnyMix,
    /// A cost of an element is not counted.
    NotCounted,
    /// None of the operations reach an element.
    NotReached,
    /// The background load of an element is more than it can carry.
    Overload,
    /// Work that is left over after an operation is acknowledged.
    WorkLeft,
    /// Waiting is not counted.
    Queueing,
}

impl BoundNoteKind {
    pub(super) fn note(self) -> BoundNote {
        BoundNote { kind: self, element: None, not_counted: None, rate_per_s: None, text: None }
    }

    pub(super) fn of(self, element: &str) -> BoundNote {
        BoundNote { element: Some(element.into()), ..self.note() }
    }
}

/// A layer of the chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// The element; none: the clients themselves.
    pub element: Option<String>,
    /// What shares one of it; none: the clients themselves.
    pub scope: Option<Scope>,
    /// How many there are.
    pub instances: u32,
    /// Requests that one lets through at once; none: any number.
    pub depth: Option<u32>,
    /// Operations of all clients that can be behind it at once; none: any number.
    pub lets_through: Option<f64>,
    /// Operations per second for which that is enough, by Little's law.
    pub bound_per_s: Option<f64>,
    /// Whether no layer lets fewer through.
    pub narrowest: bool,
}

/// Other bounds of the whole, the narrowest bound, and the bound without the clients' own.
pub(super) type Bound = (Vec<OtherBound>, Option<Narrowest>, Option<f64>);
