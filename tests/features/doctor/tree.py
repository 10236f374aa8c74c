"""Machines as one text each, unpacked into folders for `plimsoll doctor --root`.

A captured machine is some hundred files of one line: as one text it can be read and reviewed. Each
entry begins with `== `:

    == PATH = one line            a file
    == PATH                       a file; its lines follow
    == PATH -> WHERE              a symbolic link
    == PATH/                      an empty folder

`{0..7}` in a path or a link stands for each of the numbers, `{a,b}` for each of the words (the same
in both sides). A captured folder becomes such a text with
`python -m tests.features.doctor.tree FOLDER`.
"""

import re
import sys
from pathlib import Path

HOSTS = Path(__file__).resolve().parents[2] / "fixtures/hosts"


def unpack(name: str, folder: Path) -> Path:
    """The machine of that name as a folder."""
    write((HOSTS / f"{name}.tree").read_text(), folder)
    return folder


def write(text: str, folder: Path) -> None:
    """The files of a text under the folder; those that are there already are replaced."""
    for entry in re.split(r"^== ", text, flags=re.MULTILINE)[1:]:
        head, _, body = entry.partition("\n")
        for line in expand_braces(head):
            _write(line, body, folder)


def _write(head: str, body: str, folder: Path) -> None:
    path, arrow, leads_to = head.partition(" -> ")
    if not arrow:
        path, equals, one_line = head.partition(" = ")
    at = folder / path
    at.parent.mkdir(parents=True, exist_ok=True)
    if path.endswith("/"):
        at.mkdir(exist_ok=True)
        return
    at.unlink(missing_ok=True)
    if arrow:
        at.symlink_to(leads_to)
    else:
        at.write_text(f"{one_line}\n" if equals else body)


def expand_braces(line: str) -> list[str]:
    """The line for each number or word of its first braces, which then stand for the same
    everywhere in it."""
    braces = re.search(r"\{(?:(\d+)\.\.(\d+)|([^{}]*,[^{}]*))\}", line)
    if not braces:
        return [line]
    words = (
        braces[3].split(",")
        if braces[3]
        else [str(one) for one in range(int(braces[1]), int(braces[2]) + 1)]
    )
    return [done for word in words for done in expand_braces(line.replace(braces[0], word))]


def pack_folder(folder: Path) -> str:
    """A captured folder as such a text."""
    entries = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_symlink():
            entries.append(f"== {name} -> {path.readlink()}\n")
        elif path.is_file():
            lines = path.read_text().splitlines()
            entries.append(
                f"== {name} = {lines[0]}\n"
                if len(lines) == 1
                else "\n".join([f"== {name}", *lines, ""])
            )
        elif not any(path.iterdir()):
            entries.append(f"== {name}/\n")
    return "".join(entries)


if __name__ == "__main__":
    sys.stdout.write(pack_folder(Path(sys.argv[1])))
