//! Events without a client's doing: limits of time, commands of other threads, the end.

use plimsoll_base::{Nanos, OpKind};
use rustix::event::epoll;

use super::answers::error_reply;
use super::{EventLoop, OWN_BYTES, cpu_ns, token};
use crate::client::{Client, PayloadState, Phase};
use crate::content::Content;
use crate::mailbox::{Command, Settings};
use crate::statistics::{CutKind, Statistics};
use crate::transmission::errors;

/// A client that stops in the middle of a payload while others wait for room is given up after this.
const PAYLOAD_LIMIT: Nanos = Nanos::from_secs(10);

impl EventLoop {
    pub(super) fn watch_time(&mut self) {
        let now = self.now;
        while let Some(&(deadline, index, serial)) = self.handshakes.front() {
            let over = self.client(index).filter(|c| c.serial == serial && matches!(c.phase, Phase::Handshake(_)));
            match over {
                // Clients that have agreed or are gone leave the queue when they come to its front.
                None => {}
                Some(_) if deadline > now => break,
                Some(_) => self.close(index, Some(CutKind::HandshakeTime.with(None))),
            }
            self.handshakes.pop_front();
        }
        if self.lingering.front().is_some_and(|(deadline, ..)| *deadline <= now) {
            self.abandon(now);
        }
        if self.resting_until.is_some_and(|until| until <= self.now) {
            self.resting_until = None;
            for (listener, place) in self.listeners.iter().zip(0..) {
                let _ = epoll::add(&self.epoll, listener.as_fd(), token(place, 0), epoll::EventFlags::IN);
            }
        }
        if self.now >= self.figures.next_tick() {
            self.figures.tick(self.now);
            self.cut_those_in_the_way();
            // A place that became free may have let in what hangs as those before it did.
            if self.figures.volumes.iter().any(|volume| volume.abandoned > 0) {
                self.end_what_hangs();
            }
        }
    }

    /// Gives up clients that hold room for a payload that does not come, while others wait for room.
    pub(super) fn cut_those_in_the_way(&mut self) {
        if self.starving.is_empty() && self.resumed.is_empty() {
            return;
        }
        for index in 0..self.clients.len() as u32 {
            let now = self.now;
            let Some(client) = self.client(index) else { continue };
            let holds = matches!(client.writing, PayloadState::Into { .. }) && client.held_bytes > OWN_BYTES;
            if holds && client.heard_at + PAYLOAD_LIMIT < now {
                self.close(index, Some(CutKind::PayloadTime.with(None)));
            }
        }
    }

    pub(super) fn heed(&mut self) {
        self.clock();
        for command in self.shared.take() {
            self.answer(command);
        }
        if self.shared.is_stopping() && self.stopping.is_none() {
            self.stopping = Some(self.now + self.settings.stop_limit);
            self.listeners.clear();
            self.resting_until = None;
        }
    }

    pub(crate) fn answer(&mut self, command: Command) {
        // The sender may have stopped waiting; that does no harm.
        match command {
            Command::Statistics(to) => drop(to.send(self.statistics())),
            Command::Settings(to) => {
                let volumes = self.exports.iter().map(|export| export.name.clone()).collect();
                drop(to.send(Settings { volumes, elements: self.model.settings() }));
            }
            Command::Switch { element, key, value, to } => {
                self.model.advance(self.now, &mut self.finished);
                drop(to.send(self.model.switch(self.now, &element, &key, &value)));
            }
        }
    }

    pub(crate) fn statistics(&self) -> Statistics {
        let operations = self.figures.operations();
        let cpu_ns = if self.cpu_began == 0 { 0 } else { cpu_ns().saturating_sub(self.cpu_began) };
        let in_memory = self.content.iter().any(|content| matches!(content, Content::Memory(_)));
        Statistics {
            elapsed_ns: self.now - self.began,
            clients: self.clients.iter().flatten().filter(|client| client.socket.is_some()).count() as u32,
            clients_total: self.counts.clients,
            refused: self.counts.refused,
            cut: self.counts.cut,
            turned_away: self.counts.turned_away,
            latest_cut: self.counts.latest_cut.clone(),
            content_bytes: in_memory.then(|| self.budget.held_bytes()),
            cpu_ns,
            cpu_ns_per_operation: (operations > 0).then(|| cpu_ns as f64 / operations as f64),
            system_calls: self.counts.calls,
            volumes: self.exports.iter().enumerate().map(|(i, export)| self.figures.volume(i, &export.name)).collect(),
            elements: self.model.element_figures(),
            lateness: self.figures.lateness(),
            sockets: self.figures.sockets(self.now),
        }
    }

    /// The server has to stop, and everything is answered or its time is up.
    pub(super) fn over(&self) -> bool {
        let Some(deadline) = self.stopping else { return false };
        let settled = |client: &Client| client.in_flight == 0 && client.outbox.is_empty();
        self.now >= deadline || self.clients.iter().flatten().all(|client| settled(client))
    }

    /// Answers operations in flight with the notice that the server ends.
    pub(super) fn end(&mut self) {
        for flight in self.flights.iter_mut() {
            let Some(client) = flight.client.and_then(|i| self.clients[i as usize].as_deref_mut()) else { continue };
            if let Phase::Transmission { terms, .. } = client.phase {
                let structured = terms.structured && flight.op.kind == OpKind::Read;
                client.outbox.push(error_reply(flight.cookie, errors::ESHUTDOWN, structured));
                client.blocked = false;
            }
        }
        for index in 0..self.clients.len() as u32 {
            self.mark_dirty(index);
        }
        self.send();
        for index in 0..self.clients.len() as u32 {
            self.close(index, None);
        }
    }
}
