//! From what is over to bytes: what the model has finished is carried out on the content, answered and sent.

use std::os::fd::AsFd as _;

use plimsoll_base::clock::{Clock as _, MonotonicClock};
use plimsoll_base::{Op, OpKind};
use plimsoll_engine::content::{Data, Store as _};
use plimsoll_engine::engines::nbd::wire::{CMD_BLOCK_STATUS, CMD_READ};
use plimsoll_storage::{DataFault, FinishedOp, PartFault};
use rustix::event::epoll;

use super::connections::LINGER;
use super::{EVENTS, EventLoop, token};
use crate::client::Phase;
use crate::flights::Flight;
use crate::outbox::{Body, Reply, SendState, SentCounts, Timing};
use crate::transmission::{Head, NoHole, Request, Terms, wire_error};

impl EventLoop {
    /// Carries out what the model has finished, and writes the answers.
    pub(super) fn finish(&mut self) {
        let mut finished = std::mem::take(&mut self.finished);
        for done in finished.drain(..) {
            let Some(mut flight) = self.flights.remove(done.id) else { continue };
            self.part_faults.clear();
            self.model.take_part_faults(Some(done.id), &mut self.part_faults);
            if flight.client.is_none() {
                // Its client went away without waiting for it, and what it would have written is gone too.
                let volume = &mut self.figures.volumes[flight.volume];
                volume.in_flight -= 1;
                volume.abandoned -= 1;
                volume.left -= 1;
                continue;
            }
            let result = done.result.and_then(|_| self.carry_out(&flight, done.fault));
            self.figures.volumes[flight.volume].in_flight -= 1;
            let payload = std::mem::take(&mut flight.payload);
            let Some(index) = flight.client else { continue };
            let Some(client) = self.clients.get_mut(index as usize).and_then(Option::as_deref_mut) else { continue };
            client.in_flight -= 1;
            if !payload.is_empty() {
                self.room.give_back(&mut client.held_bytes, u64::from(flight.op.len));
                self.room_freed = true;
                self.buffers.give_back(payload);
            }
            if client.socket.is_none() {
                self.figures.volumes[flight.volume].left -= 1;
                if client.in_flight == 0 {
                    self.forget(index);
                }
                continue;
            }
            let Phase::Transmission { terms, .. } = client.phase else { continue };
            client.outbox.push(answer(&flight, result, &done, &self.part_faults, &terms));
            self.mark_dirty(index);
        }
        self.finished = finished;
        self.part_faults.clear();
        self.model.take_part_faults(None, &mut self.part_faults);
        for fault in self.part_faults.drain(..) {
            let volume = fault.volume as usize;
            self.copies[volume].late(&self.content[volume], fault);
        }
        // Room may have been given back: those who wait for it try again, in the order in which they came.
        while self.room_freed && self.resumed.len() < EVENTS {
            let Some(index) = self.starving.pop_front() else { break };
            let Some(client) = self.client(index) else { continue };
            client.starving = false;
            self.resumed.push(index);
        }
        self.room_freed &= !self.starving.is_empty() && self.resumed.len() >= EVENTS;
    }

    pub(super) fn carry_out(&mut self, flight: &Flight, fault: Option<DataFault>) -> Result<(), i32> {
        let Flight { op, payload, .. } = flight;
        let (content, copies) = (&mut self.content[flight.volume], &mut self.copies[flight.volume]);
        let (whole, parts) = ((op, flight.arrived), &self.part_faults[..]);
        match (op.kind, flight.zeroes) {
            (OpKind::Read, _) => return Ok(()),
            (OpKind::Flush, _) => return content.flush(),
            (OpKind::Trim, _) => {
                content.zero(op.offset, u64::from(op.len))?;
                copies.wrote_whole(content, op, flight.arrived);
            }
            (OpKind::Write, Some(NoHole(true))) if fault.is_none() && parts.is_empty() => {
                content.provide(op.offset, u64::from(op.len))?;
                copies.wrote_whole(content, op, flight.arrived);
            }
            (OpKind::Write, Some(_)) => copies.write(content, whole, Data::Zeroes, fault, parts)?,
            (OpKind::Write, None) if !content.keeps() => {}
            (OpKind::Write, None) => {
                copies.write(content, whole, Data::Bytes(&payload[..op.len as usize]), fault, parts)?;
            }
        }
        if flight.fua { content.flush() } else { Ok(()) }
    }

