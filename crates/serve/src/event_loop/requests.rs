//! From bytes to operations: what came is received, cut into requests and submitted, up to where a client has to wait.

use std::io::IoSliceMut;

use plimsoll_base::{Nanos, OpKind};
use plimsoll_engine::engines::nbd::wire::{STATE_HOLE, STATE_ZERO};
use rustix::io::{Errno, readv};
use rustix::net::{RecvFlags, recv};

use super::EventLoop;
use super::answers::refusal;
use crate::client::{Client, PayloadState, Phase, payload_place};
use crate::flights::Flight;
use crate::handshake::{ALLOCATION_CONTEXT, Export, HandshakeEnd};
use crate::outbox::{Body, Reply};
use crate::statistics::{Cut, CutKind};
use crate::transmission::{ClientCommand, Event, Head, Request, Terms, check, errors};

/// Requests in one call from which on a client is polled without waiting for epoll.
const HOT_REQUESTS: u32 = 4;
/// Most extents that one answer names.
const MAX_EXTENTS: usize = 1024;

impl EventLoop {
    pub(super) fn receive(&mut self, index: u32) {
        let crowded = self.is_crowded();
        let Some(client) = self.clients.get_mut(index as usize).and_then(Option::as_deref_mut) else { return };
        if !client.may_go_on(crowded) || !client.stash.is_empty() {
            client.hot = false;
            return;
        }
        let Some(socket) = &client.socket else { return };
        self.counts.calls += 1;
        let received = match payload_place(&client.stream, &mut client.writing) {
            None => recv(socket, &mut self.receive[..], RecvFlags::DONTWAIT).map(|(n, _)| (0, n)),
            Some(place) => {
                let wanted = place.len();
                let pieces = &mut [IoSliceMut::new(place), IoSliceMut::new(&mut self.receive)];
                readv(socket, pieces).map(|n| (n.min(wanted), n.saturating_sub(wanted)))
            }
        };
        let (direct, streamed) = match received {
            Ok((0, 0)) => {
                // Nothing more will come; what is in flight is still answered.
                client.leaving = true;
                return self.settle(index);
            }
            Ok(received) => received,
            Err(Errno::AGAIN | Errno::INTR) => {
                client.hot = false;
                return;
            }
            Err(_) => return self.close(index, None),
        };
        self.clock();
        self.model.advance(self.now, &mut self.finished);
        let Some(mut client) = self.clients.get_mut(index as usize).and_then(Option::take) else { return };
        client.heard_at = self.now;
        if direct > 0 {
            client.stream.advance_payload(direct as u32);
            self.payload_came(index, &mut client, direct);
        }
        let buffer = std::mem::take(&mut self.receive);
        let asked = self.consume(index, &mut client, &buffer[..streamed]);
        self.receive = buffer;
        let was_hot = client.hot;
        client.hot = asked >= HOT_REQUESTS && !client.leaving;
        if client.hot && !was_hot {
            self.hot.push(index);
        }
        self.clients[index as usize] = Some(client);
        self.settle(index);
    }

    /// Goes on with what clients sent before they had to wait.
    pub(super) fn resume(&mut self) {
        for index in std::mem::take(&mut self.resumed) {
            let Some(mut client) = self.clients.get_mut(index as usize).and_then(Option::take) else { continue };
            if client.socket.is_some() {
                let stash = std::mem::take(&mut client.stash);
                self.clock();
                self.model.advance(self.now, &mut self.finished);
                self.consume(index, &mut client, &stash);
            }
            self.clients[index as usize] = Some(client);
            self.settle(index);
        }
    }

    /// Takes in what a client has sent, up to where it has to wait; how many requests there were.
    pub(super) fn consume(&mut self, index: u32, client: &mut Client, bytes: &[u8]) -> u32 {
        let mut input = bytes;
        let mut asked = 0;
        loop {
            self.begin_waiting_write(index, client);
            if !client.may_go_on(self.is_crowded()) {
                break;
            }
            if let Phase::Handshake(handshake) = &mut client.phase {
                match handshake.receive(&self.exports, &mut input, &mut client.outbox.plain) {
                    Ok(None) => break,
                    Ok(Some(HandshakeEnd::Aborted)) => client.leaving = true,
                    Ok(Some(HandshakeEnd::Transmission { export, structured, allocation })) => {
                        let Export { size_bytes, min_block, .. } = self.exports[export];
                        let terms = Terms { size_bytes, min_block, structured, allocation };
                        client.phase = Phase::Transmission { volume: export, terms };
                        self.figures.volumes[export].clients += 1;
                        if !self.has_room_for_more(export) {
                            let volume = Some(self.exports[export].name.clone());
                            let left = Some(self.figures.volumes[export].left.into());
                            let why = Cut { kind: CutKind::OperationsLeft, value: left, volume };
                            self.counts.turned_away += 1;
                            self.give_up(client, why);
                        }
                    }
                    Err(error) => self.give_up(client, error.into()),
                }
                continue;
            }
            match client.stream.next(&mut input) {
                Ok(None) => break,
                Ok(Some(Event::Request(request))) => {
                    asked += 1;
                    self.request(index, client, request);
                }
                Ok(Some(Event::Payload(payload))) => {
                    if let PayloadState::Into { buffer, at, .. } = &mut client.writing {
                        if let Some(place) = buffer.get_mut(*at..*at + payload.len()) {
                            place.copy_from_slice(payload);
                        }
                    }
                    self.payload_came(index, client, payload.len());
                }
                Err(error) => self.give_up(client, error.into()),
            }
        }
        if !client.leaving {
            client.stash.extend_from_slice(input);
        }
        asked
    }

