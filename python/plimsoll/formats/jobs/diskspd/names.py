"""Every flag of diskspd's command line and every element of its XML profile, and what becomes of
it.

After the source of diskspd 2.x (CmdLineParser, XmlProfileParser). The reference page is made from
these tables.
"""

from __future__ import annotations

from plimsoll.formats.jobs.problems import Named

_PLACED = "ignored: start the command with taskset"
_HINT = "a hint to Windows; none is given"
_EVENTS = "start and stop the command from the script instead"
_TRACE = "tracing of Windows; --collect of plimsoll run collects counters during a Run"
_PATTERN = "blocks hold random data, not a repeating pattern: a target that compresses or"
_PATTERN += " deduplicates saves nothing"

FLAGS = (
    Named("-a", "told", _PLACED),
    Named("-b", "honoured"),
    Named("-B", "honoured"),
    Named("-c", "honoured"),
    Named("-C", "no_meaning", "nothing is measured while it cools down"),
    Named("-d", "honoured"),
    Named("-D", "honoured"),
    Named("-e", "refused", _TRACE),
    Named("-f", "honoured"),
    Named("-fr, -fs, -ft", "no_meaning", _HINT),
    Named("-F", "differs", "as -t, for one target; refused with several"),
    Named("-g", "differs", "a schedule of that many operations: late ones are caught up on"),
    Named("-h", "honoured"),
    Named("-i", "refused", "take --bursts of plimsoll run"),
    Named("-j", "refused", "take --think-time or --bursts of plimsoll run"),
    Named("-I", "refused", "start the command with ionice; -I3, the default, is accepted"),
    Named("-l", "no_meaning", "buffers come in pages of the system's choice"),
    Named("-L", "honoured"),
    Named("-n", "no_meaning", "workers are not bound to processors"),
    Named("-N", "refused", "take --durable-writes of plimsoll run"),
    Named("-o", "honoured"),
    Named("-O", "differs", "as -o, for one target; refused with several"),
    Named("-p", "refused", "every operation continues from the one before"),
    Named("-P", "no_meaning", "no dots are printed"),
    Named("-r", "honoured"),
    Named("-rs", "differs", "an operation that is not random continues where the walk was"),
    Named("-rd", "refused", "take --pattern zones of plimsoll run"),
    Named("-R", "refused", "text is printed; plimsoll report has the other formats"),
    Named("-s", "honoured"),
    Named("-si", "honoured"),
    Named("-S", "honoured"),
    Named("-Sm", "refused", "files are not mapped into memory"),
    Named("-Sr", "refused", "there is no remote end that could cache"),
    Named("-t", "honoured"),
    Named("-T", "refused", "every thread begins at the base offset"),
    Named("-v", "no_meaning", "the text is always complete"),
    Named("-w", "honoured"),
    Named("-W", "honoured"),
    Named("-x", "no_meaning", "completions are taken as the engine delivers them"),
    Named("-X", "honoured"),
    Named("-y", "refused", _EVENTS),
    Named("-z", "honoured"),
    Named("-Z", "honoured"),
    Named("-Zr", "honoured"),
    Named("-Z<size>", "differs", "every block is random, not taken from one buffer"),
    Named("-Z<size>,<file>", "refused", "blocks are not taken from a file"),
)

ELEMENTS = (
    Named("AffinityAssignment", "told", _PLACED),
    Named("AffinityGroupAssignment", "told", _PLACED),
    Named("Affinity", "told", _PLACED),
    Named("Assignment", "told", _PLACED),
    Named("BaseFileOffset", "honoured"),
    Named("BlockSize", "honoured"),
    Named("BurstSize", "refused", "take --bursts of plimsoll run"),
    Named("CalculateIopsStdDev", "honoured"),
    Named("CompletionRoutines", "no_meaning", "completions are taken as the engine delivers them"),
    Named("Cooldown", "no_meaning", "nothing is measured while it cools down"),
    Named("DisableAffinity", "no_meaning", "workers are not bound to processors"),
    Named("DisableAllCache", "honoured"),
    Named("DisableLocalCache", "refused", "there is no remote end that could cache"),
    Named("DisableOSCache", "honoured"),
    Named("Distribution", "refused", "take --pattern zones of plimsoll run"),
    Named("Duration", "honoured"),
    Named("ETW", "refused", _TRACE),
    Named("FileSize", "honoured"),
    Named("InterlockedSequential", "honoured"),
    Named("IoBucketDuration", "honoured"),
    Named("IOPriority", "refused", "start the command with ionice; 3, the default, is accepted"),
    Named("MaxFileSize", "honoured"),
    Named("MeasureLatency", "honoured"),
    Named("MemoryMappedIo", "refused", "files are not mapped into memory"),
    Named("ParallelAsyncIO", "refused", "every operation continues from the one before"),
    Named("Path", "honoured"),
    Named("Pattern", "honoured"),
    Named("PrecreateFiles", "no_meaning", "a file that does not exist is laid out"),
    Named("Progress", "no_meaning", "no dots are printed"),
    Named("Random", "honoured"),
    Named("RandomAccess", "no_meaning", _HINT),
    Named("RandomDataSource", "refused", "blocks are not taken from a file"),
    Named("RandomRatio", "differs", "an operation that is not random continues where the walk was"),
    Named("RandSeed", "honoured"),
    Named("RequestCount", "honoured"),
    Named("ResultFormat", "told", "text is printed; plimsoll report has the other formats"),
    Named("SequentialScan", "no_meaning", _HINT),
    Named("StrideSize", "honoured"),
    Named("Target", "honoured"),
    Named("Targets", "honoured"),
    Named("TemporaryFile", "no_meaning", _HINT),
    Named("ThinkTime", "refused", "take --think-time or --bursts of plimsoll run"),
    Named("ThreadCount", "differs", "for one target; refused with several"),
    Named("ThreadsPerFile", "honoured"),
    Named("ThreadStride", "refused", "every thread begins at the base offset"),
    Named("ThreadTargets", "refused", "every thread drives one target"),
    Named(
        "Throughput", "differs", "a schedule of that many operations: late ones are caught up on"
    ),
    Named("TimeSpan", "honoured"),
    Named("TimeSpans", "honoured"),
    Named("UseLargePages", "no_meaning", "buffers come in pages of the system's choice"),
    Named("Verbose", "no_meaning", "the text is always complete"),
    Named("Warmup", "honoured"),
    Named("Weight", "refused", "every thread drives one target"),
    Named("WriteBufferContent", "honoured"),
    Named("WriteRatio", "honoured"),
    Named("WriteThrough", "honoured"),
)

SECTIONS = {"The command line": FLAGS, "The XML profile (-X)": ELEMENTS}
PATTERN = _PATTERN
"""Said where the write buffer is diskspd's default."""


def known(options: tuple[Named, ...], name: str) -> Named | None:
    """The flag or element of this name."""
    return next((one for one in options if one.name == name), None)
