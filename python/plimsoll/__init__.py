"""Plimsoll: the load line of your storage.

The command is `plimsoll` (package `cli`). This package is laid out by what it does; ARCHITECTURE.md
shows the map. Nothing is imported here, so that the command answers at once.
"""

__version__ = "0.1.0"
