"""A storage policy as a level of a factor (`features/factors/factor_points.py`): applies one of
several policy files, prints the one in force, and restores the original.

    python -m plimsoll.features.policy.level set LEVEL FILE…
    python -m plimsoll.features.policy.level read FILE…
    python -m plimsoll.features.policy.level restore ORIGINAL FILE…

A campaign treats it as any setting: journalled, read back around each Run, restored after a kill.
Its changes are also in the journal of `plimsoll policy`, for `show` and `remove`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base.errors import InputError, IoError, PlimsollError, RefusedError
from plimsoll.features.policy import applying, journal, words
from plimsoll.features.policy import file as policy_file
from plimsoll.features.policy.changes import survey, unreadable_items
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.resolving import ResolvedPolicy, resolve

if TYPE_CHECKING:
    from plimsoll.campaign.spec import Spec

NONE = "none"
"""Printed by `read` where none of the files is in force."""


def check(spec: Spec) -> None:
    """Reads the policy files that are levels of factors. Raises their errors, with the factor's
    name."""
    # Late: the program itself needs nothing of a campaign.
    from plimsoll.features.factors.factor_points import is_of_policies

    for name, factor in spec.factor.items():
        if is_of_policies(factor):
            for level in factor.levels:
                try:
                    _resolve_file(level)
                except PlimsollError as error:
                    raise type(error)(f"factor '{name}': {error.message}", error.what_now) from None


def _apply(file: str) -> None:
    with journal.locked_journal() as log:
        outcome = applying.apply(_resolve_file(file), log, file, lambda _: None)
    if outcome.why is not None:
        raise outcome.why


def _remove(file: str) -> None:
    with journal.locked_journal() as log:
        outcome = applying.put_back(
            log, file, last_only=False, overwrite=False, forget=False, on_step=lambda _: None
        )
    for chain, error in outcome.failed:
        raise IoError(message("not-put-back", name=chain.last.name, error=error))
    for chain, _ in outcome.changed:
        raise RefusedError(*message.refusal("changed-since", name=chain.last.name, file=file))


def _resolve_file(file: str) -> ResolvedPolicy:
    resolved = resolve(policy_file.read(Path(file)))
    for wrong in resolved.wrong:
        raise InputError(f"{file}: {words.finding(wrong)}")
    return resolved


def _set(level: str, files: Sequence[str]) -> None:
    for file in files:
        if file != level:
            _remove(file)
    if level in files:
        _apply(level)


def _read(files: Sequence[str]) -> str:
    """The file whose volumes are all compliant. Raises IoError for an unreadable volume."""
    for file in files:
        found = survey(_resolve_file(file), journal.read_journal(), file)
        for change in unreadable_items(found):
            raise IoError(message("cannot-be-read", name=change.item.name, error=change.error))
        if all(change.configured == "compliant" for change in found):
            return file
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
