"""Is one setting better than another? Three Runs of each, then a comparison that knows the noise
between Runs of the same setting."""

import tempfile
from pathlib import Path

import plimsoll

STACK = Path(__file__).parents[1] / "stacks" / "mm1.toml"

with tempfile.TemporaryDirectory() as folder:
    before, after = Path(folder, "before.db"), Path(folder, "after.db")
    for seed in (1, 2, 3):
        for store, service in ((before, "200us"), (after, "150us")):
            plimsoll.run(
                f"stack:{STACK}",
                virtual=True,
                parameters={"disk.service.mean": service},
                rate=3000,
                measure_for="20s",
                seed=seed,
                store=store,
            )
    comparison = plimsoll.compare(f"{before}#all", f"{after}#all")

print(f"after against before: {comparison.verdict}")
for question in comparison.questions:
    for figure in question["figures"]:
        for finding in figure["findings"]:
            print(f"  {figure['name']}: {finding['ratio']:.2f} times, {finding['verdict']}")
