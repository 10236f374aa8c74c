"""Is it the storage at all? Results that somebody handed over, before they are planned with.

python examples/library/judge_results.py night.json --link sata-6g
"""

import argparse
import sys

import plimsoll

parser = argparse.ArgumentParser()
parser.add_argument("files", nargs="+")
parser.add_argument("--link")
given = parser.parse_args()

try:
    result = plimsoll.judge_results(*given.files, link=given.link)
except plimsoll.Error as error:
    sys.exit(f"{error} (exit code {error.exit_code})")

for run in result.runs:
    rate = "no rate" if run.rate_iops is None else f"{run.rate_iops:,.0f} IOPS"
    print(f"{run.at}: {rate}, {run.use}")
    for finding in run.findings:
        if finding.use == run.use:
            print(f"  {finding.code}: {finding.sentence}")
for left in result.left_out:
    print(f"not judged: {left['why']}")
print(f"together: {result.use}")
