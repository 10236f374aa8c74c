"""The options of a section by name, and the problems with them: unknown, unsupported, or with an
invalid value."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TypeVar

from plimsoll.features.imports import fio_values as values
from plimsoll.features.imports.fio_values import Size
from plimsoll.features.imports.numbers import BadValueError, UnsupportedValueError
from plimsoll.features.jobs.formats.fio import names
from plimsoll.features.jobs.formats.fio.reader import Section, Setting
from plimsoll.features.jobs.formats.problems import Notes, Problem, cut

T = TypeVar("T")


@dataclass
class Options:
    """A section's options as text, under their canonical names. Getters note a problem and return
    the default."""

    section: Section
    notes: Notes
    given: dict[str, Setting] = field(default_factory=dict)
    kb_base: int = 1024
    unknown: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        for setting in self.section.settings:
            name = names.canonical_name(setting.name)
            if name is None:
                close = names.nearest(setting.name)
                like = f" (like it: {close})" if close else ""
                what = f"option '{cut(setting.name)}' is not known here{like}"
                self.unknown.append(Problem(setting.where, what, True))
            elif name in names.REFUSED and not is_default(name, setting.value):
                shown = setting.name if setting.value is None else f"{setting.name}={setting.value}"
                why = names.REFUSED[name] and f": {names.REFUSED[name]}"
                what = f"{shown[:120]} is not supported{why}"
                self.notes.refuse(setting.where, what, name not in names.NEVER_LEFT_OUT)
            elif name in names.ACCEPTED_WITH_NOTE and not is_default(name, setting.value):
                self.notes.remark(setting.where, names.remark_text(setting.name, name))
            elif name in names.HONOURED and name != "name":
                self.given[name] = setting
                if name in names.DIFFERS:
                    self.notes.remark(setting.where, f"{setting.name}: {names.DIFFERS[name]}")
        self.kb_base = self.get("kb_base", lambda text: values.whole(text, 1000, 1024), 1024)

    def bad(self, name: str, why: str, *, unsupported: bool = False) -> None:
        """Notes a problem with the value of an option."""
        setting = self.given[name]
        shown = "" if setting.value is None else f"={setting.value[:60]}"
        self.notes.refuse(setting.where, f"{setting.name}{shown} {why}", unsupported)

    def get(self, name: str, read: Callable[[str], T], default: T) -> T:
        """The value, or the default."""

        def read_given_text(text: str | None) -> T:
            if not text:
                raise BadValueError("has no value")
            return read(text)

        return self._parse(name, read_given_text, default)

    def flag(self, name: str, default: bool = False) -> bool:
        """A yes/no option."""
        return self._parse(name, values.flag, default)

    def _parse(self, name: str, read: Callable[[str | None], T], default: T) -> T:
        setting = self.given.get(name)
        if setting is None:
            return default
        try:
            return read(setting.value)
        except BadValueError as error:
            self.bad(name, str(error), unsupported=isinstance(error, UnsupportedValueError))
            return default

    def number(self, name: str, default: int, least: int = 0, most: int = 1 << 62) -> int:
        """A count."""
        return self.get(name, lambda text: values.whole(text, least, most), default)

    def span(self, name: str, unit: str) -> int:
        """A time in microseconds."""
        return self.get(name, lambda text: values.span_us(text, unit), 0)

    def size(self, name: str) -> Size | None:
        """A size; None if missing."""
        return self.get(name, lambda text: values.size(text, self.kb_base), None)

    def changes(self, several: Collection[str]) -> bool:
        """Whether one of these noted or refused options differs from fio's default."""
        return any(
            names.canonical_name(setting.name) in several
            and not is_default(names.canonical_name(setting.name) or "", setting.value)
            for setting in self.section.settings
        )

    def text(self, name: str) -> str | None:
        """The value without quotes."""
        setting = self.given.get(name)
        return None if setting is None else (setting.value or "").strip("'\"")


def is_default(name: str, value: str | None) -> bool:
    """Whether a value of a noted or refused option is fio's default."""
    if value is None:
        return False
    text = value.strip().lower()
    return not text or text in names.DEFAULTS.get(name, ("0", "none"))
