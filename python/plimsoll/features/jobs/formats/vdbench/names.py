"""Every keyword of a vdbench parameter file by section, with its treatment. The order is that of
vdbench's comparison, in which the first keyword with the written prefix counts.

After the source of vdbench 5.04.06 (SD_entry, WD_entry, RD_entry, For_loop). The reference page is
generated from these tables."""

import difflib
from collections.abc import Iterable

from plimsoll.features.jobs.formats.problems import Option, options

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
_FIRST_ERROR = "the first I/O error ends the Run, and is reported"
_COPIES = "copies are drawn from all blocks"
_ONE_REPORT = "one report is printed; --store keeps every Run"
_SEED = "data come from the seed of the Run"
SEEK = (
    "between 0 and 100 an operation leaves the walk for a random place and the walk goes on where"
    " it was; in vdbench it goes on from there"
)

GENERAL = (
    Option("abort_failed_skew", "refused", "workloads are not kept in proportion"),
    Option("auxreport", "refused", "use --collect of plimsoll run"),
    *options("honoured", "compratio", "compression"),
    Option("compressionseed", "no_meaning", _SEED),
    Option("concatenatesds", "refused", "each SD is a separate target"),
    Option("create_anchors", "refused", _FILES),
    *options("no_meaning", "data_errors", "dataerrors", why=_FIRST_ERROR),
    Option("debug", "no_meaning", "times are always printed in milliseconds"),
    Option("dedupratio", "honoured"),
    Option("dedupunit", "told", "whole blocks are copies, whatever the unit"),
    Option("dedup", "refused", "give dedupratio=", exact=True),
    *options("refused", "dedupflipflop", "dedupsets", "deduphotsets", why=_COPIES),
    Option("dedupseed", "no_meaning", _SEED),
    Option("formatsds", "no_meaning", "a file that does not exist is laid out"),
    Option("formatxfersize", "no_meaning", "a file is laid out in large blocks"),
    Option("heartbeat_error", "no_meaning", "an operation that hangs ends the Run"),
    Option("histogram", "told", "--store has the whole histogram"),
    Option("include", "honoured", exact=True),
    Option("journal", "refused", _VALIDATE),
    Option("loop", "refused", "repeat a campaign instead: --campaign, then campaign.repeats"),
    Option("messagescan", "no_meaning", "the system's messages are not read"),
    Option("misc", "no_meaning", "it switches parts of vdbench itself"),
    Option("monitor", "refused", _COMMANDS),
    Option("pattern", "refused", "blocks hold random data, or give compratio="),
    Option("port", "no_meaning", "there are no slaves"),
    Option("psrset", "refused", "start the command with taskset"),
    *options("told", "report", "report_run_totals", why=_ONE_REPORT),
    Option("showlba", "refused", "operations are not logged one by one"),
    *options("refused", "startcmd", "start_cmd", "endcmd", "end_cmd", why=_COMMANDS),
    Option("swat", "no_meaning", "it is a program of vdbench's author"),
    Option("validate", "refused", _VALIDATE),
    Option("fwd_thread_adjust", "refused", _FILES),
)

HD = (
    Option("system", "honoured"),
    Option("clients", "refused", _PLACE),
    Option("jvms", "no_meaning", "there is no Java here"),
    Option("master", "no_meaning", "there are no slaves"),
    Option("mount", "refused", _COMMANDS),
    *options("no_meaning", "shell", "user", "vdbench", why="nothing is started elsewhere"),
    Option("java", "no_meaning", "there is no Java here"),
)

RG = (Option("devices", "refused", _REPLAY),)

