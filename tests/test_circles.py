"""Circles of Rust's modules are found, on made-up crates, and none is found where there is none."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
Crate = dict[str, str]


@pytest.fixture
def circles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Crate], list[list[str]]]:
    """The circles of a crate, given as its files."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import circles as tool
    import rust_modules

    def circles_of(files: Crate) -> list[list[str]]:
        source = tmp_path / "crates" / "made" / "src"
        for name, text in files.items():
            path = source / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        ((_, arrows),) = rust_modules.crates(tmp_path / "crates")
        return list(tool.circles(arrows))

    return circles_of


LIB = "mod a;\nmod b;\npub use a::A;\npub use b::B;\n"

CIRCLES: dict[str, tuple[Crate, list[str]]] = {
    "two files name each other": (
        {"lib.rs": LIB, "a.rs": "use crate::b::B;\npub struct A(B);", "b.rs": "use crate::a::A;"},
        ["crate::a", "crate::b"],
    ),
    "through what the root passes on": (
        {"lib.rs": LIB, "a.rs": "use crate::B;\npub struct A(B);", "b.rs": "use crate::{A};"},
        ["crate::a", "crate::b"],
    ),
    "by a path in the code alone": (
        {
            "lib.rs": LIB,
            "a.rs": "use super::b::{self};\npub struct A(b::B);",
            "b.rs": "pub struct B;\nimpl B { fn a(&self) -> crate::a::A { todo!() } }",
        },
        ["crate::a", "crate::b"],
    ),
    "a child and a parent that holds more than names": (
        {
            "lib.rs": "mod a;",
            "a/mod.rs": "mod child;\nuse child::Child;\npub struct Parent(Child);",
            "a/child.rs": "use super::Parent;\npub struct Child(Box<Parent>);",
        },
        ["crate::a", "crate::a::child"],
    ),
    "from an inline module": (
        {
            "lib.rs": LIB,
            "a.rs": "pub struct A;\nmod inner { use super::super::b::B; }",
            "b.rs": "use crate::a::*;\npub struct B(A);",
        },
        ["crate::a", "crate::b"],
    ),
}

NONE: dict[str, Crate] = {
    "a parent of names alone": {
        "lib.rs": "mod a;",
        "a.rs": "mod one;\nmod two;\npub use one::One;\npub use two::Two;",
        "a/one.rs": "pub struct One;",
        "a/two.rs": "use super::One;\npub struct Two(One);",
    },
    "tests know everything": {
        "lib.rs": LIB + "#[cfg(test)]\nmod tests;",
        "a.rs": "pub struct A;\n#[cfg(test)]\nmod tests { use crate::b::B; }",
        "b.rs": "use crate::a::A;\npub struct B(A);",
        "tests.rs": "use crate::*;",
    },
    "comments, texts and lifetimes are no code": {
        "lib.rs": LIB,
        "a.rs": "// crate::b::B\n/* crate::b::B */\n/// [`B`](crate::b::B)\n"
        "pub struct A<'b>(&'b str);\nconst C: char = '\"'; const T: &str = \"crate::b::B\";\n"
        'const R: &str = r#"use crate::b::B;"#;',
        "b.rs": "use crate::a::A;\npub struct B<'a>(A<'a>);",
    },
    "a method of a type that stands in another file": {
        "lib.rs": "mod a;",
        "a/mod.rs": "mod more;\npub struct Parent;\nfn f(p: &Parent) { p.more(); }",
        "a/more.rs": "use super::Parent;\nimpl Parent { pub(super) fn more(&self) {} }",
    },
}


@pytest.mark.parametrize("name", CIRCLES)
def test_a_circle_is_found(circles: Any, name: str) -> None:
    files, circle = CIRCLES[name]
    assert circles(files) == [circle]


@pytest.mark.parametrize("name", NONE)
def test_where_there_is_none_none_is_found(circles: Any, name: str) -> None:
    assert circles(NONE[name]) == []
