"""vdbench's parameter files: `reader` reads them into parameters, `entries` into definitions, `job`
gives those their meaning as turns, `plan` says which Runs a turn is, `report` prints them in
vdbench's columns.

A keyword is known by `names`: honoured, told, without a meaning here, or refused with the reason.
None is ignored silently.
"""
