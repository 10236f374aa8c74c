//! A wait with nothing to wait for but time.

use plimsoll_base::clock::{Clock, MonotonicClock};

use crate::Wait;

/// Sleeps for the time of `wait`.
pub(crate) fn idle(wait: Wait) {
    if let Wait::Until { at, now } = wait {
        if at > now {
            MonotonicClock.sleep_until(at);
        }
    }
}
