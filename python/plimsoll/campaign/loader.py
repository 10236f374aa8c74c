"""A campaign in a store: begun with its plan, found again by name or number, its document as it was
asked.

`resume` needs nothing but the store: document, plan and journal are in it. What of it may act is
decided in `trust.py`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from plimsoll.base.errors import InputError, RefusedError, UsageError
from plimsoll.base.version import __version__
from plimsoll.campaign import confirmation, designed, disks
from plimsoll.campaign.spec import Spec
from plimsoll.campaign.trust import Trust, of_spec
from plimsoll.native import together
from plimsoll.native.session import parse_objective
from plimsoll.store.rows import DISKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from plimsoll.campaign.confirmation import Identities
    from plimsoll.native.session import Stop
    from plimsoll.store import CampaignRow, Store
    from plimsoll.store.plans import Planned

IDENTITIES = "identities"
"""In the document, beside what was asked: what each confirmed target was."""
KIND = "campaign"
"""How the store tells it from a single `run`, `find` or `demo`."""


def begin(
    store: Store,
    spec: Spec,
    points: Sequence[Planned],
    file: Path,
    trust: Trust | None = None,
    stop: Stop | None = None,
    known: Identities | None = None,
    hosts: Mapping[str, object] | None = None,
) -> int:
    """Keeps a new campaign with its plan, signed where it holds what would act on this machine
    (`trust.py`); its number. `hosts` are those that load, as `over_hosts.document` says them.

    Raises RefusedError while settings of an earlier one are not put back: they would be taken for
    those that were found; and Interrupted, with nothing kept, when somebody wished it to stop
    meanwhile.
    """
    left = store.plans.journalled()
    if left and spec.configuration:
        raise RefusedError(
            f"campaign {left[0].campaign_id} has not restored the setting '{left[0].setting}' (it"
            f" was '{left[0].original}')",
            f"First: plimsoll campaign restore {store.path}",
        )
    asked = spec.campaign
    objective = None if asked.whole_objective is None else parse_objective(asked.whole_objective)
    text = json.dumps(_document(spec, file, known, hosts))
    # As it will be read again.
    sign = (
        (trust or Trust.of_this_user()).signs_document(json.loads(text)) if of_spec(spec) else None
    )
    return store.begin_campaign(
        KIND,
        objective,
        asked.strategy,
        asked.seed,
        text,
        version=__version__,
        planned=points if stop is None else _heeding(points, stop),
        sign=sign,
    )


def _document(
    spec: Spec, file: Path, known: Identities | None, hosts: Mapping[str, object] | None
) -> dict[str, object]:
    """What is kept of a campaign: what was asked, and what its targets and hosts are now."""
    document: dict[str, object] = spec.model_dump(mode="json", exclude_defaults=True)
    document["file"] = str(file)
    if known := confirmation.of(spec) if known is None else known:
        document[IDENTITIES] = known
    if beneath := disks.of(spec):
        document[DISKS] = beneath
    if spec.design is not None:
        document[spec.design.KEY] = spec.design.kept(spec)
    if hosts is not None:
        document[together.KEPT] = hosts
    return document


def _heeding(points: Sequence[Planned], stop: Stop) -> Iterator[Planned]:
    for place, point in enumerate(points):
        if place % 1000 == 0:
            stop.check()
        yield point


def spec_of(campaign: CampaignRow) -> Spec:
    """The document of a campaign, as it was asked."""
    designs = [design.KEY for design in designed.modules()]
    return Spec.model_validate(
        {
            key: value
            for key, value in campaign.spec.items()
            if key not in ("file", IDENTITIES, DISKS, together.KEPT, *designs)
        }
    )


def identities_of(campaign: CampaignRow) -> Identities:
    """What the targets on which it may lose data were when that was confirmed
    (`confirmation.py`)."""
    return dict(campaign.spec.get(IDENTITIES, {}))


def confirm(store: Store, campaign: CampaignRow, known: Identities, trust: Trust) -> None:
    """Keeps what was confirmed anew, signed with the rest of the document."""
    document = {**campaign.spec, IDENTITIES: known}
    store.change_document(campaign.id, json.dumps(document), trust.signs_document(document))


def chosen(store: Store, number: int | None, name: str | None = None) -> CampaignRow:
    """The campaign of this number; without one the newest, of this name if one is given.

    Raises UsageError for one that is not there, InputError where there is none at all; either names
    those there are.
    """
    known = [row for row in store.campaigns() if row.kind == KIND]
    fits = [
        row
        for row in known
        if (number is None or row.id == number) and (name is None or row.name == name)
    ]
    if fits:
        return fits[-1]
    called = f" called '{name}'" if name is not None else ""
    wanted = f"campaign {number}{called}" if number is not None else f"campaign{called}"
    there = ", ".join(f"{row.id} ({row.name})" for row in known) or "none"
    kind = InputError if number is None and name is None else UsageError
    raise kind(f"the store {store.path} holds no {wanted}", f"It holds: {there}.")
