"""Described storage for tests: a disk, with whatever lies before it. Nothing here is a test."""

import re


def disk(
    mean: str = "1ms", *, servers: int = 1, spread: str = "", size: str = "16g", before: str = ""
) -> str:
    """A stack with the volume `data` on a disk of so many places, each of which takes so long for
    an operation: exactly, or distributed so (`spread`). `before`: the tables of what lies before
    the disk, in that order."""
    service = f'{{ distribution = "{spread}", mean = "{mean}" }}' if spread else f'"{mean}"'
    path = ", ".join(
        f'"{name}"' for name in (*re.findall(r"^\[\w+\.(\w+)\]", before, re.MULTILINE), "disk")
    )
    return (
        f"{before.strip()}\n[device.disk]\nservers = {servers}\nservice = {service}\n"
        f'[volume.data]\nsize = "{size}"\npath = [{path}]\n'
    )
