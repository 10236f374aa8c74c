"""`plimsoll policy simulate`: the guests of a policy file on their described datastores, in virtual
time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base.errors import PlimsollError, UsageError
from plimsoll.cli._measure import measuring
from plimsoll.cli.terminal import screen
from plimsoll.features.policy import terminal_simulation as shown
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.simulation.document import document
from plimsoll.features.policy.simulation.estate_run import overall, simulate
from plimsoll.features.policy.simulation.pool import pools
from plimsoll.features.policy.simulation.runs import Runner
from plimsoll.native.session import Session, parse_span

if TYPE_CHECKING:
    from plimsoll.features.policy.resolving import ResolvedPolicy
    from plimsoll.native.record import SessionRequest

CODES = {"met": 0, "missed": 1, "undecided": 2, None: 0}
"""Exit codes. None: no guest has an objective."""
SEED = 1
"""The default of `plimsoll simulate`."""


SHORTEST_S = 0.001


def run(
    file: Path,
    resolved: ResolvedPolicy,
    *,
    warmup_for: str,
    measure_for: str,
    seed: int | None,
    as_json: bool,
) -> int:
    """Simulates the estate and prints it. Returns the exit code."""
    if not resolved.file.guests:
        raise UsageError(*message.refusal("no-guests", file=file))
    _check_lengths(warmup_for, measure_for)
    described = pools(resolved, file)
    with measuring("policy", quiet=as_json) as measure, measure.meter() as meter:

        def open_target(request: SessionRequest) -> Session:
            return measure.open(request)

        runner = Runner(
            open_target, meter.say, warmup_for, measure_for, SEED if seed is None else seed
        )
        simulated = simulate(runner, resolved, described)
    if as_json:
        screen.document(document(str(file), resolved.file.version, simulated, runner))
    else:
        shown.print_simulation(simulated, runner)
    return CODES[overall(simulated)]


def _check_lengths(warmup_for: str, measure_for: str) -> None:
    """Refuses wrong lengths as errors of the flags."""
    for flag, given, least in (
        ("--warmup-for", warmup_for, 0.0),
        ("--measure-for", measure_for, SHORTEST_S),
    ):
        try:
            seconds = parse_span(given)
        except PlimsollError as error:
            raise UsageError(f"{flag}: {error.message}", error.what_now) from None
        if seconds < least:
            raise UsageError(*message.refusal("too-short", flag=flag, given=given))
