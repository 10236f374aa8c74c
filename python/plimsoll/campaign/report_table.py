"""The `[report]` table of a campaign's file: what its reports say beside the figures."""

from pydantic import BaseModel, ConfigDict, Field


class ReportTable(BaseModel):
    """For whom the reports are, from whom, and how they look as a document."""

    model_config = ConfigDict(extra="forbid")
    customer: str = Field("", description="For whom it is.")
    author: str = Field("", description="Who made it.")
    document: str = Field("", description="Its document number.")
    logo: str | None = Field(
        None,
        description=(
            "PNG or SVG file of at most 1 MiB. It is kept in the store with the campaign, as a"
            " 'data:' URL."
        ),
    )
    footer: str = Field("", description="Text at the foot of its pages.")
    stamps: list[str] = Field(
        [],
        description=(
            "Titles of the boxes to stamp or sign in the summary, in place of its lines for a"
            " signature: 承認, 確認, 作成."
        ),
        max_length=8,
    )
