//! Connections come and go, and the instants at which something is done about them without their doing.

use std::os::fd::OwnedFd;

use plimsoll_base::Nanos;
use rustix::event::epoll;
use rustix::io::Errno;

use super::{EventLoop, token};
use crate::client::{Client, PayloadState, Phase};
use crate::handshake::{Export, greeting};
use crate::statistics::Cut;
use crate::transmission::Terms;

const ACCEPTS: u32 = 64;
/// How long a connection that was left keeps its place and its payload for operations that do not end (an outage that
/// hangs). Once it is closed, others who need either get it sooner.
pub(super) const LINGER: Nanos = Nanos::from_secs(60);
/// How long listening rests when the system has no more files for us.
const ACCEPT_PAUSE: Nanos = Nanos::from_millis(100);

impl EventLoop {
    pub(super) fn accept(&mut self, listener: usize) {
        for _ in 0..ACCEPTS {
            let Some(from) = self.listeners.get(listener) else { return };
            self.counts.calls += 1;
            let socket = match from.accept() {
                Ok(socket) => socket,
                Err(Errno::MFILE | Errno::NFILE | Errno::NOBUFS | Errno::NOMEM) => return self.rest(),
                Err(Errno::INTR | Errno::CONNABORTED) => continue,
                Err(_) => return,
            };
            // Closed at once, so that the client notices; in the kernel's queue it would not.
            if self.connected >= self.settings.connections_max && !self.abandon(Nanos::ZERO) {
                self.counts.refused += 1;
                continue;
            }
            self.welcome(socket);
        }
    }

    pub(super) fn rest(&mut self) {
        for listener in &self.listeners {
            let _ = epoll::delete(&self.epoll, listener.as_fd());
        }
        self.resting_until = Some(self.now + ACCEPT_PAUSE);
    }

    pub(super) fn welcome(&mut self, socket: OwnedFd) {
        self.serial = self.serial.wrapping_add(1).max(1);
        let index = self.free_clients.pop().unwrap_or_else(|| {
            self.clients.push(None);
            self.clients.len() as u32 - 1
        });
        let mut client = Box::new(Client::new(socket, self.serial, self.now));
        greeting(&mut client.outbox.plain);
        client.interest = epoll::EventFlags::IN;
        let added =
            client.socket.as_ref().map(|s| epoll::add(&self.epoll, s, token(index, self.serial), client.interest));
        if !matches!(added, Some(Ok(()))) {
            self.free_clients.push(index);
            return;
        }
        self.handshakes.push_back((self.now + self.settings.handshake_limit, index, self.serial));
        self.clients[index as usize] = Some(client);
        self.connected += 1;
        self.counts.clients += 1;
        self.mark_dirty(index);
    }

    /// A client from within this process, which needs no handshake.
    pub(crate) fn adopt(&mut self, volume: usize, socket: OwnedFd) {
        self.welcome(socket);
        let serial = self.serial;
        let Export { size_bytes, min_block, .. } = self.exports[volume];
        let terms = Terms { size_bytes, min_block, structured: false, allocation: false };
        for client in self.clients.iter_mut().flatten().filter(|client| client.serial == serial) {
            client.outbox.plain.clear();
            client.phase = Phase::Transmission { volume, terms };
            self.figures.volumes[volume].clients += 1;
        }
    }

    /// Closes a connection; with a reason, it was cut. Its operations go on in the model, and take effect if they end in
    /// time.
    pub(super) fn close(&mut self, index: u32, why: Option<Cut>) {
        let Some(client) = self.clients.get_mut(index as usize).and_then(Option::as_mut) else { return };
        if client.socket.take().is_none() {
            return;
        }
        if let Some(why) = why {
            self.counts.cut += 1;
            self.counts.latest_cut = Some(why);
        }
        if let Some(volume) = client.volume() {
            self.figures.volumes[volume].clients -= 1;
            self.figures.volumes[volume].left += client.in_flight;
        }
        if let PayloadState::Into { buffer, request, .. } = std::mem::replace(&mut client.writing, PayloadState::No) {
            if !buffer.is_empty() {
                self.room.give_back(&mut client.held_bytes, u64::from(request.len));
                self.room_freed = true;
                self.buffers.give_back(buffer);
            }
        }
        client.leaving = true;
        client.hot = false;
        self.figures.sockets.count((std::mem::take(&mut client.full), false), 0, self.now);
        client.stash = Vec::new();
        client.outbox = Default::default();
        if client.in_flight == 0 {
            self.forget(index);
        } else if !client.lingers {
            client.lingers = true;
            self.lingering.push_back((self.now + LINGER, index, client.serial));
        }
    }

    /// Abandons the operations of clients that have gone: of the closed, and of those whose deadline is not after
    /// `until`. Their room is free, and their requests have no effect. Of their operations in the model, those that
    /// hang end now; others stay until they are over. True when there was any.
    ///
    /// One pass over all operations, however many clients have gone.
    pub(super) fn abandon(&mut self, until: Nanos) -> bool {
        let mut gone = Vec::new();
        let mut lingering = std::mem::take(&mut self.lingering);
        lingering.retain(|&(deadline, index, serial)| {
            let Some(client) = self.client(index).filter(|client| client.serial == serial) else { return false };
            let over = deadline <= until;
            if client.socket.is_none() || (over && (client.in_flight > 0 || client.blocked)) {
                gone.push(index);
                return false;
            }
            // Everything is over, and the client takes it, slowly.
            client.lingers &= !over;
            !over
        });
        self.lingering = lingering;
        for &index in &gone {
            self.close(index, None);
        }
        if gone.is_empty() {
            return false;
        }
        for flight in self.flights.iter_mut() {
            let left = flight.client.and_then(|index| self.clients.get(index as usize)?.as_ref());
            if left.is_some_and(|client| client.socket.is_none()) {
                flight.client = None;
                self.figures.volumes[flight.volume].abandoned += 1;
                self.buffers.give_back(std::mem::take(&mut flight.payload));
            }
        }
        gone.into_iter().for_each(|index| self.forget(index));
        self.end_what_hangs();
        true
    }

    /// Ends operations that hang in the model and that no client waits for.
    pub(super) fn end_what_hangs(&mut self) {
        self.model.advance(self.now, &mut self.finished);
        let flights = &self.flights;
        self.model.give_up(self.now, &mut |id| flights.is_given_up(id));
        self.model.advance(self.now, &mut self.finished);
    }

    /// Gives the place of a closed connection to others.
    pub(super) fn forget(&mut self, index: u32) {
        if let Some(mut client) = self.clients.get_mut(index as usize).and_then(Option::take) {
            let held = client.held_bytes;
            self.room.give_back(&mut client.held_bytes, held);
            self.room_freed = true;
            self.free_clients.push(index);
            self.connected -= 1;
        }
    }

    pub(super) fn mark_dirty(&mut self, index: u32) {
        if let Some(client) = self.client(index).filter(|client| !client.dirty) {
            client.dirty = true;
            self.dirty.push(index);
        }
    }
}
