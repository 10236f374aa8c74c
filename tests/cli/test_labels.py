"""`campaign label` and `campaign delete`: what they say is what lists, reports and
comparisons say."""

from pathlib import Path
from typing import Any

import pytest

from plimsoll.campaign.deleting import FOLDER
from plimsoll.cli.schema import own
from plimsoll.store import Store
from tests.conftest import Plimsoll
from tests.schemas import keeps

STACK = Path(__file__).resolve().parents[2] / "examples/stacks/mm1.toml"


@pytest.fixture
def run_store(plimsoll: Plimsoll) -> str:
    """A store of three Runs: two of one question, one of another."""
    for rate, seed in ((1000, 1), (1000, 2), (2000, 3)):
        words = ["--virtual", "--rate", str(rate), "--measure-for", "2s", "--seed", str(seed)]
        done = plimsoll("run", "--target", f"stack:{STACK}", *words, "--store", "s.db")
        assert done.code in (0, 2), done.err
    return "s.db"


def campaign_document(plimsoll: Plimsoll, *words: str) -> Any:
    done = plimsoll("campaign", *words, "--json", code=0)
    keeps(done.document, own("campaign"))
    return done.document


@pytest.mark.long
def test_what_is_said_stands_in_lists_and_is_taken_back(plimsoll: Plimsoll, run_store: str) -> None:
    told = campaign_document(
        plimsoll, "label", run_store, "--campaign", "2", "--name", "after firmware", "--tag", "b",
        "--tag", "a", "--note", "cache battery replaced", "--baseline",
    )  # fmt: skip
    assert (told["name"], told["tags"], told["baseline"]) == ("after firmware", ["a", "b"], True)
    assert [one["text"] for one in told["notes"]] == ["cache battery replaced"]
    listed = plimsoll("report", "--list", "--store", run_store)
    assert "after firmware [baseline] [a] [b]" in listed.out
    rows = plimsoll("report", "--list", "--store", run_store, "--json").document["campaigns"]
    assert [(row["name"], row["baseline"]) for row in rows] == [
        (None, False),
        ("after firmware", True),
        (None, False),
    ]
    told = campaign_document(
        plimsoll,
        "label",
        run_store,
        "--campaign",
        "2",
        "--untag",
        "b",
        "--archive",
        "--no-baseline",
    )
    assert (told["tags"], told["archived"], told["baseline"]) == (["a"], True, False)
    words = plimsoll("campaign", "label", run_store, "--campaign", "2").out
    assert words.startswith("campaign 2 of s.db: after firmware (archived)\ntags: a\n")


@pytest.mark.long
def test_one_variant_is_compared_with_the_pinned_one_of_its_question(
    plimsoll: Plimsoll, run_store: str, tmp_path: Path
) -> None:
    alone = plimsoll("compare", f"{run_store}#2", "--json", code=64)
    assert "is pinned as the baseline" in alone.err
    campaign_document(plimsoll, "label", run_store, "--campaign", "1", "--baseline")
    compared = plimsoll("compare", f"{run_store}#2", "--json").document
    assert [one["campaigns"] for one in compared["variants"]] == [[1], [2]]
    assert plimsoll("compare", f"{run_store}#3", "--json").code == 64, "another question"
    campaign_document(plimsoll, "label", run_store, "--campaign", "2", "--baseline")
    with Store.open(tmp_path / run_store, read_only=True) as store:
        assert [row.labels.baseline for row in store.campaigns()] == [False, True, False]


@pytest.mark.long
def test_a_deleted_campaign_is_reported_from_where_it_is(
    plimsoll: Plimsoll, run_store: str
) -> None:
    campaign_document(plimsoll, "label", run_store, "--campaign", "3", "--name", "wrong rate")
    wrong = plimsoll("campaign", "delete", run_store, "--campaign", "3", "--confirm", "wrong")
    assert (wrong.code, wrong.out) == (64, "")
    assert "it is called 'wrong rate'" in wrong.err
    told = campaign_document(
        plimsoll, "delete", run_store, "--campaign", "3", "--confirm", "wrong rate"
    )
    assert (told["action"], told["campaign"]) == ("delete", 3)
    assert Path(told["store"]).parent.name == FOLDER
    gone = plimsoll("report", "--store", run_store, "--campaign", "3", "--to", "json", code=64)
    assert told["store"] in gone.err
    there = plimsoll("report", "--store", told["store"], "--campaign", "3", "--to", "md", code=0)
    assert "2,000" in there.out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("label", "s.db"), "which campaign of s.db?"),
        (("delete", "s.db", "--confirm", "x"), "which campaign of s.db?"),
        (("delete", "s.db", "--campaign", "1"), "needs its name"),
        (("label", "s.db", "--campaign", "9"), "holds no campaign 9"),
        (
            ("delete", "s.db", "--campaign", "1", "--tag", "x"),
            "has no option --tag; it is one of label",
        ),
        (("label", "s.db", "--campaign", "1", "--confirm", "x"), "has no option --confirm"),
        (("status", "s.db", "--name", "x"), "has no option --name"),
    ],
)
def test_what_cannot_be_meant_is_refused_and_nothing_changes(
    plimsoll: Plimsoll, tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    with Store.open(tmp_path / "s.db") as store:
        for name in ("one", "two"):
            made = store.begin_campaign(
                "campaign", None, "grid", 1, f'{{"campaign": {{"name": "{name}"}}}}'
            )
            store.finish_campaign(made, {})
    before = (tmp_path / "s.db").read_bytes()
    refused = plimsoll("campaign", *words)
    assert (refused.code, refused.out) == (64, "")
    assert why in refused.err
    assert (tmp_path / "s.db").read_bytes() == before
