"""Every keyword of a vdbench parameter file by section, in the order in which vdbench compares them
(the first whose begin is what was written is meant), and what becomes of it here.

After the source of vdbench 5.04.06 (SD_entry, WD_entry, RD_entry, For_loop). The reference page is
made from these tables.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from plimsoll.formats.jobs.problems import Named

if TYPE_CHECKING:
    from collections.abc import Iterable

_FILES = "file system workloads (FSD, FWD) are not run here: only raw I/O (SD, WD)"
_REPLAY = "recorded load is replayed by --arrivals trace:FILE of plimsoll run"
_HITS = "a share of hits is made by the cache, not by the generator; give a small size= or range="
_PLACE = "the load comes from this machine: plimsoll hosts drives from several"
_COMMANDS = "a parameter file never runs commands here: run it before or after"
_AMOUNT = (
    "each lun ends after its part of it, or after so many times its size; vdbench adds up all luns"
    " after each interval. 100t and more are no limit"
)
_VALIDATE = "use verify of plimsoll run"

GENERAL = (
    Named("abort_failed_skew", "refused", "workloads are not kept in proportion"),
    Named("auxreport", "refused", "use --collect of plimsoll run"),
    Named("compratio", "honoured"),
    Named("compression", "honoured"),
    Named("compressionseed", "no_meaning", "data come from the seed of the Run"),
    Named("concatenatesds", "refused", "each SD is a separate target"),
    Named("create_anchors", "refused", _FILES),
    Named("data_errors", "no_meaning", "the first I/O error ends the Run, and is reported"),
    Named("dataerrors", "no_meaning", "the first I/O error ends the Run, and is reported"),
    Named("debug", "no_meaning", "times are always printed in milliseconds"),
    Named("dedupratio", "honoured"),
    Named("dedupunit", "told", "whole blocks are copies, whatever the unit"),
    Named("dedup", "refused", "give dedupratio=", exact=True),
    Named("dedupflipflop", "refused", "copies are drawn from all blocks"),
    Named("dedupsets", "refused", "copies are drawn from all blocks"),
    Named("deduphotsets", "refused", "copies are drawn from all blocks"),
    Named("dedupseed", "no_meaning", "data come from the seed of the Run"),
    Named("formatsds", "no_meaning", "a file that does not exist is laid out"),
    Named("formatxfersize", "no_meaning", "a file is laid out in large blocks"),
    Named("heartbeat_error", "no_meaning", "an operation that hangs ends the Run"),
    Named("histogram", "told", "--store has the whole histogram"),
    Named("include", "honoured", exact=True),
    Named("journal", "refused", _VALIDATE),
    Named("loop", "refused", "repeat a campaign instead: --campaign, then campaign.repeats"),
    Named("messagescan", "no_meaning", "the system's messages are not read"),
    Named("misc", "no_meaning", "it switches parts of vdbench itself"),
    Named("monitor", "refused", _COMMANDS),
    Named("pattern", "refused", "blocks hold random data, or give compratio="),
    Named("port", "no_meaning", "there are no slaves"),
    Named("psrset", "refused", "start the command with taskset"),
    Named("report", "told", "one report is printed; --store keeps every Run"),
    Named("report_run_totals", "told", "one report is printed; --store keeps every Run"),
    Named("showlba", "refused", "operations are not logged one by one"),
    Named("startcmd", "refused", _COMMANDS),
    Named("start_cmd", "refused", _COMMANDS),
    Named("endcmd", "refused", _COMMANDS),
    Named("end_cmd", "refused", _COMMANDS),
    Named("swat", "no_meaning", "it is a program of vdbench's author"),
    Named("validate", "refused", _VALIDATE),
    Named("fwd_thread_adjust", "refused", _FILES),
)

HD = (
    Named("system", "honoured"),
    Named("clients", "refused", _PLACE),
    Named("jvms", "no_meaning", "there is no Java here"),
    Named("master", "no_meaning", "there are no slaves"),
    Named("mount", "refused", _COMMANDS),
    Named("shell", "no_meaning", "nothing is started elsewhere"),
    Named("user", "no_meaning", "nothing is started elsewhere"),
    Named("vdbench", "no_meaning", "nothing is started elsewhere"),
    Named("java", "no_meaning", "there is no Java here"),
)

RG = (Named("devices", "refused", _REPLAY),)

SD = (
    Named("host", "honoured"),
    Named("hd", "honoured", exact=True),
    Named("lun", "honoured"),
    Named("count", "honoured"),
    Named("size", "honoured"),
    Named("threads", "honoured"),
    Named("hitarea", "no_meaning", "rhpct= and whpct= are refused, so that no hits are made"),
    Named("offset", "honoured"),
    Named("align", "honoured"),
    Named("kstat", "no_meaning", "the disk beneath a target is always watched"),
    Named("instance", "no_meaning", "the disk beneath a target is always watched"),
    Named("replay", "refused", _REPLAY),
    Named("journal", "refused", _VALIDATE),
    Named("resetlun", "refused", "devices are not reset"),
    Named("resetbus", "refused", "devices are not reset"),
    Named("openflags", "honoured"),
    Named("range", "honoured"),
    Named("dedupratio", "refused", "give it above the SDs, for all"),
    Named("dedupunit", "refused", "give it above the SDs, for all"),
    Named("dedupsets", "refused", "copies are drawn from all blocks"),
    Named("streams", "refused", "give each stream an SD with a range of its own"),
)

WD = (
    Named("sd", "honoured", exact=True),
    Named("skew", "honoured"),
    Named("xfersize", "honoured"),
    Named("readpct", "honoured"),
    Named("rdpct", "honoured"),
    Named("writepct", "honoured"),
    Named("wrpct", "honoured"),
    Named("range", "honoured"),
    Named("hotband", "refused", "take --pattern normal or zones of plimsoll run"),
    Named(
        "seekpct",
        "differs",
        "between 0 and 100 an operation leaves the walk for a random place and the walk goes on"
        " where it was; in vdbench it goes on from there",
    ),
    Named("stride", "refused", "take --pattern strided of plimsoll run"),
    Named("priority", "refused", "workloads are not kept in proportion"),
    Named("iorate", "refused", "give skew= here, and the rate in the RD"),
    Named("rhpct", "refused", _HITS),
    Named("whpct", "refused", _HITS),
    Named("host", "honoured"),
    Named("hd", "honoured", exact=True),
    Named("openflags", "refused", "give it with the SD"),
    Named("user", "refused", "it names a class of Java", exact=True),
    Named("threads", "refused", "give it with the SD or the RD"),
    Named("streams", "refused", "give each stream an SD with a range of its own"),
)

LOOPS = {
    "xfersize": "forxfersize",
    "threads": "forthreads",
    "rdpct": "forrdpct",
    "rhpct": "forrhpct",
    "whpct": "forwhpct",
    "seekpct": "forseekpct",
    "hitarea": "forhitarea",
    "compratio": "forcompratio",
    "compression": "forcompression",
    "depth": "fordepth",
    "width": "forwidth",
    "files": "forfiles",
    "sizes": "forsizes",
    "totalsize": "fortotalsize",
    "wss": "forwss",
    "workingsetsize": "forworkingsetsize",
    "operations": "foroperations",
}
"""Keywords of an RD that make a Run of each of their values; the `for` may be left out."""
_LOOPS = {
    "rhpct": ("refused", _HITS),
    "whpct": ("refused", _HITS),
    "hitarea": ("no_meaning", "rhpct= and whpct= are refused, so that no hits are made"),
    "depth": ("refused", _FILES),
    "width": ("refused", _FILES),
    "files": ("refused", _FILES),
    "sizes": ("refused", _FILES),
    "totalsize": ("refused", _FILES),
    "wss": ("refused", _FILES),
    "workingsetsize": ("refused", _FILES),
    "operations": ("refused", _FILES),
    "seekpct": ("differs", next(one.why for one in WD if one.name == "seekpct")),
}


def _loops() -> Iterable[Named]:
    for spelling in (tuple(LOOPS.values()), tuple(LOOPS)):
        for short, name in zip(LOOPS, spelling, strict=True):
            kind, why = _LOOPS.get(short, ("honoured", ""))
            yield Named(name, kind, why)


RD = (
    Named("wd", "honoured", exact=True),
    Named("sd", "honoured", exact=True),
    Named("fsd", "refused", _FILES, exact=True),
    Named("iorate", "honoured"),
    Named("maxdata", "differs", _AMOUNT),
    Named("maxdataread", "differs", _AMOUNT),
    Named("maxdatawritten", "differs", _AMOUNT),
    Named("curve", "honoured"),
    Named("stopcurve", "honoured"),
    Named("elapsed", "honoured"),
    Named("interval", "honoured"),
    Named("warmup", "honoured"),
    Named("replay", "refused", _REPLAY, exact=True),
    Named("pause", "honoured"),
    *_loops(),
    Named("distribution", "honoured"),
    Named("startcmd", "refused", _COMMANDS),
    Named("start_cmd", "refused", _COMMANDS),
    Named("endcmd", "refused", _COMMANDS),
    Named("end_cmd", "refused", _COMMANDS),
    Named("fwd", "refused", _FILES, exact=True),
    Named("fwdrate", "refused", _FILES),
    Named("format", "refused", _FILES),
    Named("openflags", "honoured"),
    Named("mount", "refused", _COMMANDS),
)

SECTIONS = {"general": GENERAL, "hd": HD, "rg": RG, "sd": SD, "wd": WD, "rd": RD}
TITLES = {
    "general": "General, above all sections",
    "hd": "HD, host definition",
    "rg": "RG, replay group",
    "sd": "SD, storage definition",
    "wd": "WD, workload definition",
    "rd": "RD, run definition",
}
FILE_SYSTEM = {"fsd": _FILES, "fwd": _FILES}
"""Sections that are refused as a whole."""


def known(section: str, word: str) -> Named | None:
    """The keyword that is meant: the first that begins so, of two letters at least."""
    if len(word) < 2:
        return None
    for one in SECTIONS[section]:
        if word == one.name or (not one.exact and one.name.startswith(word)):
            return one
    return None


def nearest(section: str, word: str) -> str:
    """The keywords that are most like this one, or all of a short section."""
    every = [one.name for one in SECTIONS[section]]
    return ", ".join(difflib.get_close_matches(word[:64], every, n=3, cutoff=0.6)) or (
        "none; see docs/reference/vdbench-options.md"
    )
