"""`plimsoll judge`: for what results can be used."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.base.errors import UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import screen
from plimsoll.features.credibility.messages import message

if TYPE_CHECKING:
    from plimsoll.judge.links import Link

EXAMPLES = (
    "plimsoll judge result.json",
    "plimsoll judge results/ --json",
    "plimsoll judge crystaldiskmark.txt --link sata-6g",
    "plimsoll judge runs.db#3",
    "plimsoll judge --links",
)
UNUSABLE, BAD_INPUT = 2, 65


def judge(
    paths: list[Path] | None = argument("FILE|FOLDER|STORE…", message("help-paths")),
    link: str | None = flag("--link NAME", message("help-link")),
    show_links: bool = flag("--links", message("help-links")),
    as_json: _options.Json = False,
) -> int:
    """Judge a result: did the storage answer, and for what can the figures be used?

    Reads every format that import reads, plimsoll run --json, and a campaign of a store (its
    newest, or runs.db#3). Nothing is stored. Each Run is held against itself and physics: rate ×
    latency against depth, percentiles against mean and extremes, latency and throughput against
    what disks and links can do, its time line against one level. The exit code is 0 when every Run
    is usable, 2 when one is usable within limits only or not at all, 65 when a file could not be
    judged.
    """
    from plimsoll.features.credibility import links

    if show_links:
        return _list_links(as_json=as_json)
    if not paths:
        raise UsageError(*message.refusal("nothing-named", "name-files"))
    named = None if link is None else links.link_of_name(link)
    from plimsoll.features.credibility import document, judging, text

    found = judging.judge(paths, named)
    if as_json:
        screen.document(document.document(found))
    else:
        with language.writing(language.of_reader()):
            screen.lines(list(text.lines(found)))
    if found.left or not found.files:
        return BAD_INPUT
    return 0 if found.use == "usable" else UNUSABLE


def _list_links(*, as_json: bool) -> int:
    from plimsoll.judge.links import links

    every = list(links().values())
    if as_json:
        screen.document([dict(link._asdict()) for link in every])
        return 0
    wide, title_wide = max(len(link.name) for link in every), max(len(link.title) for link in every)
    with language.writing(language.of_reader()):
        screen.lines(
            f"{link.name:{wide}}  {link.title:{title_wide}}  {_limit(link)}" for link in every
        )
    return 0


def _limit(link: Link) -> str:
    megabytes = units.count(link.bytes_per_s / 1e6)
    limit = message("link-limit", mb=megabytes, ways=1 + int(link.duplex))
    if link.ops_per_s is None:
        return limit
    return message("link-limit-ops", limit=limit, ops=units.count(link.ops_per_s))
