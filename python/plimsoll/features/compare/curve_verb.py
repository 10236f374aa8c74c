"""`plimsoll curve`: knee, maximum and load line side by side, a fitted curve, and what it
predicts."""

from typing import Literal

from plimsoll.base import preferences
from plimsoll.base.errors import InputError, UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import flag
from plimsoll.cli.terminal import screen
from plimsoll.features.compare.messages import message

EXAMPLES = (
    "plimsoll curve --store plimsoll.db",
    "plimsoll curve --store plimsoll.db --campaign 3 --at 120k,200k",
    "plimsoll curve --store scaling.db --campaign all --over workers --at 16,32 --json",
)
_POWERS = {"k": 1e3, "m": 1e6}


def curve(
    store: _options.StoreToRead = preferences.STORE,
    campaign: str | None = flag("--campaign ID", message("help-campaign")),
    at: str | None = flag("--at X,X", message("help-at")),
    over: Literal["rate", "workers", "hosts", "queue_depth"] = flag(
        "--over",
        message("help-over"),
        "rate",
    ),
    as_json: _options.Json = False,
) -> int:
    """Fit a curve through the Runs of a campaign and print what it predicts, with intervals.

    Extrapolation is marked. The exit code is 0 when there is a fit, and 2 when the Runs are too few
    for one.
    """
    positions = _at(at)
    from plimsoll.features.compare import curve_document
    from plimsoll.report.evidence import variants

    selector = (
        variants.Selector(str(store), store)
        if campaign is None
        else variants.selector(campaign, store)
    )
    variant = variants.read(selector, histograms=False)
    document = curve_document.build(variant, over=over, at=positions)
    if not document["curves"]:
        what = "no-run-with-rate" if over == "rate" else "no-run-in-closed-loop"
        raise InputError(
            message(what, name=variant.name, over=message(f"over-{over}")),
            message("name-other-campaigns"),
        )
    if as_json:
        screen.document(document)
    else:
        for fitted_curve in document["curves"]:
            screen.lines([fitted_curve["words"], *curve_document.sentences(fitted_curve)])
            if fitted_curve["fit"] is not None:
                screen.table(
                    curve_document.head(document), curve_document.rows(document, fitted_curve)
                )
    return 0 if any(fitted_curve["fit"] is not None for fitted_curve in document["curves"]) else 2


def _at(typed: str | None) -> list[float]:
    """The numbers of --at."""
    numbers = []
    for word in [] if typed is None else typed.split(","):
        text = word.strip().lower()
        power = _POWERS.get(text[-1:], 1.0)
        try:
            value = float(text.rstrip("km") if power != 1.0 else text) * power
        except ValueError:
            raise UsageError(*message.refusal("at-not-a-number", word=word)) from None
        if not 0 < value < float("inf"):
            raise UsageError(*message.refusal("at-invalid", word=word))
        numbers.append(value)
    return numbers
