"""A promise file (TOML) whole: its parts, and that what it promises can be tested as it says."""

from typing import Annotated, Any, ClassVar, Self

from pydantic import BeforeValidator, Field, model_validator

from plimsoll.features.promises.messages import message
from plimsoll.features.promises.rules.claims import Claim, claims
from plimsoll.features.promises.rules.parts import Lengths, Load, Part, Promise, Workload
from plimsoll.native import stack_parameters


def _flat(given: Any) -> Any:
    """Dotted keys and tables alike: `client.guest.count = 8`."""
    if not isinstance(given, dict):
        return given
    flat = stack_parameters.flat(given)
    stack_parameters.refuse(flat)
    if several := next((key for key, value in flat.items() if isinstance(value, list)), None):
        raise ValueError(message("stack-list", key=several))
    return flat


class PromiseFile(Part):
    """A promise and how to test it: what `plimsoll check` reads."""

    stored: ClassVar[bool] = False
    """Whether it is judged by Runs that a store holds."""

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
    stack: Annotated[
        dict[str, Any], BeforeValidator(_flat, json_schema_input_type=dict[str, Any])
    ] = Field(
        {},
        description=(
            "Overrides for parameters in the file of described storage, by NAME.KEY:"
            " client.guest.count = 8."
        ),
    )
    workload: Workload = Field(
        Workload(), description="What operations look like, unless a promise says otherwise."
    )
    load: Load = Field(Load(), description="The clients, unless a promise says otherwise.")
    lengths: Lengths = Field(Lengths(), description="How long each Run takes.")
    promise: list[Promise] = Field(min_length=1, description="What is promised: one table each.")

    @model_validator(mode="after")
    def _claims(self) -> Self:
        if self.stack and not any(one.startswith("stack:") for one in self.targets):
            raise ValueError(message("stack-without-target"))
        # What only the whole can tell is told while it is read, with the file's name.
        self.claims()
        return self

    @property
    def targets(self) -> list[str]:
        """The targets that every promise is made for."""
        return [self.target] if isinstance(self.target, str) else self.target

    def claims(self) -> list[Claim]:
        """Every claim, in order."""
        return claims(self.promise, self.workload, self.load, stored=self.stored)


class StoredPromiseFile(PromiseFile):
    """The same where the Runs of a store are judged and nothing is measured."""

    stored: ClassVar[bool] = True
