"""`plimsoll` and `python -m plimsoll`: the command line, with Ctrl-C understood from the first moment on."""

import sys


def run() -> int:
    """Imports and runs the command line; the exit code. Ctrl-C while it is still importing ends as it does later."""
    try:
        from plimsoll.cli import main
    except KeyboardInterrupt:
        sys.stderr.write("plimsoll: interrupted\n")
        return 130
    return main()


if __name__ == "__main__":
    sys.exit(run())
