"""Storage policies: written once, applied, read back, proven, and put back (decision
0034-storage-policies).

`file.py` reads policy.toml; `resolving.py` says which rules hold for which volume and what
contradicts itself; `placement.py` where a volume may be. `backends/` has what enforces rules, one
file each. `changes.py` reads what is there, `applying.py` changes it, with `journal.py` on the disk
before each step. `proof.py` measures whether the rules hold. `words.py` makes the sentences.
"""
