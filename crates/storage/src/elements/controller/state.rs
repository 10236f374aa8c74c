//! A controller at work: who waits in front of which adapter, and when its servers are free.

use std::collections::VecDeque;

use plimsoll_base::{Nanos, fetch_ahead};
use plimsoll_base::random::Random;

use super::spec::ControllerSpec;
use crate::element::{Actions, Answer, Departure, Element, Exit, Request, Surroundings, Token, VolumeHere};
use crate::locals::Locals;
use crate::service::Service;

/// A volume's requests.
#[derive(Debug)]
struct Disk {
    adapter: usize,
    behind: u32,
    waiting: VecDeque<Token>,
}

#[derive(Debug)]
struct Adapter {
    behind: u32,
    /// Disks with waiting requests, in the order of their turns.
    turns: VecDeque<u32>,
    /// When its server is free, and when each of the others is: with one, as most have, nothing is looked up elsewhere.
    free_at: u64,
    others_free_at: Vec<u64>,
    /// Before this the ceiling lets nothing start, and the fraction of a ns that it lies beyond that.
    not_before: u64,
    carry: f64,
}

impl Adapter {
    /// The server that is free first.
    #[inline]
    fn first_free(&mut self) -> &mut u64 {
        // At most 64: looking through them is as fast as a heap.
        self.others_free_at.iter_mut().fold(&mut self.free_at, |least, other| if other < least { other } else { least })
    }

    fn servers(&self) -> usize {
        1 + self.others_free_at.len()
    }
}

#[derive(Debug)]
pub(super) struct Controller {
    /// Nothing waits in front: no depth is bounded. Then no disk and no adapter counts what is behind it, only `behind`.
    unbounded: bool,
    behind: u32,
    depth: u32,
    depth_per_disk: u32,
    service: Option<Service>,
    /// 1 / ceiling of an adapter; 0 without one.
    gap_ns: f64,
    cpu_ns_per_io: u64,
    cpu_ns: u64,
    random: Random,
    adapters: Vec<Adapter>,
    locals: Locals,
    disks: Vec<Disk>,
}

impl Controller {
    pub(super) fn new(spec: &ControllerSpec, around: &Surroundings<'_>) -> Controller {
        let adapter = |_| Adapter {
            behind: 0,
            turns: VecDeque::new(),
            free_at: 0,
            others_free_at: vec![0; spec.servers.saturating_sub(1) as usize],
            not_before: 0,
            carry: 0.0,
        };
        Controller {
            unbounded: spec.depth.is_none() && spec.depth_per_disk.is_none(),
            behind: 0,
            depth: spec.depth.unwrap_or(u32::MAX),
            depth_per_disk: spec.depth_per_disk.unwrap_or(u32::MAX),
            service: spec.service.map(|service| service.sampler()),
            gap_ns: spec.max_ops_per_s.map_or(0.0, |most| 1e9 / most),
            cpu_ns_per_io: spec.cpu_ns_per_io.0,
            cpu_ns: 0,
            random: around.stream(spec.seed, "service"),
            adapters: (0..spec.adapters).map(adapter).collect(),
            locals: Locals::default(),
            disks: Vec::new(),
        }
    }

    #[inline]
    fn row(&mut self, volume: u32) -> usize {
        let row = self.locals.row(volume);
        if row == self.disks.len() {
            self.add_disk(volume);
        }
        row
    }

    fn add_disk(&mut self, volume: u32) {
        let adapter = self.adapter_of(volume);
        self.disks.push(Disk { adapter, behind: 0, waiting: VecDeque::new() });
    }

    /// Volumes are spread by turns.
    #[inline]
    fn adapter_of(&self, volume: u32) -> usize {
        if self.adapters.len() == 1 { 0 } else { volume as usize % self.adapters.len() }
    }

    /// A request of this disk takes its slots and is worked on.
    #[inline]
    fn admit(&mut self, now: Nanos, disk: usize) -> Departure {
        let of = &mut self.disks[disk];
        of.behind += 1;
        let adapter = of.adapter;
        self.adapters[adapter].behind += 1;
        self.work(now, adapter)
    }

