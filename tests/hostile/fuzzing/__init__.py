"""Made-up input for what Python reads: documents that people write (TOML), stores, HTTP. `python -m
tests.hostile.fuzzing`.

What Rust parses (workloads, stacks, records, histograms, both ends of NBD) is fuzzed with coverage
by `tools/fuzz`. Here the inputs are mutations, by structure and by byte, of real ones, each drawn
from a seed and its own number: a case is reproduced by those two.
"""
