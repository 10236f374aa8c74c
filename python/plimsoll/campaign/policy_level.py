"""A storage policy as a level of a factor: the commands that apply one of several policy files,
tell which is applied, and put back what there was.

    python -m plimsoll.campaign.policy_level set LEVEL FILE…
    python -m plimsoll.campaign.policy_level read FILE…
    python -m plimsoll.campaign.policy_level restore ORIGINAL FILE…

They go the way of every setting: journalled, read back around each Run, put back after a kill. What
they change is in the journal of `plimsoll policy`, too, so that its `show` and `remove` know of it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.errors import InputError, IoError, PlimsollError, RefusedError
from plimsoll.policy import applying, journal, words
from plimsoll.policy import file as policy_file
from plimsoll.policy.changes import errors, survey
from plimsoll.policy.resolving import resolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.campaign.factor_spec import FactorAsked
    from plimsoll.policy.resolving import Resolved

NONE = "none"
"""What `read` prints where none of the files is in force."""
SET, READ, RESTORE = "set", "read", "restore"


def of_files(name: str, factor: FactorAsked, folder: Path) -> FactorAsked:
    """The factor with the commands that apply its levels, which are policy files in this folder.

    Raises what reading it raises for a file that is not there or is no policy file, with the
    factor's name."""
    # As `plimsoll policy` names files in its journal.
    files = [os.path.realpath(folder / str(level)) for level in factor.levels]
    names = factor.names or [str(level).removesuffix(".toml") for level in factor.levels]
    for one in files:
        try:
            policy_file.read(folder / one)
        except PlimsollError as error:
            raise type(error)(f"factor '{name}': {error.message}", error.what_now) from error
    program = [sys.executable, "-m", "plimsoll.campaign.policy_level"]
    return factor.model_copy(
        update={
            "levels": files,
            "names": names,
            "sets": [],
            "set": [*program, SET, "{level}", *files],
            "read": [*program, READ, *files],
            "restore": [*program, RESTORE, "{original}", *files],
        }
    )


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
            f"{chain.last.name} was changed by somebody since and left as it is",
            "If it is to be put back all the same: plimsoll policy remove --overwrite-drift"
            f" {file}",
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
        if given[0] == READ:
            sys.stdout.write(f"{_read(given[1:])}\n")
        else:
            _set(given[1], given[2:])
    except PlimsollError as error:
        sys.exit(f"{error.message}. {error.what_now or ''}".strip())


if __name__ == "__main__":
    main(sys.argv[1:])
