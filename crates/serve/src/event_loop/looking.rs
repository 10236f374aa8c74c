//! Polling for the next request before going to sleep, as far as it pays.
//!
//! With one outstanding, both ends sleep after every request, and waking a core takes longer than all its work on the
//! request: tens of microseconds in a virtual machine. A side that still polls when the next request comes saves one of
//! the two. A hypervisor with a guest that halts does the same ("halt polling"). As there, polling lasts only while it
//! helps: after a poll in vain a number of waits go without, twice as many each time.
//!
//! The core is not given to others between two polls: with `sched_yield`, a client that shared the core went first for
//! 50 ms at a time (Linux 6.18). The scheduler lets such a client in during a poll, which then pays and costs an eighth
//! of the rate (docs/performance.md).

use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock as _, MonotonicClock};
use rustix::event::{Timespec, epoll};

/// How long it looks at most: somewhat more than a client takes whose core has to wake (36 to 41 us from answer to answer,
/// docs/performance.md).
const LONGEST: Nanos = Nanos(50_000);
/// At most so many waits go without a look. One in vain costs [`LONGEST`].
const MAX_SKIPPED_LOOKS: u32 = 1 << 12;

/// Whether it looks, by what the last looks brought.
#[derive(Debug)]
pub(super) struct PollPolicy {
    /// There is a core for the client beside ours.
    beside: bool,
    /// Waits that still go without a look; and how many went so after the last one in vain, half of them for each that
    /// has paid since.
    without: u32,
    last: u32,
}

impl PollPolicy {
    pub(super) fn new(processors: usize) -> PollPolicy {
        PollPolicy { beside: processors > 1, without: 0, last: 0 }
    }

    /// Whether there is something to take from `epoll`, looked for up to [`LONGEST`]; `calls` counts the system calls.
    /// Does not look where less than that is left until something has to be done, nor with a single processor.
    #[inline]
    pub(super) fn finds(&mut self, epoll: &OwnedFd, left: Nanos, calls: &mut u64) -> bool {
        if left <= LONGEST || !self.beside {
            return false;
        }
        if self.without > 0 {
            self.without -= 1;
            return false;
        }
        let until = MonotonicClock.now() + LONGEST;
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        loop {
            *calls += 1;
            let mut place = [MaybeUninit::uninit(); 1];
            match epoll::wait(epoll, &mut place[..], Some(&at_once)) {
                Ok(([], _)) => {}
                _ => {
                    // Not forgotten at once: who shares the core may have been let in during a look.
                    self.last /= 2;
                    return true;
                }
            }
            if MonotonicClock.now() >= until {
                self.last = (2 * self.last).clamp(1, MAX_SKIPPED_LOOKS);
                self.without = self.last;
                return false;
            }
            std::hint::spin_loop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, MAX_SKIPPED_LOOKS, PollPolicy};
    use plimsoll_base::Nanos;
    use rustix::event::{EventfdFlags, epoll, eventfd};

    const IDLE: Nanos = Nanos(1_000_000_000);

    #[test]
    fn in_vain_it_looks_ever_more_seldom_and_again_at_once_when_it_paid() {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC).unwrap();
        let bell = eventfd(0, EventfdFlags::empty()).unwrap();
        epoll::add(&epoll, &bell, epoll::EventData::new_u64(1), epoll::EventFlags::IN).unwrap();
        let mut looking = PollPolicy::new(2);
        let looks = |looking: &mut PollPolicy| {
            let mut calls = 0;
            let found = looking.finds(&epoll, IDLE, &mut calls);
            (found, calls > 0)
        };
        for without in [1, 2, 4, 8] {
            assert_eq!(looks(&mut looking), (false, true));
            assert!((0..without).all(|_| looks(&mut looking) == (false, false)), "{without} waits without a look");
        }
        rustix::io::write(&bell, &1_u64.to_ne_bytes()).unwrap();
        for _ in 0..4 {
            assert_eq!(looks(&mut looking), (true, true), "while it is there");
        }
        rustix::io::read(&bell, &mut [0_u8; 8][..]).unwrap();
        assert_eq!(looks(&mut looking), (false, true));
        assert_eq!(looks(&mut looking), (false, false));
        assert_eq!(looks(&mut looking), (false, true), "one wait without, as at first");
    }

    #[test]
    fn it_does_not_look_where_something_has_to_be_done_soon_and_never_forgets_to_look() {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC).unwrap();
        let (mut looking, mut calls) = (PollPolicy::new(2), 0);
        assert!(!looking.finds(&epoll, LONGEST, &mut calls));
        assert!(!PollPolicy::new(1).finds(&epoll, IDLE, &mut calls));
        assert_eq!(calls, 0);
        looking.last = MAX_SKIPPED_LOOKS;
        assert!(!looking.finds(&epoll, IDLE, &mut calls));
        assert_eq!(looking.without, MAX_SKIPPED_LOOKS);
    }
}
