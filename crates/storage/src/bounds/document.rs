//! What a stack carries on paper, as a document.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::wiring::Scope;

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
    pub notes: Vec<String>,
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
    /// The arithmetic of that in words.
    pub why: Option<String>,
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
    /// "clients vm: 32 outstanding each".
    pub name: String,
    /// Operations per second: of the whole system; of the clients that it names, where kinds of them ask in any mix.
    pub bound_per_s: f64,
    /// What that means, in words.
    pub why: String,
    /// Whether it is the clients' own: what they have outstanding, their processors.
    pub of_clients: bool,
}

/// Who sets the bound of the whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Narrowest {
    /// An element's name, or what [`OtherBound`] is called.
    pub name: String,
    /// Whether it is an element.
    pub is_element: bool,
    /// Operations per second of the whole system.
    pub bound_per_s: f64,
    /// The arithmetic in words.
    pub why: String,
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