    /// A request is worked on by this adapter.
    #[inline]
    fn work(&mut self, now: Nanos, adapter: usize) -> Departure {
        let adapter = &mut self.adapters[adapter];
        self.cpu_ns += self.cpu_ns_per_io;
        let service_ns = self.service.as_ref().map_or(0, |service| (service.draw(&mut self.random) + 0.5) as u64);
        let mut start = now.0.max(adapter.not_before);
        if service_ns > 0 {
            let server = adapter.first_free();
            start = start.max(*server);
            *server = start.saturating_add(service_ns);
        }
        if self.gap_ns > 0.0 {
            let exact = self.gap_ns + adapter.carry;
            adapter.not_before = start.saturating_add(exact as u64);
            adapter.carry = exact - (exact as u64) as f64;
        }
        let work_ns = service_ns.max((self.gap_ns * adapter.servers() as f64) as u64);
        let at = Nanos(start.saturating_add(service_ns));
        Departure { at, service_ns, work_ns, exit: Exit::Next, result: Ok(None) }
    }

    /// Lets through what may pass an adapter now.
    fn pass_on(&mut self, now: Nanos, adapter: usize, out: &mut Actions) {
        for _ in 0..self.adapters[adapter].turns.len() {
            let of = &mut self.adapters[adapter];
            if of.behind >= self.depth {
                return;
            }
            let Some(row) = of.turns.pop_front() else { return };
            let disk = &mut self.disks[row as usize];
            let may = disk.behind < self.depth_per_disk;
            let passes = if may { disk.waiting.pop_front() } else { None };
            if !disk.waiting.is_empty() {
                of.turns.push_back(row);
            }
            if let Some(token) = passes {
                let departure = self.admit(now, row as usize);
                out.release(token, departure);
            }
        }
    }
}

impl Element for Controller {
    fn learn_volumes(&mut self, volumes: &[VolumeHere]) {
        let dense = self.locals.learn(volumes.iter().map(|volume| volume.number));
        volumes.iter().take(dense as usize).for_each(|volume| self.add_disk(volume.number));
    }

    #[inline]
    fn arrive(&mut self, now: Nanos, request: &Request, _out: &mut Actions) -> Departure {
        if self.unbounded {
            self.behind += 1;
            return self.work(now, self.adapter_of(request.volume));
        }
        let row = self.row(request.volume);
        let disk = &mut self.disks[row];
        let adapter = &mut self.adapters[disk.adapter];
        if disk.waiting.is_empty() && disk.behind < self.depth_per_disk && adapter.behind < self.depth {
            return self.admit(now, row);
        }
        if disk.waiting.is_empty() {
            adapter.turns.push_back(row as u32);
        }
        disk.waiting.push_back(request.token);
        Departure::hold()
    }

    fn sees_returns(&self) -> bool {
        true
    }

    #[inline]
    fn back(&mut self, now: Nanos, request: &Request, _answer: Answer, out: &mut Actions) -> Departure {
        if self.unbounded {
            self.behind -= 1;
            return Departure::back(now);
        }
        let row = self.row(request.volume);
        let disk = &mut self.disks[row];
        let adapter = disk.adapter;
        disk.behind -= 1;
        self.adapters[adapter].behind -= 1;
        if !self.adapters[adapter].turns.is_empty() {
            self.pass_on(now, adapter, out);
        }
        Departure::back(now)
    }

    fn may_let_back(&self) -> bool {
        true
    }

    #[inline]
    fn let_back(&mut self, _now: Nanos, volume: u32, _client: u32, _len: u32, _member: u16) -> Option<u64> {
        if self.unbounded {
            self.behind -= 1;
            return Some(0);
        }
        let row = self.row(volume);
        let disk = &mut self.disks[row];
        let adapter = &mut self.adapters[disk.adapter];
        if !adapter.turns.is_empty() {
            return None;
        }
        disk.behind -= 1;
        adapter.behind -= 1;
        Some(0)
    }

    fn foresees(&self) -> bool {
        true
    }

    #[inline]
    fn foresee(&self, _request: &Request) -> Option<Exit> {
        fetch_ahead(self.adapters.as_ptr());
        if !self.unbounded {
            self.locals.foresee();
            fetch_ahead(self.disks.as_ptr());
        }
        None
    }

    fn servers(&self) -> u32 {
        self.adapters.iter().map(|adapter| adapter.servers() as u32).sum()
    }

    fn restart_figures(&mut self) {
        self.cpu_ns = 0;
    }

    fn own_figures(&self) -> Vec<(&'static str, f64)> {
        let behind: u32 = self.adapters.iter().map(|adapter| adapter.behind).sum();
        vec![("cpu_ns", self.cpu_ns as f64), ("behind", f64::from(self.behind + behind))]
    }
}
