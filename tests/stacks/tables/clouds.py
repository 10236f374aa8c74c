"""Cloud volumes: what is published of them, and what their stacks give."""

from dataclasses import dataclass
from typing import Any

from tests.stacks.runs import command, of_client, rate_per_s, simulate_run
from tests.stacks.tables.shape import Maker, Table, count

# What may be saved up of the caps without credits is one operation: nothing of the first second is
# in the figures.
STEADY = ("--warmup-for", "1s", "--measure-for", "10s")


@dataclass(frozen=True)
class CloudVolume:
    """A volume under a block size: operations per second that follow from what is published."""

    volume: str
    stack: str
    client: str
    block_size: str
    per_s: float
    because: str
    known: str = ""
    """How it is known, if not from the provider's pages."""

    def run(self) -> Any:
        return of_client(
            simulate_run(self.stack, "--block-size", self.block_size, *STEADY), self.client
        )


GENERAL = " (general knowledge)"
PUBLISHED = (
    CloudVolume("gp3, 100 GiB", "cloud-gp3", "gp3", "16k", 3000, "3,000 whatever the size"),
    CloudVolume("gp3, 100 GiB", "cloud-gp3", "gp3", "64k", 125 * 16, "125 MiB/s"),
    CloudVolume(
        "gp3, 100 GiB, most bought", "cloud-gp3", "gp3-bought", "16k", 50_000, "500 per GiB"
    ),
    CloudVolume(
        "gp3, 100 GiB, most bought", "cloud-gp3", "gp3-bought", "64k", 2000 * 16, "2,000 MiB/s"
    ),
    CloudVolume("io1, 500 GiB", "cloud-io2", "io1-500", "16k", 25_000, "50 per GiB"),
    CloudVolume("io1, 500 GiB", "cloud-io2", "io1-500", "256k", 1000 * 4, "1,000 MiB/s"),
    CloudVolume("io2, 100 GiB", "cloud-io2", "io2-100", "16k", 100_000, "1,000 per GiB"),
    CloudVolume("io2, 512 GiB", "cloud-io2", "io2-512", "16k", 256_000, "at most 256,000"),
    CloudVolume("io2, 512 GiB", "cloud-io2", "io2-512", "256k", 4000 * 4, "4,000 MiB/s"),
    CloudVolume(
        "PD standard, 500 GiB, reads", "cloud-pd", "pd-standard", "4k", 375, "0.75 per GiB"
    ),
    CloudVolume(
        "PD balanced, 500 GiB", "cloud-pd", "pd-balanced", "4k", 6000, "3,000 + 6 per GiB", GENERAL
    ),
    CloudVolume(
        "PD balanced, 500 GiB", "cloud-pd", "pd-balanced", "64k", 140 * 16, "0.28 MiB/s per GiB"
    ),
    CloudVolume(
        "PD ssd, 500 GiB", "cloud-pd", "pd-ssd", "4k", 21_000, "6,000 + 30 per GiB", GENERAL
    ),
    CloudVolume("PD ssd, 500 GiB", "cloud-pd", "pd-ssd", "64k", 240 * 16, "0.48 MiB/s per GiB"),
    CloudVolume(
        "IBM VPC, 3 per GB, 2,000 GB", "cloud-ibm-vpc", "per-gb-3", "16k", 6000, "3 per GB"
    ),
    CloudVolume(
        "IBM VPC, 3 per GB, 2,000 GB",
        "cloud-ibm-vpc",
        "per-gb-3",
        "64k",
        1500,
        "16 KB for each of 6,000",
    ),
    CloudVolume(
        "IBM VPC, 5 per GB, 2,000 GB", "cloud-ibm-vpc", "per-gb-5", "16k", 10_000, "5 per GB"
    ),
    CloudVolume(
        "IBM VPC, 10 per GB, 2,000 GB", "cloud-ibm-vpc", "per-gb-10", "16k", 20_000, "10 per GB"
    ),
    CloudVolume(
        "IBM VPC, 10 per GB, 2,000 GB",
        "cloud-ibm-vpc",
        "per-gb-10",
        "64k",
        1.024e9 / 65_536,
        "1,024 MB/s",
    ),
)


def caps() -> Table:
    rows = []
    for one in PUBLISHED:
        words = (one.volume, one.block_size, f"{one.because}{one.known}")
        rows.append((*words, count(one.per_s), count(rate_per_s(one.run()))))
    return Table(
        (command("STACK", "--block-size", "SIZE", *STEADY),),
        ("volume", "block size", "published", "follows, IOPS", "ours, IOPS"),
        rows,
    )


@dataclass(frozen=True)
class Burst:
    """A volume with credits, from a full balance: its rate while they last, how long, and its rate
    after that."""

    volume: str
    stack: str
    client: str
    block_size: str
    burst_per_s: float
    lasts_s: float
    rate_per_s: float
    hundredth: tuple[str, ...]
    tenth: tuple[str, ...] = ()
    """A tenth of the credits, where those of the file would last for millions of operations."""


