"""Stores a campaign with its plan and reads its document back.

The store alone is enough to resume: it has document, plan and journal. `trust.py` decides which of
its commands may run.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from plimsoll.base.errors import InputError, RefusedError, UsageError
from plimsoll.base.version import __version__
from plimsoll.campaign import confirmation, disks
from plimsoll.campaign import designs as designed
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
    from plimsoll.store.plans import PlannedPoint

IDENTITIES = "identities"
"""Key in the stored document: identities of the confirmed targets."""
KIND = "campaign"
"""Kind of a campaign from a file, as opposed to a single `run`, `find` or `demo`."""


def begin(
    store: Store,
    spec: Spec,
    points: Sequence[PlannedPoint],
    file: Path,
    trust: Trust | None = None,
    stop: Stop | None = None,
    known: Identities | None = None,
    hosts: Mapping[str, object] | None = None,
) -> int:
    """Stores a new campaign with its plan and returns its number. The document is signed where it
    has commands (`trust.py`). `hosts` is the document of the hosts that generate the load.

    Raises RefusedError while settings of an earlier campaign are not restored, since they would be
    taken for the original ones; Interrupted, with nothing stored, after a stop request.
    """
    changed = store.plans.journal_entries()
    if changed and spec.configuration:
        first = changed[0]
        raise RefusedError(
            f"campaign {first.campaign_id} has not restored the setting '{first.setting}' (it"
            f" was '{first.original}')",
            f"First: plimsoll campaign restore {store.path}",
        )
    campaign = spec.campaign
    objective = (
        None if campaign.whole_objective is None else parse_objective(campaign.whole_objective)
    )
    text = json.dumps(_document(spec, file, known, hosts))
    # Signed as it will be read back.
    sign = (
        (trust or Trust.of_this_user()).signs_document(json.loads(text)) if of_spec(spec) else None
    )
    return store.begin_campaign(
        KIND,
        objective,
        campaign.strategy,
        campaign.seed,
        text,
        version=__version__,
        planned=points if stop is None else _stoppable(points, stop),
        sign=sign,
    )


def _document(
    spec: Spec, file: Path, known: Identities | None, hosts: Mapping[str, object] | None
) -> dict[str, object]:
    """The stored document of a campaign: its file, and the identities of targets and hosts."""
    document: dict[str, object] = spec.model_dump(mode="json", exclude_defaults=True)
    document["file"] = str(file)
    if known := confirmation.of(spec) if known is None else known:
        document[IDENTITIES] = known
    if beneath := disks.of(spec):
        document[DISKS] = beneath
    if spec.design is not None:
        document[spec.design.KEY] = spec.design.design_document(spec)
    if hosts is not None:
        document[together.KEPT] = hosts
    return document


def _stoppable(points: Sequence[PlannedPoint], stop: Stop) -> Iterator[PlannedPoint]:
    for place, point in enumerate(points):
        if place % 1000 == 0:
            stop.check()
        yield point


def spec_of(campaign: CampaignRow) -> Spec:
    """The document of a campaign, as its file had it."""
    designs = [design.KEY for design in designed.modules()]
    return Spec.model_validate(
        {
            key: value
            for key, value in campaign.spec.items()
            if key not in ("file", IDENTITIES, DISKS, together.KEPT, *designs)
        }
    )


def identities_of(campaign: CampaignRow) -> Identities:
    """The identities of the confirmed targets (`confirmation.py`)."""
    return dict(campaign.spec.get(IDENTITIES, {}))


def confirm(store: Store, campaign: CampaignRow, known: Identities, trust: Trust) -> None:
    """Stores new identities, signed with the rest of the document."""
    document = {**campaign.spec, IDENTITIES: known}
    store.change_document(campaign.id, json.dumps(document), trust.signs_document(document))


def find_campaign(store: Store, number: int | None, name: str | None = None) -> CampaignRow:
    """The campaign of this number; without a number the newest, of this name if one is given.

    Raises UsageError when there is none such, InputError when there is none at all; the error lists
    the campaigns of the store.
    """
    known = [row for row in store.campaigns() if row.kind == KIND]
    matching = [
        row
        for row in known
        if (number is None or row.id == number) and (name is None or row.name == name)
    ]
    if matching:
        return matching[-1]
    suffix = f" called '{name}'" if name is not None else ""
    wanted = f"campaign {number}{suffix}" if number is not None else f"campaign{suffix}"
    listing = ", ".join(f"{row.id} ({row.name})" for row in known) or "none"
    kind = InputError if number is None and name is None else UsageError
    raise kind(f"the store {store.path} holds no {wanted}", f"It holds: {listing}.")
