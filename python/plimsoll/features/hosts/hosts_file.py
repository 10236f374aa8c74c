"""hosts.toml: the hosts that drive a load together, with their access and settings."""

import re
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from plimsoll.base import reading
from plimsoll.features.hosts.messages import message
from plimsoll.native.session import parse_span

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}")
"""Name of a host: no option of ssh, no path, no shell syntax."""
ADDRESS = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.:-]{0,252}[A-Za-z0-9])?")
"""A host name, an IPv4 or an IPv6 address."""
RAY = re.compile(r"auto|" + ADDRESS.pattern + r":[0-9]{1,5}")
"""Address of a cluster: nothing that Ray takes for another kind of connection."""
USER = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}")
PYTHON = re.compile(r"/?[A-Za-z0-9][A-Za-z0-9._+-]*(/[A-Za-z0-9._+-]+)*")
"""A command or its path, for the command line on the host."""
INTERFACE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,14}")
LOOPBACK = re.compile(r"127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}")
MOST_HOSTS = 2000
MOST_WEIGHT = 64
OnLoss = Literal["end", "go_on"]


class _Table(BaseModel):
    """A table of the file: no key but those that are known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class _Access(_Table):
    """How a host is reached by `plimsoll hosts up`; at the top of the file for all of them."""

    user: str | None = Field(None, description="Who logs in there by SSH. Default: as SSH has it.")
    ssh_port: int | None = Field(None, ge=1, le=65535, description="Port of its SSH. Default: 22.")
    python: str | None = Field(
        None, description="Its Python, 3.11 or newer: a command or a path. Default: python3."
    )
    interface: str | None = Field(
        None,
        description=(
            "Network interface by whose address the other hosts reach it. Default: the address, or"
            " the one from which it reaches the head."
        ),
    )

    @field_validator("user", "python", "interface")
    @classmethod
    def _safe(cls, given: str | None, info: ValidationInfo) -> str | None:
        pattern = {"user": USER, "python": PYTHON, "interface": INTERFACE}[str(info.field_name)]
        field = info.field_name
        if given is not None and not pattern.fullmatch(given):
            raise ValueError(message("invalid-key", given=given, field=field))
        return given


class Host(_Access):
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
            raise ValueError(message("invalid-name", given=given))
        return given

    @field_validator("address")
    @classmethod
    def _address(cls, given: str | None) -> str | None:
        if given is not None and not ADDRESS.fullmatch(given):
            raise ValueError(message("invalid-address", given=given))
        return given

    @property
    def at(self) -> str:
        """Address of the host."""
        return self.address or self.name

    @property
    def targets(self) -> list[str]:
        """Its own targets; empty: those of the command."""
        if self.target is None:
            return []
        return [self.target] if isinstance(self.target, str) else self.target


class HostsFile(_Access):
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
            "File (mode 0600) with the cluster's token, in the folder of this file or below it."
            " Default: the token that 'plimsoll hosts up' made, else what RAY_AUTH_TOKEN or"
            " ~/.ray/auth_token holds."
        ),
    )
    shared: bool | None = Field(
        None,
        description=(
            "Whether all hosts drive the same storage (a LUN, an export, a file on shared"
            " storage). True: each writes to its own part. Must be set before anything is"
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

    @field_validator("ray")
    @classmethod
    def _ray(cls, given: str) -> str:
        if not RAY.fullmatch(given):
            raise ValueError(message("no-head", given=given))
        return given

    @field_validator("lease")
    @classmethod
    def _lease(cls, given: str) -> str:
        if not 1.0 <= parse_span(given) <= 60.0:
            raise ValueError(message("invalid-lease", given=given))
        return given

    @model_validator(mode="after")
    def _different(self) -> Self:
        for key, values in (
            ("name", [host.name for host in self.host]),
            ("address", [host.at for host in self.host]),
        ):
            twice = sorted({value for value in values if values.count(value) > 1})
            if twice:
                loopback = _is_loopback(key, twice[0])
                raise ValueError(
                    message("same-loopback" if loopback else f"same-{key}", value=twice[0])
                )
        return self

    def of(self, host: Host, key: Literal["user", "ssh_port", "python", "interface"]) -> Any:
        """A key of a host, or the file's default."""
        own = getattr(host, key)
        return getattr(self, key) if own is None else own

    @property
    def lease_s(self) -> float:
        """The lease in seconds."""
        return parse_span(self.lease)


def shares_a_machine(address: str) -> bool:
    """Whether this address is one of several trial hosts on this machine: a loopback address other
    than 127.0.0.1, which Ray replaces."""
    return LOOPBACK.fullmatch(address) is not None and address != "127.0.0.1"


def _is_loopback(key: str, given: str) -> bool:
    return key == "address" and (LOOPBACK.fullmatch(given) is not None or given == "localhost")


def read(path: Path) -> HostsFile:
    """The hosts file there. Raises as `reading.read` does."""
    return reading.read(path, HostsFile, what=message("hosts-file"))
