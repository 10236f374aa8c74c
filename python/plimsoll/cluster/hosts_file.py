"""hosts.toml: which hosts drive a load together, how they are reached, and what is theirs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from plimsoll import documents, reading
from plimsoll.execute import parse_span

if TYPE_CHECKING:
    from pathlib import Path

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}")
"""Of a host: no option of ssh, no path, nothing that a shell reads."""
ADDRESS = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.:-]{0,252}[A-Za-z0-9])?")
"""A host name, an IPv4 or an IPv6 address."""
MOST_HOSTS = 2000
MOST_WEIGHT = 64
OnLoss = Literal["end", "go_on"]


class _Table(BaseModel):
    """A table of the file: no key but those that are known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Host(_Table):
    """One host that generates load."""

    name: str = Field(description="What reports call it.")
    address: str | None = Field(
        None,
        description=(
            "Its host name or IP address, by which its node in the Ray cluster is known."
            " Default: its name."
        ),
    )
    target: str | list[str] | None = Field(
        None,
        description=(
            "What it drives, as that host names it; several are driven together. Default: the"
            " --target of the command."
        ),
    )
    weight: int = Field(
        1,
        ge=1,
        le=MOST_WEIGHT,
        description=(
            "Its share of the load: workers there for each worker that is asked for. With weights 1"
            " and 2 the second host offers two thirds of the rate."
        ),
    )
    labels: list[str] = Field([], description="Words to group hosts by, such as a rack.")

    @field_validator("name")
    @classmethod
    def _name(cls, given: str) -> str:
        if not NAME.fullmatch(given):
            raise ValueError(
                f"'{given}' is no name of a host: write letters, digits, '.', '_' and '-', starting"
                " with a letter or digit"
            )
        return given

    @field_validator("address")
    @classmethod
    def _address(cls, given: str | None) -> str | None:
        if given is not None and not ADDRESS.fullmatch(given):
            raise ValueError(f"'{given}' is no host name or IP address")
        return given

    @property
    def at(self) -> str:
        """Its address."""
        return self.address or self.name

    @property
    def targets(self) -> list[str]:
        """What it drives of its own; empty: what the command names."""
        if self.target is None:
            return []
        return [self.target] if isinstance(self.target, str) else self.target


class HostsFile(_Table):
    """Hosts that drive a load together: what `--hosts` reads."""

    ray: str = Field(
        "auto",
        description=(
            "The Ray cluster whose nodes the hosts are: HOST:PORT of its head, or auto for one"
            " that this machine is in."
        ),
    )
    token_file: str | None = Field(
        None,
        description=(
            "File (mode 0600) with the cluster's token, from the folder of this file. Default: what"
            " RAY_AUTH_TOKEN or ~/.ray/auth_token holds."
        ),
    )
    shared: bool | None = Field(
        None,
        description=(
            "Whether all hosts drive one and the same storage (a LUN, an export, a file on shared"
            " storage). True: each writes to a part of its own. Must be said before anything is"
            " written. Default: unknown."
        ),
    )
    on_loss: OnLoss = Field(
        "end",
        description=(
            "What a Run does when a host is lost: end (the Run has failed), or go_on with the"
            " others (fault tests). The lost host's share is offered by nobody else."
        ),
    )
    lease: str = Field(
        "5s",
        description=(
            "A host that hears nothing from the coordinator for so long stops its load by itself."
        ),
    )
    host: list[Host] = Field(min_length=1, max_length=MOST_HOSTS, description="One table each.")

    @field_validator("lease")
    @classmethod
    def _lease(cls, given: str) -> str:
        if not 1.0 <= parse_span(given) <= 60.0:
            raise ValueError(f"a lease of {given}: write 1s to 60s")
        return given

    @model_validator(mode="after")
    def _different(self) -> Self:
        for what, values in (
            ("name", [host.name for host in self.host]),
            ("address", [host.at for host in self.host]),
        ):
            twice = sorted({value for value in values if values.count(value) > 1})
            if twice:
                raise ValueError(f"two hosts have the {what} {twice[0]}")
        return self

    @property
    def lease_s(self) -> float:
        """The lease in seconds."""
        return parse_span(self.lease)


def read(path: Path) -> HostsFile:
    """The file of hosts there. Raises as `reading.read` does."""
    return reading.read(path, HostsFile, what="file of hosts")


def schema() -> documents.JsonSchema:
    """The JSON schema of a file of hosts."""
    return documents.of_model(HostsFile, "plimsoll.hosts/1")
