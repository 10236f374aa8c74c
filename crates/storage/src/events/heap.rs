//! Events in a heap: what is far away, or among too many others.

/// 24 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) at: u64,
    pub(super) order: u64,
    pub(super) slot: u32,
    pub(super) line: u32,
}

impl Event {
    /// By instant, then by the order of scheduling.
    #[inline]
    pub(super) fn before(&self, other: &Event) -> bool {
        (self.at < other.at) | ((self.at == other.at) & (self.order < other.order))
    }
}

/// Children of a place in the heap. With four, a heap of thousands is half as deep as with two, and what is compared at a
/// step lies side by side: fewer lines of the processor's cache on the way down.
const CHILDREN: usize = 4;

/// Events, the least key first.
#[derive(Debug, Default)]
pub(super) struct Heap {
    pub(super) events: Vec<Event>,
}

impl Heap {
    #[inline]
    pub(super) fn first(&self) -> Option<&Event> {
        self.events.first()
    }

    #[inline]
    pub(super) fn push(&mut self, event: Event) {
        let mut at = self.events.len();
        self.events.push(event);
        while at > 0 {
            let up = (at - 1) / CHILDREN;
            if !event.before(&self.events[up]) {
                break;
            }
            self.events[at] = self.events[up];
            at = up;
        }
        self.events[at] = event;
    }

    /// `event` in the place of the first.
    pub(super) fn replace_first(&mut self, event: Event) {
        let mut at = 0;
        loop {
            let begin = at * CHILDREN + 1;
            let Some(children) = self.events.get(begin..).filter(|children| !children.is_empty()) else { break };
            let least = match children.first_chunk::<CHILDREN>() {
                // The least of four cannot be predicted: sums, no branches.
                Some(all) => {
                    let left = usize::from(all[1].before(&all[0]));
                    let right = 2 + usize::from(all[3].before(&all[2]));
                    left + (right - left) * usize::from(all[right].before(&all[left]))
                }
                None => (1..children.len()).fold(0, |a, b| if children[b].before(&children[a]) { b } else { a }),
            };
            let child = children[least];
            if !child.before(&event) {
                break;
            }
            self.events[at] = child;
            at = begin + least;
        }
        self.events[at] = event;
    }

    #[inline]
    pub(super) fn remove_first(&mut self) {
        if let Some(last) = self.events.pop() {
            if !self.events.is_empty() {
                self.replace_first(last);
            }
        }
    }
}
