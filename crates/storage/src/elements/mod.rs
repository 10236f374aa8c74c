//! The elements there are: one file each, and one line in the list below.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::{BrokenRule, Element, ElementKind, Surroundings};
use crate::error::StackError;
use crate::read::Section;
use crate::wiring::{Members, Wiring};

/// From one list: the modules, the description of an element of any type, and [`ELEMENTS`].
macro_rules! elements {
    ($($(#[$doc:meta])* $module:ident: $variant:ident($spec:ident),)*) => {
        $($(#[$doc])* pub mod $module;)*

        /// An element's description, resolved: every default filled in, every quantity in base units.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "type", rename_all = "snake_case")]
        pub enum ElementSpec {
            $($(#[$doc])* $variant($module::$spec),)*
        }

        impl ElementSpec {
            /// Its type.
            pub fn kind(&self) -> &'static ElementKind {
                match self {
                    $(ElementSpec::$variant(_) => &$module::KIND,)*
                }
            }
            /// Reads an element of this type from its section of a stack file.
            pub(crate) fn read(kind: &ElementKind, from: &Section<'_>) -> Result<ElementSpec, StackError> {
                match kind.name {
                    $(name if name == $module::KIND.name => $module::read(from).map(ElementSpec::$variant),)*
                    other => unreachable!("{other} is no type of element"),
                }
            }
            pub(crate) fn check(&self) -> Result<(), BrokenRule> {
                match self {
                    $(ElementSpec::$variant(spec) => spec.check(),)*
                }
            }
            /// Where a request can go from it beside what follows.
            pub fn members(&self) -> Option<&Members> {
                self.wiring().members()
            }
            /// How it stands in the wiring, and what it is worth on paper.
            pub fn wiring(&self) -> &dyn Wiring {
                match self {
                    $(ElementSpec::$variant(spec) => spec,)*
                }
            }
            pub(crate) fn build(&self, around: &Surroundings<'_>) -> Box<dyn Element> {
                match self {
                    $(ElementSpec::$variant(spec) => spec.build(around),)*
                }
            }
        }

        /// Every type of element.
        pub static ELEMENTS: &[ElementKind] = &[$($module::KIND,)*];
    };
}

elements! {
    /// One budget of device time for reads and writes.
    budget: Budget(BudgetSpec),
    /// Adapters of a VM or a host.
    controller: Controller(ControllerSpec),
    /// Holds what was used before slower storage, and takes writes for it.
    cache: Cache(CacheSpec),
    /// Serves requests and holds the data.
    device: Device(DeviceSpec),
    /// Stalls, fails and spoils what passes, on purpose.
    fault: Fault(FaultSpec),
    /// Lets requests pass at a rate.
    limit: Limit(LimitSpec),
    /// A wire.
    link: Link(LinkSpec),
    /// Keeps copies of the same data.
    mirror: Mirror(MirrorSpec),
    /// Adds requests of its own.
    noise: Noise(NoiseSpec),
    /// Chooses among ways.
    paths: Paths(PathsSpec),
    /// Bounds what is behind it at once.
    queue: Queue(QueueSpec),
    /// Keeps parity or copies over its members.
    raid: Raid(RaidSpec),
    /// Spreads addresses over its members.
    stripe: Stripe(StripeSpec),
    /// Lets requests pass at a rate that grows with the volume.
    tier: Tier(TierSpec),
    /// Divides what there is among clients.
    shares: Shares(SharesSpec),
}
