"""A promise from the flags of `plimsoll check`: is this rate fine?"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.base.errors import UsageError
from plimsoll.features.promises.messages import message
from plimsoll.native.values import LoadValues

if TYPE_CHECKING:
    from plimsoll.features.promises.rules.file import PromiseFile
    from plimsoll.library.question import Question

NO_FILE = Path("promise")
"""Takes the place of the promise file in names."""
FLAGS = (
    "--rate",
    "--objective",
    "--workers",
    "--max-outstanding",
    "--workload",
    "--block-size",
    "--read",
    "--pattern",
    "--working-set",
)
"""Flags that contradict a promise file, which has the same keys."""
LENGTHS = {"warmup_for": "2s", "measure_for": "20s"}


@dataclass(frozen=True)
class CommandPromise:
    """The flags that make up a promise."""

    question: Question
    rate: float | None
    objective: str | None
    workers: int | None

    def file(
        self, targets: list[str] | None, lengths: dict[str, str | None], *, stored: bool
    ) -> PromiseFile:
        """The promise file that these flags stand for. `stored`: stored Runs are judged, which have
        a target and a load already. Raises UsageError for a missing flag."""
        from pydantic import ValidationError

        from plimsoll.features.promises.rules.file import PromiseFile, StoredPromiseFile
        from plimsoll.features.promises.rules.words import THIS_OBJECTIVE, THIS_RATE

        missing = [
            flag
            for flag, value in (
                ("--target", targets),
                ("--rate", self.rate),
                ("--objective", self.objective),
            )
            if not value
        ]
        if stored:
            if self.objective is None:
                raise UsageError(
                    message("campaign-needs-objective"),
                    "plimsoll check --store runs.db --campaign 3 --objective 'p99 <= 5ms'.",
                )
            missing, targets = [], ["unknown"]
        if missing:
            every = reduce(lambda names, last: message("and", names=names, last=last), missing)
            raise UsageError(*message.refusal("flags-missing", flags=every))
        load = {
            "rate": self.rate,
            "workers": self.workers,
            "max_outstanding": LoadValues.of(self.question.load).max_outstanding,
        }
        file_values = {
            "name": str(self.objective)
            if self.rate is None
            else f"{units.significant(self.rate, 6)} IOPS, {self.objective}",
            "target": targets,
            "workload": self._workload(),
            "load": {key: value for key, value in load.items() if value is not None},
            "lengths": LENGTHS
            | {key: value for key, value in lengths.items() if value is not None},
            "promise": [
                {
                    "name": THIS_OBJECTIVE if self.rate is None else THIS_RATE,
                    "objective": self.objective,
                }
            ],
        }
        try:
            return (StoredPromiseFile if stored else PromiseFile).model_validate(file_values)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = " ".join(str(part) for part in first["loc"] if isinstance(part, str))
            why = first["msg"].removeprefix("Value error, ")
            raise UsageError(f"{where}: {why}", message("see-help")) from None

    def _workload(self) -> dict[str, object]:
        from plimsoll.base import workloads

        from_file: dict[str, object] = {}
        file = self.question.workload_file
        if file is not None:
            try:
                from_file = tomllib.loads(workloads.text_of(file))
            except tomllib.TOMLDecodeError as error:
                raise UsageError(
                    *message.refusal("file-is-not-toml", file=file, error=error)
                ) from None
        flags = self.question.workload
        return from_file | {name: value for name, value in flags.items() if value is not None}
