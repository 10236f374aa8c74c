"""A Plimsoll that a Plimsoll starts: the same one, and nothing that lies where it is started.

`python -m plimsoll` would not do: it looks for modules in its working folder first, where whoever
shares that folder may have put a `plimsoll` or a `json.py`; so does an empty part of PYTHONPATH. So
the interpreter is isolated, and is told where the modules of this process came from. It makes
itself nice, since which `nice` is on the PATH depends on the folder, too.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

_BEGIN = (
    "import importlib, json, os, sys; os.nice(int(sys.argv.pop(1))); sys.path[:] ="
    " json.loads(sys.argv.pop(1)); sys.exit(importlib.import_module(sys.argv.pop(1)).run())"
)


MAIN = "plimsoll.__main__"


def command(*arguments: str, nice: int = 0, module: str = MAIN) -> list[str]:
    """The command line of `plimsoll ARGUMENTS`, from whatever folder; `nice` is added to the
    niceness. `module`: another whose `run` is called."""
    # What is relative would be looked for in the folder of the child.
    paths = [path for path in sys.path if Path(path).is_absolute()]
    return [sys.executable, "-I", "-c", _BEGIN, str(nice), json.dumps(paths), module, *arguments]
