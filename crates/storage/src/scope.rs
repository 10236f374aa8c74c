//! What shares one instance of an element.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What shares one instance of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// All whose path leads through it.
    Group,
    /// Each volume has its own: a limit per virtual disk, the queue of a LUN.
    Disk,
    /// Each client (VM) has its own.
    Vm,
    /// Each host that runs clients has its own: an adapter, a network card.
    Host,
    /// Each host on which a member is placed has its own: the disks of a storage node.
    Node,
}

pub(crate) const SCOPES: [(&str, Scope); 5] =
    [("group", Scope::Group), ("disk", Scope::Disk), ("vm", Scope::Vm), ("host", Scope::Host), ("node", Scope::Node)];

impl Scope {
    /// The word.
    pub fn name(self) -> &'static str {
        SCOPES.iter().find(|(_, scope)| *scope == self).map_or("group", |(name, _)| name)
    }
}
