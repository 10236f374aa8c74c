"""Who set a limit, as it stands in records and answers."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from plimsoll.base.closed_model import closed

Who = Literal[
    "target", "policy_cap", "client_cpu", "client_outstanding", "cache", "schedule", "unknown"
]
Basis = Literal["single", "scaling"]


@closed
class SignDocument(TypedDict):
    """one thing that was seen, or would decide more"""

    kind: Annotated[str, Field(description="a code; `because` has its words")]
    figures: Annotated[
        dict[str, float | str], Field(description="per s, ns, shares 0 to 1, bytes, by name")
    ]


@closed
class CauseDocument(TypedDict):
    """why one Run ended as it did, or what it shows by itself"""

    kind: Annotated[str, Field(description="a code; `because` has its words")]
    figures: NotRequired[
        Annotated[
            dict[str, bool | float | str],
            Field(description="per s, ns, shares 0 to 1, by name"),
        ]
    ]


@closed
class LimiterDocument(TypedDict):
    """who set the limit, what that rests on and how surely"""

    value: Annotated[Who, Field(description="who")]
    basis: Annotated[Basis, Field(description="from one Run or from several")]
    confidence: Annotated[float, Field(description="0 to 1")]
    because: NotRequired[Annotated[str, Field(description="what it rests on, with figures")]]
    reason: NotRequired[
        Annotated[CauseDocument | None, Field(description="the same as a code, from one Run")]
    ]
    signs: NotRequired[
        Annotated[
            list[SignDocument],
            Field(description="the same as codes, in that order, from several Runs"),
        ]
    ]
    would_decide: NotRequired[
        Annotated[str | None, Field(description="what would decide it, or make it surer")]
    ]
    decides: NotRequired[
        Annotated[SignDocument | None, Field(description="the same as a code, from several Runs")]
    ]
