//! The word that the journal keeps of a unit: 29 bits of generation, whether a change is under way, and how much is not
//! known (see [`journal`](super::journal)).

/// The word of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State(pub(super) u32);

impl State {
    /// Anything may be in the unit: operations change it at once. How many, and the generation, is kept aside.
    pub(super) const CONTENDED: State = State(u32::MAX);
    pub(super) const MAX_GENERATION: u32 = (1 << 29) - 2;
    pub(super) const LIVE: u32 = 4;
    /// Unsure: anything.
    pub(super) const ANYTHING: u32 = 3;

    pub(super) fn new(generation: u32, live: bool, unsure: u32) -> State {
        State((generation << 3) | if live { State::LIVE } else { 0 } | unsure.min(State::ANYTHING))
    }
    /// How many times the unit was written, the write under way included.
    pub(super) fn generation(self) -> u32 {
        self.0 >> 3
    }
    /// Whether an operation that changes it is under way.
    pub(super) fn live(self) -> bool {
        self.0 & State::LIVE != 0
    }
    pub(super) fn unsure(self) -> u32 {
        self.0 & 3
    }
    /// The oldest generation that may be there; none when anything may.
    #[inline]
    pub(super) fn oldest(self) -> Option<u32> {
        if self.unsure() == State::ANYTHING {
            return None;
        }
        // Generation 0 is what was there before the first write.
        self.generation().checked_sub(self.unsure()).filter(|&oldest| oldest > 0)
    }
    pub(super) fn bits(self) -> u32 {
        self.0
    }
    pub(super) fn from_bits(bits: u32) -> State {
        State(bits)
    }
    /// The state after a session that was not closed: no operation is under way any more.
    pub(super) fn after_crash(self) -> State {
        match self {
            // Its generation is lost; half the range is beyond what it had, unless that was used up.
            State::CONTENDED => State::new(State::MAX_GENERATION / 2, false, State::ANYTHING),
            state => State(state.0 & !State::LIVE),
        }
    }
}
