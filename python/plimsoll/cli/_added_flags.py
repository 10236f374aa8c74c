"""Flags that features add to verbs of the core.

A feature names a module of them in its `feature.py`. The module has `flags`, a function whose
parameters are the flags, described as those of a verb (`cli/_options.py`), and EXAMPLES, commands
that use them. The verb has the parameter `added` where the flags stand in its help; it gets the
results of the functions by the names of their modules, and never looks into them.
"""

import functools
import inspect
from collections.abc import (
    Callable,
    Iterable,
    Mapping,  # typer reads it
)
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar, cast

from plimsoll.base.feature import features

Verb = TypeVar("Verb", bound="Callable[..., object]")
Added: TypeAlias = Mapping[str, Any]
"""Results by the names of the modules."""
NOTHING: Added = MappingProxyType({})
PARAMETER = "added"


def of_pages() -> tuple[str, ...]:
    """The modules of flags for `plimsoll web`."""
    return tuple(one.pages.flags for one in features() if one.pages and one.pages.flags)


def of_designs() -> tuple[str, ...]:
    """The modules of flags for `plimsoll campaign plan` and `run`."""
    return tuple(design.flags for one in features() for design in one.designs if design.flags)


def examples(modules: Iterable[str]) -> tuple[str, ...]:
    """The commands that use these flags."""
    return tuple(line for name in modules for line in import_module(name).EXAMPLES)


def with_flags(modules: Iterable[str]) -> Callable[[Verb], Verb]:
    """A verb with the flags of these modules in the place of its parameter `added`."""
    functions = {name: import_module(name).flags for name in modules}
    parameters = {
        name: list(inspect.signature(function, eval_str=True).parameters.values())
        for name, function in functions.items()
    }

    def spread_out(verb: Verb) -> Verb:
        signature = inspect.signature(verb, eval_str=True)
        flags = [
            one.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for own in signature.parameters.values()
            for one in (
                [own]
                if own.name != PARAMETER
                else [flag for found in parameters.values() for flag in found]
            )
        ]

        @functools.wraps(verb)
        def spread_verb(**given: Any) -> object:
            added = {
                name: function(**{one.name: given.pop(one.name) for one in parameters[name]})
                for name, function in functions.items()
            }
            return verb(**given, **{PARAMETER: added})

        spread_verb.__signature__ = signature.replace(parameters=flags)  # type: ignore[attr-defined]
        spread_verb.__annotations__ = {one.name: one.annotation for one in flags}
        del spread_verb.__wrapped__
        return cast("Verb", spread_verb)

    return spread_out