    /// Whether a volume may take one more client: not while too much is under way that others have left behind. What of it
    /// hangs goes first.
    fn has_room_for_more(&mut self, volume: usize) -> bool {
        if self.figures.volumes[volume].left < self.most_left {
            return true;
        }
        self.abandon(Nanos::ZERO);
        self.end_what_hangs();
        let ended = self.finished.iter().filter(|done| self.flights.is_given_up(done.id)).count();
        (self.figures.volumes[volume].left as usize) < self.most_left as usize + ended
    }

    /// The client broke the protocol. What was answered so far still leaves.
    pub(super) fn give_up(&mut self, client: &mut Client, why: Cut) {
        client.leaving = true;
        self.counts.cut += 1;
        self.counts.latest_cut = Some(why);
    }

    pub(super) fn request(&mut self, index: u32, client: &mut Client, request: Request) {
        let Phase::Transmission { volume, terms } = client.phase else { return };
        let wanted = match self.stopping {
            Some(_) => Err(errors::ESHUTDOWN),
            None => check(&request, &terms),
        };
        match wanted {
            Ok(ClientCommand::Disconnect) => client.leaving = true,
            Ok(ClientCommand::Operation { op, fua, zeroes: None }) if op.kind == OpKind::Write => {
                client.writing = PayloadState::WaitsForRoom { request, op, fua };
                self.begin_waiting_write(index, client);
            }
            Ok(ClientCommand::Operation { op, fua, zeroes }) => {
                self.submit(
                    client,
                    Flight {
                        client: Some(index),
                        volume,
                        op,
                        cookie: request.cookie,
                        fua,
                        zeroes,
                        arrived: self.now,
                        payload: Vec::new(),
                    },
                );
            }
            Ok(ClientCommand::BlockStatus { offset, len, one }) => {
                let extents = self.extents(volume, offset, len, one);
                let head = Head::block_status(request.cookie, ALLOCATION_CONTEXT, extents.len() as u32);
                let body = Body::Extents(extents);
                client.outbox.push(Reply { head, body, cookie: request.cookie, structured: true, timing: None });
            }
            Err(error) if request.payload_bytes() > 0 => client.writing = PayloadState::Refused { request, error },
            Err(error) => client.outbox.push(refusal(&request, error, &terms)),
        }
    }

    /// A write whose payload comes next gets room for it, if there is some.
    pub(super) fn begin_waiting_write(&mut self, index: u32, client: &mut Client) {
        let PayloadState::WaitsForRoom { request, op, fua } = client.writing else { return };
        let Phase::Transmission { volume, .. } = client.phase else { return };
        let buffer = if self.content[volume].keeps() {
            let len = u64::from(op.len);
            // Clients that are here go before those that have gone.
            let found = self.room.take(&mut client.held_bytes, len)
                || (self.abandon(Nanos::ZERO) && self.room.take(&mut client.held_bytes, len));
            if !found {
                if !client.starving {
                    client.starving = true;
                    self.starving.push_back(index);
                }
                return;
            }
            self.buffers.take(op.len)
        } else {
            Vec::new()
        };
        client.writing = PayloadState::Into { request, op, fua, buffer, at: 0 };
    }

    /// `bytes` of a payload are in their place, or were passed over.
    pub(super) fn payload_came(&mut self, index: u32, client: &mut Client, bytes: usize) {
        let Phase::Transmission { volume, terms } = client.phase else { return };
        if let PayloadState::Into { at, .. } = &mut client.writing {
            *at += bytes;
        }
        if client.stream.payload_remaining() > 0 {
            return;
        }
        match std::mem::replace(&mut client.writing, PayloadState::No) {
            PayloadState::Into { request, op, fua, buffer, .. } => self.submit(
                client,
                Flight {
                    client: Some(index),
                    volume,
                    op,
                    cookie: request.cookie,
                    fua,
                    zeroes: None,
                    arrived: self.now,
                    payload: buffer,
                },
            ),
            PayloadState::Refused { request, error } => client.outbox.push(refusal(&request, error, &terms)),
            PayloadState::No | PayloadState::WaitsForRoom { .. } => {}
        }
    }

    #[inline]
    pub(super) fn submit(&mut self, client: &mut Client, flight: Flight) {
        let (volume, op, durable) = (flight.volume, flight.op, flight.fua && flight.op.kind == OpKind::Write);
        client.in_flight += 1;
        self.figures.volumes[volume].in_flight += 1;
        let id = self.flights.insert(flight);
        if durable {
            self.model.submit_durable(self.now, volume, id, op);
        } else {
            self.model.submit(self.now, volume, id, op);
        }
    }

    /// The allocated extents, as (length, state) in the bytes of the wire.
    pub(super) fn extents(&self, volume: usize, offset: u64, len: u32, one: bool) -> Box<[u8]> {
        let (mut at, end) = (offset, offset + u64::from(len));
        let mut bytes = Vec::new();
        let most = if one { 1 } else { MAX_EXTENTS };
        while at < end && bytes.len() < most * 8 {
            let (alike, held) = self.content[volume].extent(at, end - at);
            bytes.extend((alike as u32).to_be_bytes());
            bytes.extend((if held { 0 } else { STATE_HOLE | STATE_ZERO }).to_be_bytes());
            at += alike.max(1);
        }
        bytes.into()
    }
}
