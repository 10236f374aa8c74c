//! `controller`: one or more adapters, each with its queue, its work per request and the processor time that it costs:
//! a guest's virtual SCSI controller (PVSCSI, LSI SAS), or a host bus adapter with `scope = "host"`.
//!
//! Volumes are spread over the adapters by turns: volume number mod `adapters`. At most `depth_per_disk` requests of a
//! volume and `depth` of an adapter are behind it at once; the others wait in front, per disk first in, first out, and the
//! disks of an adapter take turns. What passes is worked on for `service` by one of the adapter's `servers`, so an adapter
//! carries servers / service at most, or `max_ops_per_s` where a data sheet says so; answers pass freely.
//!
//! `cpu_per_io` is the host's processor time for a request: counted (own figure `cpu_ns`), not waited for. Whether the
//! processor is full is the client's business. So two types that carry the same rate differ in `cpu_ns`; with more
//! outstanding than their depths they differ in where requests wait.
//!
//! Not modelled: interrupt coalescing, and SCSI targets and their own queues (put a `queue` behind).
//!
//! Budget: 20 ns of real time per request, both ways together; no allocation once the queues have their size.

mod spec;
mod state;

use plimsoll_base::{Nanos, Op};

use crate::element::{BrokenRule, Element, ElementKind, Parameter, Surroundings, check_rate};
use crate::error::StackError;
use crate::read::Section;
use crate::service::{self, ServiceSpec};
use crate::wiring::{Demand, Scope, Wiring};

pub use spec::ControllerSpec;

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "controller",
    summary: "adapters with queues, work and processor time per request: vSCSI controller, HBA",
    ends_path: false,
    spoils_data: false,
    scope: Scope::Vm,
    parameters: &[
        Parameter {
            name: "profile",
            unit: "pvscsi | lsi-sas | hba-8g | hba-16g",
            default: "none",
            what: "service, depths and cpu_per_io of a type; each can be written beside it",
        },
        Parameter { name: "adapters", unit: "whole number", default: "1", what: "volumes are spread over them by turns" },
        Parameter { name: "servers", unit: "whole number", default: "1", what: "requests that one adapter works on at once" },
        Parameter { name: "service", unit: service::UNIT, default: "none", what: "an adapter's work on a request" },
        Parameter { name: "max_ops_per_s", unit: "1/s", default: "none", what: "ceiling of one adapter" },
        Parameter { name: "depth", unit: "whole number", default: "unbounded", what: "requests behind one adapter at once" },
        Parameter {
            name: "depth_per_disk",
            unit: "whole number",
            default: "unbounded",
            what: "requests of one volume behind it at once",
        },
        Parameter { name: "cpu_per_io", unit: "time", default: "0s", what: "processor time of the host for a request" },
        Parameter { name: "seed", unit: "whole number", default: "the stack's", what: "of the drawn times" },
    ],
    example: "profile = \"pvscsi\"\nadapters = 4\n",
};

/// The most adapters and servers, the deepest queue, the dearest request.
const MAX_ADAPTERS: u32 = 1024;
const MAX_SERVERS: u32 = 64;
const DEEPEST: u32 = 1 << 24;
const DEAREST: Nanos = Nanos::from_secs(1);

/// A type of adapter.
///
/// Depths: PVSCSI 64 a disk (254 at most) and 256 an adapter (1024 at most), LSI SAS 32 and 128 (VMware KB 2053145).
/// Work and processor time have no published figure; these are starting points, from one report (vSphere 6.7, FC
/// all-flash) and stated here where it says nothing:
/// * pvscsi: one adapter never passed 170,000/s, so 5.8 us. Processor 50 % against LSI's 60 % at one rate, so 10 us
///   against 12 us; that it is 10 is stated here (the report does not tell its cores).
/// * lsi-sas: work as processor time, 1.2 times PVSCSI's: 7 us, stated here.
/// * hba-8g: 70,000 to 80,000/s measured where the data sheet said 200,000, so 13.3 us. hba-16g: about double, so 6.6 us,
///   with less processor time: 6 us against 4 us, stated here. Depth 256 is the report's setting, for the adapter.
const PROFILES: [(&str, Profile); 4] = [
    ("pvscsi", Profile { service_ns: 5_800, cpu_ns: 10_000, depth: 256, depth_per_disk: Some(64) }),
    ("lsi-sas", Profile { service_ns: 7_000, cpu_ns: 12_000, depth: 128, depth_per_disk: Some(32) }),
    ("hba-8g", Profile { service_ns: 13_300, cpu_ns: 6_000, depth: 256, depth_per_disk: None }),
    ("hba-16g", Profile { service_ns: 6_600, cpu_ns: 4_000, depth: 256, depth_per_disk: None }),
];

