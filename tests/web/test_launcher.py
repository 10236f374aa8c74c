"""Campaigns that are started from the page: the form's file, the plan, what is refused, and that
they outlive the server."""

import os
import re
import time
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from plimsoll.base import reading
from plimsoll.base.errors import RefusedError, UsageError
from plimsoll.campaign.spec import Spec
from plimsoll.store import Store
from plimsoll.web import form
from plimsoll.web.launcher import Permissions, Starter, log_of, size_of
from tests.conftest import Plimsoll
from tests.web.server import Serve

NULL = (
    'targets = ["null:"]\n[campaign]\nname = "none"\nmeasure_for = "{span}"\nwarmup_for ='
    ' "100ms"\nsettle = false\n[load]\nrate = {rates}\n'
)


def until(what: Callable[[], object], seconds: float = 60.0) -> None:
    """Waits for another process, and fails when it takes too long."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it has not happened"
        time.sleep(0.05)


def test_the_form_writes_the_file_that_one_would_write() -> None:
    given = {one.name: one.value for one in form.FIELDS}
    given |= {
        "target.path": '/data/a "file"\\with\ttricks\x7f 😀',
        "campaign.strategy": "grid",
        "workload.block_size": "4k, 4k:60,64k:40",
        "workload.read": "100, 70,0.5",
        "workload.pattern": "random sequential+30%random",
        "workload.verify": "true",
        "campaign.objective": "p99 <= 1ms",
        "load.workers": "4",
        "campaign.time_limit": "30m",
    }
    raw = tomllib.loads(form.toml(given))
    assert raw["target"]["path"] == given["target.path"]
    assert raw["workload"] == {
        "block_size": ["4k", "4k:60,64k:40"],
        "read": [100, 70, 0.5],
        "pattern": ["random", "sequential+30%random"],
        "verify": True,
    }
    assert raw["load"] == {"workers": 4}
    spec = Spec.model_validate(raw)
    assert (spec.campaign.strategy, spec.campaign.objective, spec.campaign.measure_for) == (
        "grid",
        "p99 <= 1ms",
        "10s",
    )
    rates = given | {"load.rate": "500,1000..5000 1000:10s,5000:20s"}
    assert tomllib.loads(form.toml(rates))["load"]["rate"] == [
        500,
        "1000..5000",
        "1000:10s,5000:20s",
    ]
    # A search chooses the rate, and has no length.
    searched = tomllib.loads(form.toml(rates | {"campaign.strategy": "load_line"}))
    assert (searched["load"], "measure_for" in searched["campaign"]) == ({"workers": 4}, False)


@pytest.mark.parametrize("one", form.FIELDS, ids=lambda one: one.name)
def test_every_field_is_a_key_of_a_campaign(one: form.Field) -> None:
    table = Spec.model_fields[one.table].annotation
    models = [
        model
        for model in (table, *getattr(table, "__args__", ()))
        if hasattr(model, "model_fields")
    ]
    assert any(one.key in model.model_fields for model in models)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("target.path", " "),
        ("workload.read", "many"),
        ("workload.read", "70 101"),
        ("load.cap_rate", "0"),
        ("campaign.repeats", "1, 2"),
        ("workload.block_size", ","),
    ],
)
def test_a_field_that_cannot_be_meant_is_told_by_its_label(field: str, text: str) -> None:
    given = {one.name: one.value for one in form.FIELDS} | {"target.path": "null:", field: text}
    given["campaign.strategy"] = "grid"
    label = next(one.label for one in form.FIELDS if one.name == field)
    with pytest.raises(UsageError, match=re.escape(f"'{label}'")):
        form.toml(given)


@pytest.mark.parametrize(
    ("lines", "flag"),
    [
        ('clear_caches = "true"', "--allow-commands"),
        ('collect = ["true"]', "--allow-commands"),
        ('scrape = ["http://127.0.0.1:1"]', "--allow-commands"),
        ("overwrite_signature = true", "--allow-data-loss"),
        ('i_will_lose_the_data_on = ["/dev/null"]', "--allow-data-loss"),
        (
            '[configuration.a.setting]\nname = "s"\nset = "true"\nread = "true"\nrestore = "true"',
            "--allow-commands",
        ),
    ],
)
def test_commands_and_the_loss_of_data_need_a_flag_of_the_server(lines: str, flag: str) -> None:
    spec = reading.parse(f'targets = ["null:"]\n[campaign]\nname = "x"\n{lines}\n', Spec, name="it")
    with pytest.raises(RefusedError, match=flag):
        Starter(Permissions()).check(spec)
    Starter(Permissions(commands=True, data_loss=True)).check(spec)


@pytest.mark.long
def test_the_plan_is_that_of_the_command_and_so_are_its_refusals(
    tmp_path: Path, plimsoll: Plimsoll
) -> None:
    text = NULL.format(span="3s", rates="[500, 1000]")
    (tmp_path / "none.toml").write_text(text)
    plan = Starter(Permissions()).plan(text, tmp_path).model_dump(mode="json", by_alias=True)
    assert plan == plimsoll("campaign", "plan", "none.toml", "--json").document
    wrong = text.replace('name = "none"', 'name = "none"\nobjective = "p99 < 1"')
    (tmp_path / "none.toml").write_text(wrong)
    said = plimsoll("campaign", "plan", "none.toml").err.strip().removeprefix("plimsoll: ")
    with pytest.raises(UsageError) as refused:
        Starter(Permissions()).plan(wrong, tmp_path)
    assert str(refused.value) == said
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".toml") == [
        "none.toml"
    ], "nothing is left"


@pytest.mark.long
def test_a_campaign_outlives_the_server_with_its_file_and_its_log(
    tmp_path: Path, serve: Serve
) -> None:
    served = serve("--store", "kept.db")
    text = NULL.format(span="1s", rates="[500, 1000]")
    fields = {
        "toml": text,
        "store": re.findall(r'name="store" value="([^"]+)"', served.get("/start").text)[0],
        "beside": "yes",
    }
    begun = served.post("/start/run", fields | {"page_token": served.page_token})
    assert begun.status == 303, begun.text
    page = begun.headers["location"]
    assert "Stop" in served.get(page).text
    served.process.kill()
    served.process.wait()

    def state() -> str:
        with Store.open(tmp_path / "kept.db", read_only=True) as store:
            return store.campaigns()[0].state

    until(lambda: state() == "finished")
    with Store.open(tmp_path / "kept.db", read_only=True) as store:
        row = store.campaigns()[0]
        assert len([run for run in store.runs(row.id) if run.outcome]) >= 2
        # It says so after it has written so.
        until(lambda: "2 of 2 Points" in log_of(row, store.path))
    assert [path.read_text() for path in tmp_path.glob("none.*.toml")] == [text]
    again = serve("--store", "kept.db").get(page)
    assert "finished" in again.text


def test_a_log_is_only_read_beside_its_store_and_of_ours(tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    for folder, name in (
        (outside, "a.plimsoll-web"),
        (tmp_path, "somebodys"),
        (tmp_path, "ours.plimsoll-web"),
    ):
        (folder / f"{name}.log").write_text("secret")
    with Store.open(store) as opened:
        for file in (
            outside / "a.plimsoll-web.toml",
            tmp_path / "somebodys.toml",
            tmp_path / "ours.plimsoll-web.toml",
        ):
            opened.begin_campaign("campaign", None, "grid", 1, f'{{"file": "{file}"}}')
        assert [log_of(row, store) for row in opened.campaigns()] == ["", "", "secret"]
        (tmp_path / "ours.plimsoll-web.log").unlink()
        (tmp_path / "ours.plimsoll-web.log").symlink_to(outside / "a.plimsoll-web.log")
        assert log_of(opened.campaigns()[2], store) == "", "no link is followed"


def test_what_is_neither_file_nor_device_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "neither a file nor a block device" in size_of("pipe", tmp_path), (
        "to open it would wait for ever"
    )
    assert "neither a file nor a block device" in size_of("/dev/null", tmp_path)
    (tmp_path / "file").write_bytes(bytes(4096))
    assert size_of("file", tmp_path).endswith("a file of 4 KiB.")
    assert "There is nothing at" in size_of("file/below", tmp_path)
    assert "There is nothing at" in size_of("a\0b", tmp_path)


@pytest.mark.long
def test_of_two_that_are_started_at_once_the_second_hears_of_the_first(
    tmp_path: Path, serve: Serve
) -> None:
    served = serve("--store", "kept.db")
    store = re.findall(r'name="store" value="([^"]+)"', served.get("/start").text)[0]
    fields = {
        "toml": NULL.format(span="60s", rates="500"),
        "store": store,
        "page_token": served.page_token,
    }
    with ThreadPoolExecutor(2) as both:
        answers = sorted(
            both.map(lambda _: served.post("/start/run", fields), range(2)),
            key=lambda one: one.status,
        )
    if answers[0].status != 303:
        pytest.skip("something else measures on this machine")
    try:
        assert answers[1].status == 409
        assert "Another campaign is running on this machine" in answers[1].text
        with Store.open(tmp_path / "kept.db", read_only=True) as kept:
            assert len(kept.campaigns()) == 1
    finally:
        served.post(f"{answers[0].headers['location']}/stop", {"page_token": served.page_token})

    def state() -> str:
        with Store.open(tmp_path / "kept.db", read_only=True) as kept:
            return kept.campaigns()[0].state

    until(lambda: state() != "running")


@pytest.mark.long
def test_what_the_command_refuses_is_shown_in_its_words(tmp_path: Path, serve: Serve) -> None:
    served = serve("--store", "kept.db")
    store = re.findall(r'name="store" value="([^"]+)"', served.get("/start").text)[0]
    fields = {
        "page_token": served.page_token,
        "store": store,
        "toml": 'targets = ["x"]\n[campaign]\nnam = "x"\n',
    }
    told = served.post("/start/plan", fields)
    assert (told.status, "the key &#x27;campaign.name&#x27; is missing" in told.text) == (422, True)
    assert "nam = &quot;x&quot;" in told.text, "what was typed is still there"
    unknown = served.post("/start/plan", fields | {"store": "../../etc/passwd"})
    assert (unknown.status, "no such store" in unknown.text or "is missing" in unknown.text) == (
        422,
        True,
    )
    missing = served.post(
        "/start/plan", fields | {"toml": 'targets = ["gone.dat"]\n[campaign]\nname = "<b>x</b>"\n'}
    )
    assert "There is nothing at" in missing.text
    assert "<b>x</b>" not in missing.text
    assert not (tmp_path / "kept.db").exists(), "a plan writes nothing"
