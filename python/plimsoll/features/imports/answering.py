"""Results of other programs from paths to a campaign: `plimsoll import` and `plimsoll.read`."""

from __future__ import annotations

import re
from datetime import timedelta, timezone
from typing import TYPE_CHECKING

from plimsoll.base.errors import InputError, UsageError
from plimsoll.features.imports import importing, results
from plimsoll.library.campaigns import campaign_of
from plimsoll.library.question import name_pattern
from plimsoll.library.results import Scratch
from plimsoll.store import Store
from plimsoll.store.imports import KIND

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import tzinfo
    from pathlib import Path

    from plimsoll.features.imports.importing import Tally
    from plimsoll.features.imports.recordings.moment import Order
    from plimsoll.features.imports.results import Source
    from plimsoll.library.campaigns import Campaign

MOST_REASONS = 5
"""Files that are no results and are named in an error."""


def read(
    paths: Sequence[Path],
    store: Path | None,
    *,
    configuration: str | None,
    campaign: int | None,
    only: str | None,
    utc_offset: str | None,
    dates: str | None,
) -> Campaign:
    """The campaign that these results become, in `store` or a temporary one. Raises InputError
    where nothing came of them."""
    scratch = Scratch() if store is None else None
    path = store if scratch is None else scratch.store
    assert path is not None, "one of them is there"
    tally, _ = import_results(
        paths,
        path,
        configuration=configuration,
        campaign=campaign,
        only=only,
        utc_offset=utc_offset,
        dates=dates,
    )
    if tally.campaign is None:
        left = "; ".join(one["why"] for one in tally.left[:MOST_REASONS])
        raise InputError(
            f"nothing was imported{f': {left}' if left else ''}",
            "Counters alone are laid beside the Runs of a store: read them with store=.",
        )
    document = tally.document(str(path))
    return campaign_of(path, tally.campaign, scratch=scratch, import_document=dict(document))


def import_results(
    paths: Sequence[Path],
    store: Path,
    *,
    configuration: str | None,
    campaign: int | None,
    only: str | None,
    utc_offset: str | None,
    dates: str | None,
) -> tuple[Tally, list[int]]:
    """Imports what stands at these paths; what came of it, and the other campaigns of the store
    that were imported. Raises UsageError for what cannot be meant, InputError where nothing is a
    result of a known program."""
    zone, order, pattern = _zone(utc_offset), _order(dates), name_pattern(only)
    if not store.exists():
        _refuse_nothing(store, results.sources(paths))
    with Store.open(store) as opened:
        tally = importing.import_results(
            opened,
            paths,
            configuration=configuration,
            campaign=campaign,
            zone=zone,
            order=order,
            only=pattern,
        )
        others = [
            row.id for row in opened.campaigns() if row.kind == KIND and row.id != tally.campaign
        ]
    return tally, others


def _zone(utc_offset: str | None) -> tzinfo | None:
    """The zone for times without one; None for the zone of this machine."""
    if utc_offset is None:
        return None
    found = re.fullmatch(r"([+-])(\d\d):?(\d\d)", utc_offset)
    if found is None or int(found[2]) > 14 or int(found[3]) > 59:
        raise UsageError(
            f"--utc-offset {utc_offset} is not an offset", "Give hours and minutes: +01:00."
        )
    ahead = timedelta(hours=int(found[2]), minutes=int(found[3]))
    return timezone(ahead if found[1] == "+" else -ahead)


def _order(dates: str | None) -> Order | None:
    from plimsoll.features.imports.recordings.moment import ORDERS

    found = next((order for order in ORDERS if order == dates), None)
    if dates is not None and found is None:
        raise UsageError(f"--dates {dates} is no order of dates", f"Known: {', '.join(ORDERS)}.")
    return found


def _refuse_nothing(store: Path, found: Iterable[Source]) -> None:
    """Raises if there is nothing to import, before an empty store is made. Stops at the first
    result, and keeps only a few descriptions."""
    from plimsoll.features.imports import recordings
    from plimsoll.features.imports.importing import is_kept_beside
    from plimsoll.features.imports.results import file_description as recognised

    reasons: list[str] = []
    files = counters = stores = 0
    for source in found:
        if source.form is not None:
            return
        if is_kept_beside(source):
            stores += 1
            continue
        files += 1
        if source.trouble is None and recordings.recording_format(source.files[0]):
            counters += 1
        elif len(reasons) < MOST_REASONS:
            trouble = source.trouble
            reasons.append(
                trouble.message if trouble else recognised.describe_file(source.files[0])
            )
    if counters:
        raise InputError(
            f"there is no store {store}, so there are no Runs to match these counters with",
            "Import the results with them, or name the store of the Runs: --store FILE.",
        )
    if not files:
        content = "nothing but a store of Plimsoll" if stores else "no file"
        nothing = f"there is {content} in what was named"
        raise InputError(nothing, "Name result files, or folders of them.")
    more = f"; and {files - len(reasons):,} more files" if files > len(reasons) else ""
    raise InputError(
        f"nothing here is a result of a known program: {'; '.join(reasons)}{more}",
        f"Known are {_programs()}: plimsoll import --list has their files.",
    )


def _programs() -> str:
    from plimsoll.features.imports import results

    return ", ".join(dict.fromkeys(form.program for form in results.FORMATS))
