"""The base of what judges read and write as documents."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    """A document of ours: nothing in it that its schema does not know."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
