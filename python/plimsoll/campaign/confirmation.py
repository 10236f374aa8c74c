"""What the data may be lost on, as it was when that was said: a target's identity, not its name.

A campaign may go on weeks after it was begun, and `/dev/sdb` or `/dev/loop0` is another disk or
file by then. So what each confirmed target was is kept with the campaign's document (and signed
with it), and compared before each Point that drives it. When another one has its name, nothing is
asked of it until it is confirmed anew. The native side compares once more, at the descriptor that
it opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base.errors import NoTargetError, RefusedError
from plimsoll.native.session import identities, identity_difference

if TYPE_CHECKING:
    from collections.abc import Iterable

    from plimsoll.campaign.spec import Spec

Identities = dict[str, Mapping[str, object]]
"""By the name that was confirmed; empty where nothing was there then."""


class AnotherTargetError(RefusedError):
    """What has a target's name now is not what was confirmed."""


def of(spec: Spec) -> Identities:
    """What the targets on which data may be lost are now; without those that are no file or
    device."""
    return _now(spec.campaign.i_will_lose_the_data_on)


def _now(names: Iterable[str]) -> Identities:
    names = list(names)
    # What leads nowhere was not confirmed to be whatever comes to be there.
    return {
        **{name: {} for name in names if name.startswith("/") and not Path(name).exists()},
        **identities(names),
    }


def anew(known: Identities, spec: Spec, names: Iterable[str]) -> Identities:
    """These, with what `names` are now. Raises RefusedError for a name on which this campaign may
    lose no data."""
    may_lose = spec.campaign.i_will_lose_the_data_on
    for name in names:
        if name not in may_lose:
            raise RefusedError(
                f"this campaign was not started with permission to overwrite the data on {name}",
                f"It may overwrite the data on: {', '.join(may_lose) or 'nothing'}. Begin a new"
                " campaign for another target.",
            )
    return {**known, **_now(names)}


def leave(known: Identities, spec: Spec) -> list[str]:
    """The names on which data may be lost, without those that led nowhere when that was said."""
    return [name for name in spec.campaign.i_will_lose_the_data_on if known.get(name) != {}]


def check(known: Identities, paths: Iterable[str], store: Path) -> None:
    """Raises AnotherTargetError when one of these targets is not what was confirmed. One that is
    gone is for who opens it."""
    for path in paths:
        identity = known.get(path)
        if identity is None:
            continue
        try:
            difference = identity_difference(identity, path) if identity else _came(path)
        except NoTargetError:
            continue
        if difference is not None:
            raise AnotherTargetError(
                f"{path} is not what was confirmed for this campaign: {difference}",
                "If the data on it now may be lost as well:"
                f" plimsoll campaign resume {store} --i-will-lose-the-data-on {path}",
            )


def _came(path: str) -> str | None:
    return "nothing was there when that was confirmed" if Path(path).exists() else None
