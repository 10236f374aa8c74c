//! A probe of a session on the virtual clock.

use std::sync::Arc;

use plimsoll_base::Nanos;
use plimsoll_base::random::{stream, unit};
use plimsoll_measure::recorder::Grid;
use plimsoll_storage::{Stack, StackSpec, Topology};
use plimsoll_workload::trace::RecordedArrivals;

use super::recording::{Observations, Surroundings};
use super::{ProbeResult, Session};
use crate::bottleneck::bottleneck;
use crate::control::Control;
use crate::each::Tallies;
use crate::error::RunError;
use crate::figures::client_figures;
use crate::issuer::Issuers;
use crate::outcome::Circumstances;
use crate::record::StorageFigures;
use crate::share::Source;
use crate::simulation::{Group, World, simulate};
use crate::spec::RunSpec;
use crate::totals::PhaseSpans;

/// The seed of a group's schedules and addresses: kinds of clients are independent of each other.
fn seed_of(spec: &RunSpec, group: &str) -> u64 {
    if spec.clients.len() < 2 {
        return spec.seed;
    }
    // 53 bits of a stream that is named after the group: another group beside it changes nothing.
    (unit(&mut stream(spec.seed, group, 0)) * 2_f64.powi(53)) as u64
}

impl Session {
    /// One Run of the model.
    pub(super) fn probe_virtual(
        &self,
        spec: &RunSpec,
        recorded: Option<&RecordedArrivals>,
        kept: &mut Option<World>,
    ) -> Result<ProbeResult, RunError> {
        let stack = self.stack()?;
        let world = match kept {
            Some(world) => world,
            None => {
                let topology = Topology::of(stack);
                let down = self.hosts_down(&topology)?;
                let stack = Stack::of(stack, &topology, spec.seed, &down);
                kept.insert(World { stack, now: Nanos::ZERO })
            }
        };
        let (grid, measure_end) = super::grid(spec, world.now);
        let groups = self.groups(spec, recorded, grid);
        let several = spec.clients.len() > 1;
        let sources = (self.fleet.iter().zip(&groups))
            .map(|(group, of)| Source { name: several.then(|| group.name.clone()), workers: of.workers })
            .collect();
        let mut control = Control::new(spec, sources, grid, measure_end, Arc::clone(&self.feed));
        if several {
            control.keep_apart();
        }
        let topology = Topology::of(stack);
        let tallies = Tallies::of(spec, &topology);
        let done = simulate(spec, &groups, world, tallies, grid, measure_end, &mut control, &self.requests.stop);
        if done.spent {
            *kept = None;
        }
        let apart = control.take_apart();
        let spans = PhaseSpans {
            warmup: done.measure_start - grid.run_start,
            measure: control.merged_measure(),
            drain: done.ended - done.measure_end,
        };
        let errors = (done.errors.as_slice(), done.first_error.as_ref());
        let mut observed = Observations::new(spec, control, spans, done.beats.as_ref(), errors, grid.run_start);
        let measured = &mut observed.measured;
        let of = |(group, totals)| client_figures(group, spec, totals, spans);
        measured.clients = spec.clients.iter().zip(&apart).map(of).collect();
        measured.each = done.each.figures(&topology, &spec.clients, spans);
        let bottleneck = bottleneck(&done.elements, spec, measured);
        measured.storage = Some(StorageFigures { bottleneck, elements: done.elements });
        let around = Circumstances {
            stopped: done.stopped,
            failure: done
                .stuck
                .then(|| {
                    "operations complete in zero time, so the virtual clock does not advance. Give the stack a delay, \
                     or the client a cpu_per_io"
                        .to_owned()
                })
                .or_else(|| done.aborted.then(|| measured.first_error.clone()).flatten()),
            ..Circumstances::default()
        };
        let notes = self.notes.iter().cloned().chain(self.about_hosts_down(stack)).collect();
        Ok(observed.record(spec, around, Surroundings { notes, ..Surroundings::default() }))
    }

    /// The clients of the stack: each kind with its load and its workload.
    fn groups<'a>(&'a self, spec: &'a RunSpec, recorded: Option<&'a RecordedArrivals>, grid: Grid) -> Vec<Group<'a>> {
        let loads = spec.clients.iter().map(|c| (&c.load, c.cpu_ns_per_io));
        let alone = [(&spec.load, self.fleet[0].cpu_ns_per_io)];
        let loads: Vec<_> = if spec.clients.is_empty() { alone.to_vec() } else { loads.collect() };
        (self.fleet.iter().zip(loads))
            .map(|(group, (load, cpu_ns_per_io))| Group {
                issuers: Issuers::new(
                    load,
                    &spec.phases,
                    seed_of(spec, &group.name),
                    group.workload_on_each(),
                    recorded,
                    grid.run_start,
                    spec.lag_tolerance(),
                )
                .with_quota(spec.bytes_each, grid.measure_start),
                workers: load.workers(),
                volumes: &group.volumes,
                owners: &group.owners,
                most_each: group.max_outstanding.filter(|_| load.offered_rate_per_s().is_none()),
                kinds: group
                    .workloads
                    .iter()
                    .map(|w| w.kinds())
                    .fold([false; 4], |all, own| std::array::from_fn(|kind| all[kind] || own[kind])),
                durable: group.workload_on_each().map(|workload| workload.durable_writes).collect(),
                cpu_per_io: Nanos(cpu_ns_per_io),
            })
            .collect()
    }

    /// The losses that hosts which are down cause, in words.
    fn about_hosts_down(&self, stack: &StackSpec) -> Option<String> {
        if self.down.is_empty() {
            return None;
        }
        let loss = plimsoll_storage::loss::loss(stack, &Topology::of(stack), &self.down).ok()?;
        let clients = match loss.clients_down.len() {
            0 => String::new(),
            n => format!("; {n} clients have no host: they are simulated as if they had been started elsewhere"),
        };
        Some(format!(
            "down: {}; of {} volumes {} are lost and {} degraded{clients}",
            loss.down.join(", "),
            loss.volumes,
            loss.lost.len(),
            loss.degraded.len()
        ))
    }

    fn stack(&self) -> Result<&StackSpec, RunError> {
        self.target.stack.as_ref().ok_or_else(|| RunError::usage("this target is not a described stack"))
    }

    /// The numbers of the hosts that are down.
    fn hosts_down(&self, topology: &Topology) -> Result<Vec<u32>, RunError> {
        let number = |name: &String| {
            topology.hosts.iter().position(|host| host.name == *name).map(|n| n as u32).ok_or_else(|| {
                let known = topology.hosts.iter().take(20).map(|h| h.name.as_str()).collect::<Vec<_>>().join(", ");
                RunError::usage(format!("--down: no host is called '{name}'; known: {known}"))
            })
        };
        self.down.iter().map(number).collect()
    }
}
