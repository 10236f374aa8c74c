"""A storage policy as a level of a factor (`features/factors/factor_points.py`): applies one of
several policy files, tells which is applied, and puts back what there was.

    python -m plimsoll.features.policy.level set LEVEL FILE…
    python -m plimsoll.features.policy.level read FILE…
    python -m plimsoll.features.policy.level restore ORIGINAL FILE…

They go the way of every setting: journalled, read back around each Run, put back after a kill. What
they change is in the journal of `plimsoll policy`, too, so that its `show` and `remove` know of it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base.errors import InputError, IoError, PlimsollError, RefusedError
from plimsoll.features.policy import applying, journal, words
from plimsoll.features.policy import file as policy_file
from plimsoll.features.policy.changes import errors, survey
from plimsoll.features.policy.resolving import resolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.campaign.spec import Spec
    from plimsoll.features.policy.resolving import Resolved

NONE = "none"
"""What `read` prints where none of the files is in force."""


def check(spec: Spec) -> None:
    """Reads the policy files that are levels of factors. Raises what that raises, with the factor's
    name."""
    # The program itself needs nothing of a campaign.
    from plimsoll.features.factors.factor_points import is_of_policies

    for name, factor in spec.factor.items():
        if is_of_policies(factor):
            for one in factor.levels:
                try:
                    _resolved(one)
                except PlimsollError as error:
                    raise type(error)(f"factor '{name}': {error.message}", error.what_now) from None


def _apply(file: str) -> None:
    with journal.writing() as held:
        came = applying.apply(_resolved(file), held, file, lambda _: None)
    if came.why is not None:
        raise came.why


def _remove(file: str) -> None:
    with journal.writing() as held:
        came = applying.put_back(
            held, file, last_only=False, overwrite=False, forget=False, on_step=lambda _: None
        )
    for chain, error in came.failed:
        raise IoError(f"{chain.last.name} was not put back: {error}")
    for chain, _ in came.changed:
        raise RefusedError(
            f"{chain.last.name} has been changed by somebody else since, and was left as it is",
            f"To put it back anyway: plimsoll policy remove --overwrite-drift {file}",
        )


def _resolved(file: str) -> Resolved:
    resolved = resolve(policy_file.read(Path(file)))
    for wrong in resolved.wrong:
        raise InputError(f"{file}: {words.finding(wrong)}")
    return resolved


def _set(level: str, files: Sequence[str]) -> None:
    for one in files:
        if one != level:
            _remove(one)
    if level in files:
        _apply(level)


def _read(files: Sequence[str]) -> str:
    """The file whose every volume is as it says. Raises IoError where that cannot be read."""
    for one in files:
        found = survey(_resolved(one), journal.reading(), one)
        for change in errors(found):
            raise IoError(f"{change.item.name} cannot be read: {change.error}")
        if all(change.configured == "compliant" for change in found):
            return one
    return NONE


def main(given: Sequence[str]) -> None:
    """See the module."""
    try:
        if given[0] == "read":
            sys.stdout.write(f"{_read(given[1:])}\n")
        else:
            _set(given[1], given[2:])
    except PlimsollError as error:
        sys.exit(f"{error.message}. {error.what_now or ''}".strip())


if __name__ == "__main__":
    main(sys.argv[1:])
