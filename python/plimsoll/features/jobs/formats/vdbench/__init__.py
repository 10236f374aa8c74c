"""vdbench's parameter files. `reader` parses them into parameters, `entries` into definitions,
`job` interprets those as turns, `plan` turns a turn into Runs, `report` prints vdbench's columns.

`names` has the treatment of every keyword: honoured, noted, without a meaning here, or refused with
the reason. None is ignored silently."""
