"""A promise file (TOML) whole: its parts, and that what it promises can be tested as it says."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from plimsoll import documents
from plimsoll.judge.promise.claims import Claim, claims
from plimsoll.judge.promise.parts import Lengths, Load, Part, Promise, Workload


class PromiseFile(Part):
    """A promise and how to test it: what `plimsoll check` reads."""

    name: str | None = Field(
        None, description="What the file is about, in a line. Default: the file's name."
    )
    target: str | list[str] = Field(
        min_length=1,
        description=(
            "What to test, as --target. A path in it is taken from the folder of this file. A list:"
            " every promise is made for each target."
        ),
    )
    virtual: bool = Field(False, description="On the virtual clock: for stack: targets only.")
    workload: Workload = Field(
        Workload(), description="What operations look like, unless a promise says otherwise."
    )
    load: Load = Field(Load(), description="The clients, unless a promise says otherwise.")
    lengths: Lengths = Field(Lengths(), description="How long each Run takes.")
    promise: list[Promise] = Field(min_length=1, description="What is promised: one table each.")

    @model_validator(mode="after")
    def _claims(self) -> Self:
        # What only the whole can tell is told while it is read, with the file's name.
        self.claims()
        return self

    @property
    def targets(self) -> list[str]:
        """The targets that every promise is made for."""
        return [self.target] if isinstance(self.target, str) else self.target

    def claims(self) -> list[Claim]:
        """Every claim, in order."""
        return claims(self.promise, self.workload, self.load)


def schema() -> documents.JsonSchema:
    """The JSON schema of a promise file."""
    return documents.of_model(PromiseFile, "plimsoll.promise/1")
