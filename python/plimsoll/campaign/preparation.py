"""Prepares the target for the Runs of a Point: sets the configuration, settles, clears caches.

`settle.py` measures whether a target has settled; `settings.py` sets and restores settings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.base.errors import Interruption, PlimsollError
from plimsoll.base.sentence import Sentence
from plimsoll.campaign import commands, settle
from plimsoll.campaign.commands import CommandError
from plimsoll.campaign.messages import message
from plimsoll.native.session import Session, parse_span
from plimsoll.native.values import TargetValues

if TYPE_CHECKING:
    from plimsoll.campaign.conductor import Conductor
    from plimsoll.campaign.point_keeper import PointKeeper
    from plimsoll.campaign.settings import Settings
    from plimsoll.native.model import PointWorkload
    from plimsoll.store import PlannedPointRow
    from plimsoll.store.rows import SettleReference


@dataclass
class Preparation:
    """Prepares the target for the Runs of each Point of a campaign under way."""

    conductor: Conductor
    settings: Settings
    failures: list[Sentence] = field(default_factory=list)
    """Why settling before this Point failed. Reported only when the Point has an answer, since it
    usually fails for the same reason."""
    _seeds: Iterator[int] = field(default_factory=lambda: iter(()))
    """Seeds of the measurements before this Point, under all its configurations."""
    _broken: dict[str, str] = field(default_factory=dict)
    """Configurations that cannot be set, with the error."""
    _no_reference: set[tuple[str, str]] = field(default_factory=set)
    """Configurations and targets whose reference cannot be measured."""

    def prepare(self, point: PlannedPointRow, keeper: PointKeeper) -> None:
        """Settles under the previous configuration, sets that of the Point, settles again, and
        clears caches."""
        self.failures.clear()
        self._seeds = settle.seeds(point.seed)
        entered, configuration = self.settings.entered, point.configuration
        if configuration != entered:
            if entered is not None and self._reference(entered, point) is not None:
                self._settle(entered, point, keeper)
            self._enter(configuration)
        self.settle_again(point, keeper)

    def settle_again(self, point: PlannedPointRow, keeper: PointKeeper) -> None:
        """Settles under the configuration of the Point and clears caches."""
        self._settle(point.configuration, point, keeper)
        if (clear := self.conductor.spec.campaign.clear_caches) is not None:
            self.conductor.listener.preparing(Sentence(partial(message, "clearing-caches")))
            commands.run(clear, limit_s=self.conductor.command_limit_s)

    def _enter(self, configuration: str) -> None:
        """Sets a configuration. One that failed is not tried again."""
        if configuration in self._broken:
            raise CommandError(self._broken[configuration])
        self.conductor.listener.preparing(
            Sentence(partial(message, "applying-configuration", configuration=configuration))
        )
        try:
            self.settings.enter(configuration)
        except CommandError as error:
            why = message("configuration-failed", name=configuration, why=error.message)
            self._broken[configuration] = why
            raise CommandError(why) from None

    def _reference(self, configuration: str, point: PlannedPointRow) -> SettleReference | None:
        conductor = self.conductor
        number = conductor.campaign.number
        return conductor.plans.reference(number, configuration, point.target["name"])

    def _settle(self, configuration: str, point: PlannedPointRow, keeper: PointKeeper) -> None:
        """Waits until the target is as before; without a reference, measures one."""
        conductor, name = self.conductor, point.target["name"]
        if (
            not conductor.spec.campaign.settle
            or TargetValues.of(point.target).is_described
            or (configuration, name) in self._no_reference
        ):
            return
        before = self._reference(configuration, point)
        doing = "settling" if before else "measuring-latency"
        conductor.listener.preparing(Sentence(partial(message, doing)))
        reads: PointWorkload = {"block_size": settle.BLOCK_SIZE, "read": 100.0}
        request = conductor.request(point, reads)
        keeper = replace(keeper, session=request, settings=None, faults=None)
        try:
            # One host is enough to see whether the target has settled.
            with conductor.open(keeper, {}, 1) as session:
                if before is None:
                    self._measure_reference(session, configuration, point)
                    return
                limit_s = parse_span(conductor.spec.campaign.settle_limit)
                now = settle.settle(session, settle.Reference.of(before), limit_s, self._seeds)
        except Interruption:
            raise
        except PlimsollError as error:
            failed = partial(message, "settling-failed", point=point.number, why=str(error))
            self.failures.append(Sentence(failed))
            return
        if not now.within:
            suffix = "-without-operation" if now.latency_ns is None else ""
            conductor.event(
                Sentence(
                    partial(
                        message,
                        f"point-unsettled{suffix}",
                        point=point.number,
                        latency=_nanos(now.latency_ns),
                        seconds=round(now.seconds),
                        at_start=_nanos(before["mean_ns"]),
                        noise=_nanos(before["noise_ns"]),
                    )
                )
            )

    def _measure_reference(
        self, session: Session, configuration: str, point: PlannedPointRow
    ) -> None:
        name = point.target["name"]
        measured = settle.reference(session, self._seeds)
        if measured is None:
            self._no_reference.add((configuration, name))
            return
        number = self.conductor.campaign.number
        self.conductor.plans.keep_reference(number, configuration, name, measured.to_json())


def _nanos(value: float | None) -> Sentence:
    return Sentence(partial(units.nanos, value))
