"""What is said of a simulated policy file, in one file that is read when it changes:
`simulation_sentences.txt`. To make it again:

    .venv/bin/python -m tests.features.policy_simulation.simulation_sentences
"""

from pathlib import Path

from plimsoll.features.policy.rules import Rates, Rules
from plimsoll.features.policy_simulation import words
from plimsoll.features.policy_simulation.harmless import HarmlessLimits
from plimsoll.features.policy_simulation.notes import Note
from tests.features.policy.policy_sentences import PLACED

KEPT = Path(__file__).with_suffix(".txt")
BESIDE = (
    Note("held_by_limit", "web"),
    Note("held_by_pool", "web"),
    Note("held_in_some_runs", "web"),
    Note("burst_outlasts_warmup", "web", {"burst_s": 15.0}),
    Note("misplaced", "web", PLACED),
    Note("residents", None, {"backup": 800.0, "scrub": 120.0}),
    Note("no_capacity_left", None, {"element": "array"}),
    Note("sums_fit", None, {"fitting": 120, "load_line_per_s": 10_000.0, "wanted": 100}),
    Note("sums_do_not_fit", None, {"fitting": 1, "load_line_per_s": 10_000.0, "wanted": 2}),
)
LOW, HIGH = Rules(shared=Rates(2400)), Rules(read=Rates(2500), write=Rates(1200))
FOUND = (
    HarmlessLimits("gold", "nobody_needs"),
    HarmlessLimits("gold", "none_needed"),
    HarmlessLimits("gold", "always_harm", harmed=("web", "mail")),
    HarmlessLimits("gold", "largest", LOW, None, ("web",)),
    HarmlessLimits("gold", "largest", LOW, HIGH, ("web", "mail", "log")),
)


def text() -> str:
    limits = [
        f"{one.answer}: {words.limit_answer(one, LOW if one.low else Rules())}" for one in FOUND
    ]
    return "\n".join([*limits, *(f"{noted.kind}: {words.note(noted)}" for noted in BESIDE)]) + "\n"


if __name__ == "__main__":
    KEPT.write_text(text(), encoding="utf-8")
