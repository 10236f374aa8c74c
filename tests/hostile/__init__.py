"""Attacks. Each file is one area, and holds a table: what is tried, the exit code that it must end
with, what must not have changed. They go through the installed command, on real devices, files,
sockets and processes.

`make hostile` runs all of them and prints how many held; `make test` those that are not marked
`whole`. docs/security.md says what they are to show.
"""
