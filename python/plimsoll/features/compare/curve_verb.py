"""`plimsoll curve`: knee, maximum and load line side by side, a fitted curve, and what it
predicts."""

from __future__ import annotations

from typing import Literal

from plimsoll.base import preferences
from plimsoll.base.errors import InputError, UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import flag
from plimsoll.cli.terminal import screen

EXAMPLES = (
    "plimsoll curve --store plimsoll.db",
    "plimsoll curve --store plimsoll.db --campaign 3 --at 120k,200k",
    "plimsoll curve --store scaling.db --campaign all --over workers --at 16,32 --json",
)
_POWERS = {"k": 1e3, "m": 1e6}


def curve(
    store: _options.StoreToRead = preferences.STORE,
    campaign: str | None = flag(
        "--campaign ID", "3, 1,4-6, all, or 3:CONFIGURATION. Default: the newest."
    ),
    at: str | None = flag("--at X,X", "Predict at these rates (120k,200k) or numbers of workers."),
    over: Literal["rate", "workers", "hosts", "queue_depth"] = flag(
        "--over",
        "x axis: offered rate (latency curve), or workers, queue depth or outstanding I/O"
        " (throughput curve).",
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
        need = (
            "an offered rate"
            if over == "rate"
            else f"a closed loop and a number of {over.replace('_', ' ')}"
        )
        raise InputError(
            (
                f"no Run of {variant.name} has {need}, the outcome ok and nearly all its "
                "operations completed"
            ),
            "Name other campaigns, or all.",
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
            raise UsageError(
                f"--at '{word}' is not a number", "Give rates as 5000 or 120k, with commas between."
            ) from None
        if not 0 < value < float("inf"):
            raise UsageError(f"--at '{word}' is invalid", "Give numbers above 0.")
        numbers.append(value)
    return numbers