#[derive(Clone, Copy)]
struct Profile {
    service_ns: u64,
    cpu_ns: u64,
    depth: u32,
    depth_per_disk: Option<u32>,
}

pub(super) fn read(from: &Section<'_>) -> Result<ControllerSpec, StackError> {
    let profile = from.choice("profile", &PROFILES)?;
    let whole = |key, most: u32| from.whole(key, u64::from(most)).map(|n| n.map(|n| n as u32));
    let constant = |p: Profile| ServiceSpec::Constant { mean_ns: Nanos(p.service_ns) };
    Ok(ControllerSpec {
        adapters: whole("adapters", MAX_ADAPTERS)?.unwrap_or(1),
        servers: whole("servers", MAX_SERVERS)?.unwrap_or(1),
        service: ServiceSpec::read(from, "service")?.or(profile.map(constant)),
        max_ops_per_s: from.number("max_ops_per_s")?,
        depth: whole("depth", DEEPEST)?.or(profile.map(|p| p.depth)),
        depth_per_disk: whole("depth_per_disk", DEEPEST)?.or(profile.and_then(|p| p.depth_per_disk)),
        cpu_ns_per_io: from.time("cpu_per_io")?.or(profile.map(|p| Nanos(p.cpu_ns))).unwrap_or(Nanos::ZERO),
        seed: from.whole("seed", u64::MAX)?,
    })
}

impl Wiring for ControllerSpec {
    /// With its volumes evenly on its adapters.
    fn demand(&self, _op: &Op, _around: &Surroundings<'_>) -> Demand {
        let service_ns = self.service.map_or(0.0, |service| service.mean_ns());
        let servers = f64::from(self.servers);
        Demand {
            work_ns: service_ns.max(self.max_ops_per_s.map_or(0.0, |most| servers * 1e9 / most)),
            servers: f64::from(self.adapters) * servers,
            stay_ns: service_ns,
            depth: self.depth.map(|depth| depth.saturating_mul(self.adapters)),
            cpu_ns: self.cpu_ns_per_io.0 as f64,
            ..Demand::NONE
        }
    }
}

impl ControllerSpec {
    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        let counts = [
            ("adapters", Some(self.adapters), MAX_ADAPTERS),
            ("servers", Some(self.servers), MAX_SERVERS),
            ("depth", self.depth, DEEPEST),
            ("depth_per_disk", self.depth_per_disk, DEEPEST),
        ];
        for (key, count, most) in counts {
            if let Some(count) = count.filter(|count| !(1..=most).contains(count)) {
                return Err((key, format!("{count} lets nothing through: write a whole number from 1 to {most}")));
            }
        }
        if let Some(service) = self.service {
            service.check().map_err(|why| ("service", why))?;
        }
        if let Some(most) = self.max_ops_per_s {
            check_rate("max_ops_per_s", most)?;
        }
        if self.cpu_ns_per_io > DEAREST {
            return Err(("cpu_per_io", format!("{} is not the cost of a request: up to {DEAREST}", self.cpu_ns_per_io)));
        }
        let bounds = self.service.is_some() || self.max_ops_per_s.is_some();
        if !bounds && self.depth.is_none() && self.depth_per_disk.is_none() && self.cpu_ns_per_io == Nanos::ZERO {
            let why = "is not written, and nothing else is: a controller without a profile, service, max_ops_per_s, \
                       depth, depth_per_disk or cpu_per_io does nothing";
            return Err(("profile", why.into()));
        }
        Ok(())
    }

    pub(crate) fn build(&self, around: &Surroundings<'_>) -> Box<dyn Element> {
        Box::new(state::Controller::new(self, around))
    }
}
