"""The command line of a child process that runs this same Plimsoll, safe in any folder.

`python -m plimsoll` looks for modules in its working folder first, where other users of the folder
may have put a `plimsoll` or a `json.py`; so does an empty part of PYTHONPATH. So the interpreter is
isolated and gets the module paths of this process. The child sets its own niceness, since the
`nice` on the PATH may depend on the folder, too.
"""

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
    # A relative path would be searched in the folder of the child.
    paths = [path for path in sys.path if Path(path).is_absolute()]
    return [sys.executable, "-I", "-c", _BEGIN, str(nice), json.dumps(paths), module, *arguments]
