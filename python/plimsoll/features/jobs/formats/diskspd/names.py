"""Every flag of diskspd's command line and every element of its XML profile, with its treatment.

After the source of diskspd 2.x (CmdLineParser, XmlProfileParser). The reference page is generated
from these tables."""

from plimsoll.features.jobs.formats.problems import Option, options

_PLACE = "ignored: start the command with taskset"
_HINT = "a hint to Windows; none is given"
_TRACE = "tracing of Windows; --collect of plimsoll run collects counters during a Run"
_COOLDOWN = "nothing is measured while it cools down"
_AFFINITY = "workers are not bound to processors"
_COMPLETIONS = "completions are taken as the engine delivers them"
_PAGES = "buffers come in pages of the system's choice"
_LATENCY = "latency is always measured"
_SHOWN = "plimsoll report shows what was measured, in its own forms"
_RATE = "a schedule of that many operations: late ones are caught up on"
_WALK = "an operation that is not random continues where the walk was"
_THINK = "take think_time or bursts of a campaign"
_ZONES = "take the pattern zones of a campaign"
_BASE = "every thread begins at the base offset"
_FROM_FILE = "blocks are not taken from a file"
_ONE_TARGET = "for one target; refused with several"
_DRIVES_ONE = "every thread drives one target"
PATTERN = (
    "blocks hold random data, not a repeating pattern: a target that compresses or deduplicates"
    " saves nothing"
)
"""Remark on diskspd's default write buffer."""

_FLAGS_HONOURED = "-b -B -c -d -D -f -h -o -r -s -si -S -t -w -W -X -z -Z -Zr"
FLAGS = (
    *options("honoured", *_FLAGS_HONOURED.split()),
    Option("-a", "told", _PLACE),
    Option("-C", "no_meaning", _COOLDOWN),
    Option("-e", "refused", _TRACE),
    Option("-fr, -fs, -ft", "no_meaning", _HINT),
    Option("-F", "differs", f"as -t, {_ONE_TARGET}"),
    Option("-g", "differs", _RATE),
    Option("-i", "refused", _THINK),
    Option("-j", "refused", _THINK),
    Option("-I", "refused", "start the command with ionice; -I3, the default, is accepted"),
    Option("-l", "no_meaning", _PAGES),
    Option("-L", "no_meaning", _LATENCY),
    Option("-n", "no_meaning", _AFFINITY),
    Option("-N", "refused", "take sync = 'dsync' of a campaign"),
    Option("-O", "differs", f"as -o, {_ONE_TARGET}"),
    Option("-p", "refused", "every operation continues from the one before"),
    *options("no_meaning", "-P", "-R", "-v", why=_SHOWN),
    Option("-rs", "differs", _WALK),
    Option("-rd", "refused", _ZONES),
    Option("-Sm", "refused", "files are not mapped into memory"),
    Option("-Sr", "refused", "there is no remote end that could cache"),
    Option("-T", "refused", _BASE),
    Option("-x", "no_meaning", _COMPLETIONS),
    Option("-y", "refused", "start and stop the command from the script instead"),
    Option("-Z<size>", "differs", "every block is random, not taken from one buffer"),
    Option("-Z<size>,<file>", "refused", _FROM_FILE),
)

_ELEMENTS_HONOURED = """
BaseFileOffset BlockSize CalculateIopsStdDev DisableAllCache DisableOSCache Duration FileSize
InterlockedSequential IoBucketDuration MaxFileSize Path Pattern Random RandSeed RequestCount
StrideSize Target Targets ThreadsPerFile TimeSpan TimeSpans Warmup WriteBufferContent WriteRatio
WriteThrough
"""
_AFFINITIES = ("AffinityAssignment", "AffinityGroupAssignment", "Affinity", "Assignment")
ELEMENTS = (
    *options("honoured", *_ELEMENTS_HONOURED.split()),
    *options("told", *_AFFINITIES, why=_PLACE),
    *options("no_meaning", "RandomAccess", "SequentialScan", "TemporaryFile", why=_HINT),
    *options("no_meaning", "Progress", "ResultFormat", "Verbose", why=_SHOWN),
    *options("refused", "BurstSize", "ThinkTime", why=_THINK),
    *options("refused", "ThreadTargets", "Weight", why=_DRIVES_ONE),
    Option("CompletionRoutines", "no_meaning", _COMPLETIONS),
    Option("Cooldown", "no_meaning", _COOLDOWN),
    Option("DisableAffinity", "no_meaning", _AFFINITY),
    Option("DisableLocalCache", "refused", "there is no remote end that could cache"),
    Option("Distribution", "refused", _ZONES),
    Option("ETW", "refused", _TRACE),
    Option("IOPriority", "refused", "start the command with ionice; 3, the default, is accepted"),
    Option("MeasureLatency", "no_meaning", _LATENCY),
    Option("MemoryMappedIo", "refused", "files are not mapped into memory"),
    Option("ParallelAsyncIO", "refused", "every operation continues from the one before"),
    Option("PrecreateFiles", "no_meaning", "plimsoll prepare lays a file out"),
    Option("RandomDataSource", "refused", _FROM_FILE),
    Option("RandomRatio", "differs", _WALK),
    Option("ThreadCount", "differs", _ONE_TARGET),
    Option("ThreadStride", "refused", _BASE),
    Option("Throughput", "differs", _RATE),
    Option("UseLargePages", "no_meaning", _PAGES),
)

SECTIONS = {"The command line": FLAGS, "The XML profile (-X)": ELEMENTS}