SD = (
    Option("host", "honoured"),
    Option("hd", "honoured", exact=True),
    *options("honoured", "lun", "count", "size", "threads"),
    Option("hitarea", "no_meaning", "rhpct= and whpct= are refused, so that no hits are made"),
    *options("honoured", "offset", "align"),
    *options("no_meaning", "kstat", "instance", why="the disk beneath a target is always watched"),
    Option("replay", "refused", _REPLAY),
    Option("journal", "refused", _VALIDATE),
    *options("refused", "resetlun", "resetbus", why="devices are not reset"),
    *options("honoured", "openflags", "range"),
    *options("refused", "dedupratio", "dedupunit", why="give it above the SDs, for all"),
    Option("dedupsets", "refused", _COPIES),
    Option("streams", "refused", "give each stream an SD with a range of its own"),
)

WD = (
    Option("sd", "honoured", exact=True),
    *options("honoured", "skew", "xfersize", "readpct", "rdpct", "writepct", "wrpct", "range"),
    Option("hotband", "refused", "take --pattern normal or zones of plimsoll run"),
    Option("seekpct", "differs", SEEK),
    Option("stride", "refused", "take --pattern strided of plimsoll run"),
    Option("priority", "refused", "workloads are not kept in proportion"),
    Option("iorate", "refused", "give skew= here, and the rate in the RD"),
    *options("refused", "rhpct", "whpct", why=_HITS),
    Option("host", "honoured"),
    Option("hd", "honoured", exact=True),
    Option("openflags", "refused", "give it with the SD"),
    Option("user", "refused", "it names a class of Java", exact=True),
    Option("threads", "refused", "give it with the SD or the RD"),
    Option("streams", "refused", "give each stream an SD with a range of its own"),
)

_FILE_LOOPS = "depth width files sizes totalsize wss workingsetsize operations"
_DATA_LOOPS = "xfersize threads rdpct rhpct whpct seekpct hitarea compratio compression"
LOOPS = {keyword: f"for{keyword}" for keyword in f"{_DATA_LOOPS} {_FILE_LOOPS}".split()}
"""Keywords of an RD that make a Run of each value; the `for` may be left out."""
_LOOPS = {
    **dict.fromkeys(("rhpct", "whpct"), ("refused", _HITS)),
    **dict.fromkeys(_FILE_LOOPS.split(), ("refused", _FILES)),
    "hitarea": ("no_meaning", "rhpct= and whpct= are refused, so that no hits are made"),
    "seekpct": ("differs", SEEK),
}


def _loops() -> Iterable[Option]:
    for spelling in (tuple(LOOPS.values()), tuple(LOOPS)):
        for short, name in zip(LOOPS, spelling, strict=True):
            kind, why = _LOOPS.get(short, ("honoured", ""))
            yield Option(name, kind, why)


RD = (
    Option("wd", "honoured", exact=True),
    Option("sd", "honoured", exact=True),
    Option("fsd", "refused", _FILES, exact=True),
    Option("iorate", "honoured"),
    *options("differs", "maxdata", "maxdataread", "maxdatawritten", why=_AMOUNT),
    *options("honoured", "curve", "stopcurve", "elapsed", "interval", "warmup"),
    Option("replay", "refused", _REPLAY, exact=True),
    Option("pause", "honoured"),
    *_loops(),
    Option("distribution", "honoured"),
    *options("refused", "startcmd", "start_cmd", "endcmd", "end_cmd", why=_COMMANDS),
    Option("fwd", "refused", _FILES, exact=True),
    *options("refused", "fwdrate", "format", why=_FILES),
    Option("openflags", "honoured"),
    Option("mount", "refused", _COMMANDS),
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


def find_keyword(section: str, word: str) -> Option | None:
    """The keyword for a prefix of at least two letters; the first match counts."""
    if len(word) < 2:
        return None
    for keyword in SECTIONS[section]:
        if word == keyword.name or (not keyword.exact and keyword.name.startswith(word)):
            return keyword
    return None


def nearest(section: str, word: str) -> str:
    """The most similar keywords, or all of a short section."""
    every = [keyword.name for keyword in SECTIONS[section]]
    return ", ".join(difflib.get_close_matches(word[:64], every, n=3, cutoff=0.6)) or (
        "none; see docs/reference/vdbench-options.md"
    )
