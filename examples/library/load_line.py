"""The load line at two block sizes, here of described storage with a bandwidth cap.

Of your own, name a file or a device: find("/mnt/array/test.bin", ..., time="2m").
"""

from pathlib import Path

import plimsoll

STACK = Path(__file__).parents[1] / "stacks" / "bytes-cap.toml"

for block_size in ("8k", "16k"):
    line = plimsoll.find(
        f"stack:{STACK}",
        virtual=True,
        block_size=block_size,
        arrivals="constant",
        objective="p99 <= 5ms",
    )
    print(f"{block_size}: {line}")
    if line.low_iops is not None and line.high_iops is not None:
        print(f"  the line lies between {line.low_iops:,.0f} and {line.high_iops:,.0f} IOPS")
