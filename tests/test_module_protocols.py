"""Modules that are imported by name have what their protocols declare: no type checker follows an
import by name, so a rename there would otherwise be found by a user."""

import inspect
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any, Protocol

import pytest

from plimsoll.base.feature import SourceEntry, features
from plimsoll.campaign.designs import DesignModule, all_designs
from plimsoll.collect.pull import SourceModule
from plimsoll.collect.readers import READERS, ReaderModule
from plimsoll.native import together


class _Formats(Protocol):
    """A module of a `ResultsEntry`."""

    FORMATS: tuple[Any, ...]


def _pairs() -> Iterator[tuple[type, str]]:
    for design in all_designs():
        yield DesignModule, design.module
    for reader in READERS:
        yield ReaderModule, f"plimsoll.collect.readers.{reader.name}"
    for feature in features():
        for source in feature.sources:
            yield SourceModule if isinstance(source, SourceEntry) else _Formats, source.module
        if feature.hosts is not None:
            yield together.Feature, feature.hosts


def differences(protocol: type, module: ModuleType | SimpleNamespace) -> list[str]:
    """What a protocol declares and a module lacks, or has with other parameters."""
    found = [name for name in inspect.get_annotations(protocol) if not hasattr(module, name)]
    for name, declared in vars(protocol).items():
        if name.startswith("_") or not inspect.isfunction(declared):
            continue
        if not hasattr(module, name):
            found.append(name)
        else:
            own = list(inspect.signature(getattr(module, name)).parameters)
            wanted = list(inspect.signature(declared).parameters)[1:]
            if own[: len(wanted)] != wanted:
                found.append(f"{name}({', '.join(own)}) for ({', '.join(wanted)})")
    return found


@pytest.mark.long
@pytest.mark.parametrize(("protocol", "module"), tuple(_pairs()), ids=str)
def test_a_module_has_what_its_protocol_declares(protocol: type, module: str) -> None:
    assert differences(protocol, import_module(module)) == []


def test_a_renamed_function_and_a_renamed_constant_are_found() -> None:
    design: Any = import_module(all_designs()[0].module)
    renamed = SimpleNamespace(**{n: v for n, v in vars(design).items() if n != "ROWS_PRINTED"})
    renamed.check = lambda spec: None
    assert differences(DesignModule, renamed) == [
        "ROWS_PRINTED",
        "check(spec) for (spec, expected_s)",
    ]
