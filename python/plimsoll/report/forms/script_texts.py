"""What the script of a page says and writes, in the language of the page: `page.js` has no words of
its own.

A figure that the script fills in stands in braces. A text with a number of things has a form for
each plural of English, Japanese and Turkish."""

from plimsoll.base import language
from plimsoll.report.forms.vega import number_locale
from plimsoll.report.messages import message

FORMS = {"one": 1, "other": 2}
"""A number of each plural (Unicode CLDR), to choose its form by."""
UNITS = ("min", "h", "bytes")
"""Units that are words."""


def data() -> dict[str, object]:
    """The texts by their code, and how numbers are written."""
    locale = number_locale()
    return {
        "locale": locale,
        "share": language.share("{number}"),
        "units": {unit: language.unit(unit) for unit in UNITS},
        "separator": language.conventions().separator,
        "texts": {
            "runs-with-others": {
                form: message("script-runs-with-others", runs=runs, count="{count}")
                for form, runs in FORMS.items()
            },
            "no-run-with-others": message("script-no-run-with-others"),
            "runs-shown": {
                form: message("script-runs-shown", runs=runs, shown="{shown}", count="{count}")
                for form, runs in FORMS.items()
            },
            "chosen": message("script-chosen", name="{name}", values="{values}"),
            "chosen-none": message("script-chosen-none", name="{name}"),
            "not-drawn": message("script-not-drawn", reason="{reason}"),
            "all-shown": message("script-all-shown"),
            "range-shown": message("script-range-shown", low="{low}", high="{high}"),
            "range-begun": message("script-range-begun", low="{low}"),
            "show-all": message("script-show-all"),
            "save": message("script-save"),
            "save-picture": message("script-save-picture", form="{form}"),
            "save-data": message("script-save-data", form="{form}"),
            "named-figure": message("script-named-figure", name="{name}", figure="{figure}"),
        },
    }
