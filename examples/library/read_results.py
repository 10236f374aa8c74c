"""What another program measured: fio's JSON as a campaign of Runs.

python examples/library/read_results.py result.json
"""

import sys

import plimsoll

try:
    results = plimsoll.read(*sys.argv[1:])
except plimsoll.Error as error:
    sys.exit(f"{error} (exit code {error.exit_code})")

for run in results.runs:
    mean_s = run.latency_seconds("mean", metric="completion_latency")
    mean = "" if mean_s is None else f", mean completion latency {mean_s * 1e6:.3g} µs"
    print(f"Run {run.number}: {run.achieved_iops:,.0f} IOPS{mean}")
