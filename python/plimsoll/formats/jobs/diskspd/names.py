"""Every flag of diskspd's command line and every element of its XML profile, and what becomes of
it.

After the source of diskspd 2.x (CmdLineParser, XmlProfileParser). The reference page is made from
these tables.
"""

from __future__ import annotations

from plimsoll.formats.jobs.problems import Option

_PLACED = "ignored: start the command with taskset"
_HINT = "a hint to Windows; none is given"
_EVENTS = "start and stop the command from the script instead"
_TRACE = "tracing of Windows; --collect of plimsoll run collects counters during a Run"
_PATTERN = "blocks hold random data, not a repeating pattern: a target that compresses or"
_PATTERN += " deduplicates saves nothing"

FLAGS = (
    Option("-a", "told", _PLACED),
    Option("-b", "honoured"),
    Option("-B", "honoured"),
    Option("-c", "honoured"),
    Option("-C", "no_meaning", "nothing is measured while it cools down"),
    Option("-d", "honoured"),
    Option("-D", "honoured"),
    Option("-e", "refused", _TRACE),
    Option("-f", "honoured"),
    Option("-fr, -fs, -ft", "no_meaning", _HINT),
    Option("-F", "differs", "as -t, for one target; refused with several"),
    Option("-g", "differs", "a schedule of that many operations: late ones are caught up on"),
    Option("-h", "honoured"),
    Option("-i", "refused", "take --bursts of plimsoll run"),
    Option("-j", "refused", "take --think-time or --bursts of plimsoll run"),
    Option("-I", "refused", "start the command with ionice; -I3, the default, is accepted"),
    Option("-l", "no_meaning", "buffers come in pages of the system's choice"),
    Option("-L", "honoured"),
    Option("-n", "no_meaning", "workers are not bound to processors"),
    Option("-N", "refused", "take --durable-writes of plimsoll run"),
    Option("-o", "honoured"),
    Option("-O", "differs", "as -o, for one target; refused with several"),
    Option("-p", "refused", "every operation continues from the one before"),
    Option("-P", "no_meaning", "no dots are printed"),
    Option("-r", "honoured"),
    Option("-rs", "differs", "an operation that is not random continues where the walk was"),
    Option("-rd", "refused", "take --pattern zones of plimsoll run"),
    Option("-R", "refused", "text is printed; plimsoll report has the other formats"),
    Option("-s", "honoured"),
    Option("-si", "honoured"),
    Option("-S", "honoured"),
    Option("-Sm", "refused", "files are not mapped into memory"),
    Option("-Sr", "refused", "there is no remote end that could cache"),
    Option("-t", "honoured"),
    Option("-T", "refused", "every thread begins at the base offset"),
    Option("-v", "no_meaning", "the text is always complete"),
    Option("-w", "honoured"),
    Option("-W", "honoured"),
    Option("-x", "no_meaning", "completions are taken as the engine delivers them"),
    Option("-X", "honoured"),
    Option("-y", "refused", _EVENTS),
    Option("-z", "honoured"),
    Option("-Z", "honoured"),
    Option("-Zr", "honoured"),
    Option("-Z<size>", "differs", "every block is random, not taken from one buffer"),
    Option("-Z<size>,<file>", "refused", "blocks are not taken from a file"),
)

ELEMENTS = (
    Option("AffinityAssignment", "told", _PLACED),
    Option("AffinityGroupAssignment", "told", _PLACED),
    Option("Affinity", "told", _PLACED),
    Option("Assignment", "told", _PLACED),
    Option("BaseFileOffset", "honoured"),
    Option("BlockSize", "honoured"),
    Option("BurstSize", "refused", "take --bursts of plimsoll run"),
    Option("CalculateIopsStdDev", "honoured"),
    Option("CompletionRoutines", "no_meaning", "completions are taken as the engine delivers them"),
    Option("Cooldown", "no_meaning", "nothing is measured while it cools down"),
    Option("DisableAffinity", "no_meaning", "workers are not bound to processors"),
    Option("DisableAllCache", "honoured"),
    Option("DisableLocalCache", "refused", "there is no remote end that could cache"),
    Option("DisableOSCache", "honoured"),
    Option("Distribution", "refused", "take --pattern zones of plimsoll run"),
    Option("Duration", "honoured"),
    Option("ETW", "refused", _TRACE),
    Option("FileSize", "honoured"),
    Option("InterlockedSequential", "honoured"),
    Option("IoBucketDuration", "honoured"),
    Option("IOPriority", "refused", "start the command with ionice; 3, the default, is accepted"),
    Option("MaxFileSize", "honoured"),
    Option("MeasureLatency", "honoured"),
    Option("MemoryMappedIo", "refused", "files are not mapped into memory"),
    Option("ParallelAsyncIO", "refused", "every operation continues from the one before"),
    Option("Path", "honoured"),
    Option("Pattern", "honoured"),
    Option("PrecreateFiles", "no_meaning", "a file that does not exist is laid out"),
    Option("Progress", "no_meaning", "no dots are printed"),
    Option("Random", "honoured"),
    Option("RandomAccess", "no_meaning", _HINT),
    Option("RandomDataSource", "refused", "blocks are not taken from a file"),
    Option(
        "RandomRatio", "differs", "an operation that is not random continues where the walk was"
    ),
    Option("RandSeed", "honoured"),
    Option("RequestCount", "honoured"),
    Option("ResultFormat", "told", "text is printed; plimsoll report has the other formats"),
    Option("SequentialScan", "no_meaning", _HINT),
    Option("StrideSize", "honoured"),
    Option("Target", "honoured"),
    Option("Targets", "honoured"),
    Option("TemporaryFile", "no_meaning", _HINT),
    Option("ThinkTime", "refused", "take --think-time or --bursts of plimsoll run"),
    Option("ThreadCount", "differs", "for one target; refused with several"),
    Option("ThreadsPerFile", "honoured"),
    Option("ThreadStride", "refused", "every thread begins at the base offset"),
    Option("ThreadTargets", "refused", "every thread drives one target"),
    Option(
        "Throughput", "differs", "a schedule of that many operations: late ones are caught up on"
    ),
    Option("TimeSpan", "honoured"),
    Option("TimeSpans", "honoured"),
    Option("UseLargePages", "no_meaning", "buffers come in pages of the system's choice"),
    Option("Verbose", "no_meaning", "the text is always complete"),
    Option("Warmup", "honoured"),
    Option("Weight", "refused", "every thread drives one target"),
    Option("WriteBufferContent", "honoured"),
    Option("WriteRatio", "honoured"),
    Option("WriteThrough", "honoured"),
)

SECTIONS = {"The command line": FLAGS, "The XML profile (-X)": ELEMENTS}
PATTERN = _PATTERN
"""Said where the write buffer is diskspd's default."""


def known(options: tuple[Option, ...], name: str) -> Option | None:
    """The flag or element of this name."""
    return next((one for one in options if one.name == name), None)
