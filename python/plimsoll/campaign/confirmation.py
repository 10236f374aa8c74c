"""Permission to overwrite is bound to the identity of a target, not to its name.

A campaign may be resumed weeks later, when `/dev/sdb` or `/dev/loop0` is another disk or file. The
identity of each confirmed target is therefore stored and signed with the campaign's document, and
compared before each Point that uses the target. A target that differs gets no I/O until it is
confirmed again. The native side compares once more, at the descriptor that it opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base.errors import NoTargetError, RefusedError
from plimsoll.campaign.messages import message
from plimsoll.native.session import identities, identity_difference

if TYPE_CHECKING:
    from plimsoll.campaign.spec import Spec

Identities = dict[str, Mapping[str, object]]
"""By the confirmed name; empty where no file or device had that name at the time."""


class AnotherTargetError(RefusedError):
    """The target of this name is not the one that was confirmed."""


def of(spec: Spec) -> Identities:
    """The current identities of the targets on which data may be lost: files and devices only."""
    return _current_identities(spec.campaign.i_will_lose_the_data_on)


def _current_identities(names: Iterable[str]) -> Identities:
    names = list(names)
    # A name without a file was not confirmed for a file that appears there later.
    return {
        **{name: {} for name in names if name.startswith("/") and not Path(name).exists()},
        **identities(names),
    }


def confirm_again(known: Identities, spec: Spec, names: Iterable[str]) -> Identities:
    """The identities with those of `names` updated. Raises RefusedError for a name on which this
    campaign may lose no data."""
    may_lose = spec.campaign.i_will_lose_the_data_on
    for name in names:
        if name not in may_lose:
            raise RefusedError(
                message("permission-needed", name=name),
                message("permission-needed-now", names=", ".join(may_lose))
                if may_lose
                else message("permission-needed-now-none"),
            )
    return {**known, **_current_identities(names)}


def existing_names(known: Identities, spec: Spec) -> list[str]:
    """The names on which data may be lost, without those that did not exist when confirmed."""
    return [name for name in spec.campaign.i_will_lose_the_data_on if known.get(name) != {}]


def check(known: Identities, paths: Iterable[str], store: Path) -> None:
    """Raises AnotherTargetError when one of these targets is not the confirmed one. Opening a
    missing target raises later."""
    for path in paths:
        identity = known.get(path)
        if identity is None:
            continue
        try:
            difference = identity_difference(identity, path) if identity else _appearance(path)
        except NoTargetError:
            continue
        if difference is not None:
            raise AnotherTargetError(
                *message.refusal("other-target", path=path, difference=difference, store=store)
            )


def _appearance(path: str) -> str | None:
    return message("other-target-was-missing") if Path(path).exists() else None
