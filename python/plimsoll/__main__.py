"""`python -m plimsoll` is the same as `plimsoll`."""

import sys

from plimsoll.cli import main

if __name__ == "__main__":
    sys.exit(main())
