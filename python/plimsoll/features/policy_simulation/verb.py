"""`plimsoll policy simulate`: the guests of a policy file on their described datastores, in virtual
time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from plimsoll.base.errors import PlimsollError, UsageError
from plimsoll.cli import _options
from plimsoll.cli.terminal import screen
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.verb import (
    FILE,
    MeasureFor,
    WarmupFor,
    refuse_wrong,
    resolve_file,
)

if TYPE_CHECKING:
    from plimsoll.native.record import SessionRequest
    from plimsoll.native.session import Session

EXAMPLES = ("plimsoll policy simulate examples/policies/estate/policy.toml",)

APP = typer.Typer()

CODES = {"met": 0, "missed": 1, "undecided": 2, None: 0}
"""Exit codes. None: no guest has an objective."""
SEED = 1
"""The default of `plimsoll simulate`."""
SHORTEST_S = 0.001


@APP.command("simulate")
def simulate(
    file: Path = FILE,
    warmup_for: WarmupFor = "5s",
    measure_for: MeasureFor = "20s",
    seed: _options.StackSeed = None,
    as_json: _options.Json = False,
) -> int:
    """Show what guests would get on a described datastore, in virtual time.

    The exit code is 0 when all guests get what they need, 1 when some do not, 2 when that is
    undecided.
    """
    resolved = resolve_file(file, notes=True)
    refuse_wrong(file, resolved)
    from plimsoll.cli._measure import measuring
    from plimsoll.features.policy_simulation import terminal as shown
    from plimsoll.features.policy_simulation.document import document
    from plimsoll.features.policy_simulation.estate_run import overall, simulate_pools
    from plimsoll.features.policy_simulation.pool import pools
    from plimsoll.features.policy_simulation.runs import Runner

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
        simulated = simulate_pools(runner, resolved, described)
    if as_json:
        screen.document(document(str(file), resolved.file.version, simulated, runner))
    else:
        shown.print_simulation(simulated, runner)
    return CODES[overall(simulated)]


def _check_lengths(warmup_for: str, measure_for: str) -> None:
    """Refuses wrong lengths as errors of the flags."""
    from plimsoll.native.session import parse_span

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
