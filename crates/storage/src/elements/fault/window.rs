//! A time in which something is wrong, once or again and again. Counted from the start of the stack's clock.

use plimsoll_base::Nanos;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::BrokenRule;
use crate::error::StackError;
use crate::read::Section;

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WindowSpec {
    /// Start of the first.
    pub at_ns: Nanos,
    /// Length.
    pub for_ns: Nanos,
    /// From one start to the next; none: there is one.
    pub every_ns: Option<Nanos>,
}

impl WindowSpec {
    /// Reads the three keys; none without a length.
    pub(crate) fn read(
        from: &Section<'_>,
        [at, length, every]: [&str; 3],
    ) -> Result<Option<WindowSpec>, StackError> {
        let (at_ns, for_ns, every_ns) = (from.time(at)?, from.time(length)?, from.time(every)?);
        let Some(for_ns) = for_ns else {
            return match [at, every].into_iter().find(|key| from.has(key)) {
                Some(key) => Err(from.wrong(key, format!("has no effect without {length}"))),
                None => Ok(None),
            };
        };
        Ok(Some(WindowSpec { at_ns: at_ns.unwrap_or(Nanos::ZERO), for_ns, every_ns }))
    }

    pub(crate) fn check(&self, length: &'static str, every: &'static str) -> Result<(), BrokenRule> {
        if self.for_ns == Nanos::ZERO {
            return Err((length, "0s is no time: write one above 0, or leave it out".into()));
        }
        if self.every_ns.is_some_and(|every| every <= self.for_ns) {
            let why = format!("has to be longer than {length}, {}: between them something has to pass", self.for_ns);
            return Err((every, why));
        }
        Ok(())
    }

    /// The end of the window in which `now` lies, with the clock started at `start`.
    #[inline]
    pub(crate) fn end(&self, start: Nanos, now: Nanos) -> Option<Nanos> {
        let since = (now - start).0.checked_sub(self.at_ns.0)?;
        let into = self.every_ns.map_or(since, |every| since % every.0);
        (into < self.for_ns.0).then(|| Nanos(now.0.saturating_add(self.for_ns.0 - into)))
    }
}
