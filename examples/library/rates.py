"""Response time over the offered rate, in a loop, as a table (Polars)."""

import tempfile
from pathlib import Path

import polars

import plimsoll

STACK = Path(__file__).parents[1] / "stacks" / "mm1.toml"

with tempfile.TemporaryDirectory() as folder:
    frames = []
    for rate in (1000, 2000, 3000, 4000):
        run = plimsoll.run(
            f"stack:{STACK}",
            virtual=True,
            rate=rate,
            measure_for="30s",
            store=Path(folder, "rates.db"),
        )
        frames.append(run.frame())

table = polars.concat(frames).select(
    "offered_rate_per_s",
    "achieved_rate_per_s",
    mean_us=polars.col("response_time_ns_mean") / 1000,
    p99_us=polars.col("response_time_ns_p99") / 1000,
)
with polars.Config(float_precision=0, tbl_hide_dataframe_shape=True):
    print(table)
