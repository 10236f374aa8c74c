"""What the parts of every document have in common: a key that their type does not name is an error.
A reader can then rely on the schema being all there is."""

from pydantic import BaseModel, ConfigDict, with_config

closed = with_config(ConfigDict(extra="forbid"))
"""Closes a typed dictionary."""


class ClosedModel(BaseModel):
    """A part of a document that is built by the names of its fields, and printed by their
    aliases."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