# A hundredth of the credits of a stack, operations and bytes as its file says them.
OF_GP2 = ("--set", "gp2.credits=54000")
OF_AZURE = (
    *("--set", "p10-tier.credits=54000", "--set", "p10-tier.credit_bytes=1260mb"),
    *("--set", "p20-tier.credits=21600", "--set", "p20-tier.credit_bytes=360mb"),
)
GP2_TENTH = ("--set", "gp2.credits=540000")
AZURE_TENTH = (
    *("--set", "p10-tier.credits=540000", "--set", "p10-tier.credit_bytes=12.6gb"),
    *("--set", "p20-tier.credits=216000", "--set", "p20-tier.credit_bytes=3.6gb"),
)
BURSTS = (
    Burst(
        "gp2, 100 GiB",
        "cloud-gp2",
        "gp2-100",
        "16k",
        3000,
        5.4e6 / (3000 - 3 * 100),
        300,
        OF_GP2,
        GP2_TENTH,
    ),
    Burst(
        "Azure P10, operations",
        "cloud-azure-premium",
        "disk-p10",
        "4k",
        3500,
        1800,
        500,
        OF_AZURE,
        AZURE_TENTH,
    ),
    Burst(
        "Azure P20, operations",
        "cloud-azure-premium",
        "disk-p20",
        "4k",
        3500,
        1800,
        2300,
        OF_AZURE,
        AZURE_TENTH,
    ),
    Burst(
        "Azure P10, bytes",
        "cloud-azure-premium",
        "disk-p10",
        "256k",
        170e6 / 2**18,
        1800,
        100e6 / 2**18,
        OF_AZURE,
    ),
    Burst(
        "Azure P20, bytes",
        "cloud-azure-premium",
        "disk-p20",
        "256k",
        170e6 / 2**18,
        1800,
        150e6 / 2**18,
        OF_AZURE,
    ),
)
# From the beginning, and until after all of them have run out.
WHOLE = ("--warmup-for", "0s", "--measure-for", "2100s")
LONG_S, SHORT_S = 2100, 270
SHORT = ("--warmup-for", "0s", "--measure-for", "270s")
FIRST = ("--warmup-for", "0s", "--measure-for", "60s")
# A hundredth of the credits is gone after some 20 s: what comes then need not wait for 2,000 s of
# operations a second time.
AFTER = ("--warmup-for", "60s", "--measure-for", "60s")


def burst_run(burst: Burst) -> tuple[Any, int, int]:
    """A Run in which the credits run out, its seconds, and how many times as many credits the
    volume has."""
    flags, length_s, times = (
        ((*burst.tenth, *SHORT), SHORT_S, 10) if burst.tenth else (WHOLE, LONG_S, 1)
    )
    return simulate_run(burst.stack, "--block-size", burst.block_size, *flags), length_s, times


def credit_figures(burst: Burst) -> tuple[float, float, float]:
    """Rate in the first minute, seconds until the credits are gone, rate after that.

    The seconds are those in which both rates add up to what was completed in the whole Run. (The
    count of a record has what was outstanding at its end, too.)
    """
    first, after = (
        of_client(simulate_run(burst.stack, "--block-size", burst.block_size, *times), burst.client)
        for times in (FIRST, (*burst.hundredth, *AFTER))
    )
    fast, slow = rate_per_s(first), rate_per_s(after)
    record, length_s, times = burst_run(burst)
    whole = rate_per_s(of_client(record, burst.client))
    return fast, times * length_s * (whole - slow) / (fast - slow), slow


def last_minute_per_s(burst: Burst) -> float:
    """What all clients of a stack complete in the last minute, when all of the credits is gone."""
    record, length_s, _ = burst_run(burst)
    last = [one for one in record["intervals"] if length_s - 60 <= one["start_s"] < length_s]
    return sum(one["reads"] for one in last) / sum(one["length_s"] for one in last)


def credits_of() -> Table:
    rows = []
    for one in BURSTS:
        fast, lasts, slow = credit_figures(one)
        said = (count(one.burst_per_s), f"{one.lasts_s:,.0f} s", count(one.rate_per_s))
        rows.append(
            (one.volume, one.block_size, *said, count(fast), f"{lasts:,.0f} s", count(slow))
        )
    large = rate_per_s(of_client(burst_run(BURSTS[0])[0], "gp2-1024"))
    rows.append(("gp2, 1 TiB", "16k", "-", "no burst", "3,072", "-", "no burst", count(large)))
    tenth = ("--set", "TIER.CREDITS=TENTH", *SHORT)
    small = ("--set", "TIER.CREDITS=HUNDREDTH", *AFTER)
    asked = (WHOLE, tenth, FIRST, small)
    return Table(
        tuple(command("STACK", "--block-size", "SIZE", *times) for times in asked),
        (
            "volume",
            "block size",
            "published: burst",
            "lasts",
            "then",
            "ours: burst",
            "lasts",
            "then",
        ),
        rows,
    )


TABLES: dict[str, Maker] = {"clouds-caps": caps, "clouds-credits": credits_of}
