"""A mistake in a document is told with its line, its key and the known ones."""

from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict, Field, field_validator

from plimsoll.base.errors import InputError, NoTargetError
from plimsoll.base.reading import parse, read
from plimsoll.campaign import loader


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    count: int = Field(default=1, ge=1)

    @field_validator("name")
    @classmethod
    def short(cls, name: str) -> str:
        if len(name) > 8:
            raise ValueError("names have at most 8 letters")
        return name


class Whole(BaseModel):
    model_config = ConfigDict(extra="forbid")
    seed: int = 1
    size: int | list[int] = 4
    part: list[Part] = []
    by_name: dict[str, Part] = {}


GOOD = """seed = 3
[[part]]
name = "a"

[[part]]
name = "b"
count = 2
[by_name.x]
name = "x"
"""


def test_a_document_reads_with_its_defaults() -> None:
    whole = parse(GOOD, Whole, name="w.toml")
    assert (whole.seed, [(p.name, p.count) for p in whole.part]) == (3, [("a", 1), ("b", 2)])


@pytest.mark.parametrize(
    ("change", "line", "parts"),
    [
        (("seed = 3", "sed = 3"), 1, ["no key 'sed'", "Did you mean 'seed'?", "size"]),
        (("count = 2", "cuont = 2"), 7, ["part.1.cuont", "Did you mean 'count'?", "name"]),
        (("count = 2", "count = 0"), 7, ["part.1.count", "greater than or equal to 1", "it is 0"]),
        (("count = 2", 'count = "x"'), 7, ["part.1.count", "integer"]),
        (('name = "b"', 'name = "much too long"'), 6, ["at most 8 letters"]),
        (('name = "x"', "count = 1"), 8, ["by_name.x.name' is missing"]),
        (('name = "x"', 'name = "x"\nnmae = 1'), 10, ["by_name.x.nmae", "Did you mean 'name'?"]),
        (("seed = 3", 'size = "many"'), 1, ["size"]),
        (("seed = 3", "seed = "), 1, ["not TOML"]),
    ],
)
def test_a_mistake_has_its_line_and_its_key(
    change: tuple[str, str], line: int, parts: list[str]
) -> None:
    with pytest.raises(InputError) as raised:
        parse(GOOD.replace(*change), Whole, name="w.toml")
    told = str(raised.value)
    assert told.startswith(f"w.toml:{line}: "), told
    for part in parts:
        assert part in told, told


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(NoTargetError):
        read(tmp_path / "nowhere.toml", Whole)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not text"):
        read(tmp_path / "binary", Whole)
    with pytest.raises(InputError, match="cannot read"):
        read(tmp_path, Whole)


def test_an_empty_document_is_called_empty(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text("\n")
    with pytest.raises(InputError, match=r"the campaign file .*c\.toml is empty"):
        loader.read(tmp_path / "c.toml")