    pub(super) fn send(&mut self) {
        let mut dirty = std::mem::take(&mut self.dirty);
        for index in dirty.drain(..) {
            let Some(client) = self.clients.get_mut(index as usize).and_then(Option::as_deref_mut) else { continue };
            client.dirty = false;
            let Some(socket) = &client.socket else { continue };
            if client.blocked || client.outbox.is_empty() {
                self.settle(index);
                continue;
            }
            let volume = client.volume().unwrap_or(0);
            let figures = &mut self.figures;
            let left = |first: &[Reply], second: &[Reply]| {
                let now = MonotonicClock.now();
                first.iter().chain(second).for_each(|reply| figures.count_reply(volume, reply, now));
            };
            let content = (&self.content[volume], &self.copies[volume]);
            let mut sent = SentCounts::default();
            let state = client.outbox.send(socket.as_fd(), content, &mut self.staging, &mut sent, left);
            self.counts.calls += sent.calls;
            let was_full = std::mem::replace(&mut client.full, state == SendState::Blocked);
            if was_full || client.full {
                self.figures.sockets.count((was_full, client.full), sent.bytes, MonotonicClock.now());
            }
            match state {
                SendState::All => {}
                SendState::Blocked => client.blocked = true,
                SendState::More => {
                    client.dirty = true;
                    self.dirty.push(index);
                }
                SendState::Broken => {
                    self.close(index, None);
                    continue;
                }
            }
            self.settle(index);
        }
        if self.dirty.is_empty() {
            self.dirty = dirty;
        }
    }

    /// After something has happened to a client: is there something to send, is it over, may it go on, what is waited for?
    pub(super) fn settle(&mut self, index: u32) {
        let crowded = self.is_crowded();
        let Some(client) = self.clients.get_mut(index as usize).and_then(Option::as_deref_mut) else { return };
        let Some(socket) = &client.socket else { return };
        if client.leaving && client.in_flight == 0 && client.outbox.is_empty() {
            return self.close(index, None);
        }
        if !client.outbox.is_empty() && !client.dirty && !client.blocked {
            client.dirty = true;
            self.dirty.push(index);
        }
        // The client sends no further requests. Answers that it does not take keep their place for a while only.
        if client.leaving && (client.in_flight > 0 || client.blocked) && !client.lingers {
            client.lingers = true;
            self.lingering.push_back((self.now + LINGER, index, client.serial));
        }
        let waits = !client.stash.is_empty() && client.may_go_on(crowded);
        if waits && !self.resumed.contains(&index) {
            self.resumed.push(index);
        }
        let wants = client.wants(crowded);
        if wants != client.interest {
            client.interest = wants;
            self.counts.calls += 1;
            let _ = epoll::modify(&self.epoll, socket, token(index, client.serial), wants);
        }
    }
}

pub(super) fn error_reply(cookie: u64, error: u32, structured: bool) -> Reply {
    let head = if structured { Head::error(cookie, error) } else { Head::simple(cookie, error) };
    Reply { head, body: Body::Nothing, cookie, structured, timing: None }
}

/// The answer to a request that never was an operation.
pub(super) fn refusal(request: &Request, error: u32, terms: &Terms) -> Reply {
    error_reply(request.cookie, error, terms.structured && matches!(request.command, CMD_READ | CMD_BLOCK_STATUS))
}

/// The answer to an operation that is over. Only reads are answered with structured replies, where those were agreed on.
fn answer(
    flight: &Flight,
    result: Result<(), i32>,
    done: &FinishedOp,
    part_faults: &[PartFault],
    terms: &Terms,
) -> Reply {
    let Flight { op: Op { offset, len, kind }, cookie, arrived, .. } = *flight;
    let structured = terms.structured && kind == OpKind::Read;
    let timing = Timing { kind, arrived, due: done.at, moved: result.is_ok().then_some(len), held_up: false };
    let mut reply = match result {
        Err(errno) => error_reply(cookie, wire_error(errno), structured),
        Ok(()) if kind == OpKind::Read => {
            let head = if structured { Head::data(cookie, offset, len) } else { Head::simple(cookie, 0) };
            let stale = done.fault == Some(DataFault::Stale);
            let body = Body::Content { offset, len, stale, parts: part_faults.to_vec() };
            Reply { head, body, cookie, structured, timing: None }
        }
        Ok(()) => error_reply(cookie, 0, false),
    };
    reply.timing = Some(timing);
    reply
}
