//! Where the thread that serves and all others meet: commands for it, and what was true at its end.

use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

use plimsoll_storage::ElementSettings;
use rustix::event::{EventfdFlags, eventfd};
use rustix::io::Errno;
use serde::Serialize;

use crate::statistics::Statistics;

/// A command of another thread to the serving one.
#[derive(Debug)]
pub(crate) enum Command {
    Statistics(Sender<Statistics>),
    Switch { element: String, key: String, value: String, to: Sender<Result<(), String>> },
    Settings(Sender<Settings>),
}

/// Settings of a served stack that can change at run time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Settings {
    /// Names of the volumes, by number.
    pub volumes: Vec<String>,
    /// Instances that have settings, from the clients to the data.
    pub elements: Vec<ElementSettings>,
}

/// Where threads meet.
#[derive(Debug)]
pub(crate) struct ServerSignals {
    /// Written to when there is something to heed.
    pub(crate) wake: OwnedFd,
    stopping: AtomicBool,
    mailbox: Mutex<Mailbox>,
}

#[derive(Debug, Default)]
struct Mailbox {
    commands: Vec<Command>,
    /// Statistics at the end, after which no command is read.
    ended: Option<Statistics>,
}

/// A poisoned lock guards nothing here that could be half written.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ServerSignals {
    pub(crate) fn new() -> Result<ServerSignals, Errno> {
        let wake = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(ServerSignals { wake, stopping: AtomicBool::new(false), mailbox: Mutex::new(Mailbox::default()) })
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    /// Commands since the last call.
    pub(crate) fn take(&self) -> Vec<Command> {
        let _ = rustix::io::read(&self.wake, &mut [0; 8]);
        std::mem::take(&mut lock(&self.mailbox).commands)
    }

    /// Nothing more is wanted of the thread that serves.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::Release);
        self.wake();
    }

    /// Keeps what was true at the end; the commands that came too late.
    pub(crate) fn end(&self, statistics: Statistics) -> Vec<Command> {
        let mut mailbox = lock(&self.mailbox);
        mailbox.ended = Some(statistics);
        std::mem::take(&mut mailbox.commands)
    }

    /// The serving thread's answer to a command.
    pub(crate) fn ask<T>(&self, command: impl FnOnce(Sender<T>) -> Command) -> Answer<T> {
        let (to, from) = channel();
        {
            let mut mailbox = lock(&self.mailbox);
            if let Some(ended) = &mailbox.ended {
                return Answer::Ended(Box::new(ended.clone()));
            }
            mailbox.commands.push(command(to));
        }
        self.wake();
        match from.recv() {
            Ok(answer) => Answer::Given(answer),
            // The thread that serves has panicked; what it knew is gone.
            Err(_) => panic!("the thread that serves has panicked"),
        }
    }

    fn wake(&self) {
        // It fails only when its counter is full, which wakes as well.
        let _ = rustix::io::write(&self.wake, &1_u64.to_ne_bytes());
    }
}

/// The answer to a command.
pub(crate) enum Answer<T> {
    Given(T),
    Ended(Box<Statistics>),
}
