"""Results of other programs from paths to a campaign: `plimsoll import` and `plimsoll.read`."""

import re
from collections.abc import Iterable, Sequence
from datetime import timedelta, timezone, tzinfo
from pathlib import Path

from plimsoll.base import units
from plimsoll.base.errors import InputError, UsageError
from plimsoll.features.imports import importing, results
from plimsoll.features.imports.importing import Tally
from plimsoll.features.imports.messages import message
from plimsoll.features.imports.recordings.moment import Order
from plimsoll.features.imports.results import Source
from plimsoll.features.imports.results.source import in_english, sentence_of
from plimsoll.library.campaigns import Campaign, campaign_of
from plimsoll.library.question import name_pattern
from plimsoll.library.results import Scratch
from plimsoll.store import Store
from plimsoll.store.imports import KIND

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
    assert path is not None
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
        left = "; ".join(in_english(one.why) for one in tally.left[:MOST_REASONS])
        nothing = (
            message("nothing-was-imported-left", left=left)
            if left
            else message("nothing-was-imported")
        )
        raise InputError(nothing, message("counters-need-runs"))
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
    zone, order, pattern = zone_of(utc_offset), order_of(dates), name_pattern(only)
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


def zone_of(utc_offset: str | None) -> tzinfo | None:
    """The zone for times without one; None for the zone of this machine."""
    if utc_offset is None:
        return None
    found = re.fullmatch(r"([+-])(\d\d):?(\d\d)", utc_offset)
    if found is None or int(found[2]) > 14 or int(found[3]) > 59:
        raise UsageError(*message.refusal("offset-invalid", given=utc_offset))
    ahead = timedelta(hours=int(found[2]), minutes=int(found[3]))
    return timezone(ahead if found[1] == "+" else -ahead)


def order_of(dates: str | None) -> Order | None:
    """The order of day, month and year that a flag names."""
    from plimsoll.features.imports.recordings.moment import ORDERS

    found = next((order for order in ORDERS if order == dates), None)
    if dates is not None and found is None:
        raise UsageError(*message.refusal("dates-invalid", given=dates, known=", ".join(ORDERS)))
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
            why = (
                recognised.describe_file(source.files[0]).sentence
                if trouble is None
                else sentence_of(trouble)
            )
            reasons.append(in_english(why))
    if counters:
        raise InputError(*message.refusal("no-store-to-match", store=store))
    if not files:
        nothing = message("only-store-named" if stores else "no-file-named")
        raise InputError(nothing, message("name-files"))
    told, more = "; ".join(reasons), files - len(reasons)
    raise InputError(
        message("no-result-more", reasons=told, more=units.count(more))
        if more
        else message("no-result", reasons=told),
        message("no-result-todo", programs=_programs()),
    )


def _programs() -> str:
    from plimsoll.features.imports.results import registry

    return ", ".join(dict.fromkeys(form.program for form in registry.formats()))
