"""A described stack is shown: picture, bounds, losses; and its file's schema accepts what the
reader accepts."""

import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import jsonschema_rs
import pytest

from plimsoll.cli.schema import own
from tests.conftest import Plimsoll
from tests.schemas import keeps
from tests.stack_texts import disk

ROOT = Path(__file__).resolve().parents[2]
STACKS = sorted((ROOT / "examples/stacks").glob("*.toml"))

CLUSTER = Path(__file__).with_name("stack_cluster.toml").read_text()


@pytest.fixture
def cluster(tmp_path: Path) -> Path:
    path = tmp_path / "cluster.toml"
    path.write_text(CLUSTER)
    return path


@pytest.mark.parametrize("path", STACKS, ids=lambda path: path.stem)
def test_every_example_is_drawn_and_keeps_its_schemas(
    inside: Plimsoll, path: Path, tmp_path: Path
) -> None:
    keeps(tomllib.loads(path.read_text()), own("stack", "file"))
    ended = inside("stack", "show", path, "--svg", "it.svg", "--json")
    assert (ended.code, ended.err) == (0, "")
    keeps(ended.document, own("stack"))
    assert ended.document["schema"] == "plimsoll.stack_show/1"
    drawn = ElementTree.parse(tmp_path / "it.svg").getroot()
    # "16 × flash" is drawn once for all of them.
    words = [
        (text.text or "").rpartition(" × ")[2]
        for text in drawn.iter("{http://www.w3.org/2000/svg}text")
    ]
    assert {element["name"] for element in ended.document["bounds"]["elements"]} <= set(words)
    picture, _ = re.split(r"\ncolumns +carries: ", inside("stack", "show", path).out)
    assert all(len(line) <= 100 for line in picture.splitlines())


def test_the_bound_follows_block_size_and_read_share(plimsoll: Plimsoll) -> None:
    cap = ROOT / "examples/stacks/bytes-cap.toml"
    # Written at the top of the file: 98,304,000 bytes/s over the block size.
    for size, rate in [("4k", 24000.0), ("32k", 3000.0), ("1m", 93.75)]:
        bounds = plimsoll("stack", "show", cap, "--block-size", size, "--json").document["bounds"]
        assert bounds["bound_per_s"] == pytest.approx(rate)
        assert bounds["narrowest"]["source"] == {
            "kind": "element",
            "name": "bandwidth",
            "figure": None,
        }


def test_clients_say_what_is_asked_and_flags_say_it_for_them(
    plimsoll: Plimsoll, cluster: Path
) -> None:
    own = plimsoll("stack", "show", cluster, "--json").document
    assert own["asked"] == "8k, 70 % reads"
    # 4 VMs at 1000 each; 4 x 8 outstanding of 1 ms would be 32,000.
    assert own["bounds"]["bound_per_s"] == pytest.approx(4000)
    assert [link["lets_through"] for link in own["bounds"]["chain"]] == [32, 32]
    typed = plimsoll(
        "stack", "show", cluster, "--block-size", "64k", "--read", "0", "--json"
    ).document
    assert typed["asked"] == "64k, 0 % reads"


def test_bound_and_notes_are_in_the_readers_language_and_the_picture_file_in_english(
    plimsoll: Plimsoll, cluster: Path, tmp_path: Path
) -> None:
    show = ("stack", "show", cluster, "--set", "array.servers=2")
    english = plimsoll(*show).out.splitlines()
    assert english[-3:] == [
        "At most 2,000 IOPS, all clients together. Narrowest: array.",
        "  why       2 servers, each busy for 1 ms per request",
        "  unloaded  1 ms response time; queues build up beyond 2 outstanding",
    ]
    assert any(line.startswith("note ") for line in english)
    for lang, (bound, why), foreign in (
        ("ja", ("全クライアントの合計で2,000 IOPS以下", "サーバー2個"), r"(?m)^(note|bound too) "),
        ("tr", ("Tüm istemciler birlikte en çok 2.000 IOPS", "2 sunucu"), r"each busy|queueing"),
    ):
        told = plimsoll("--lang", lang, *show, "--svg", f"{lang}.svg").out
        assert bound in told, told
        assert why in told, told
        assert not re.search(foreign, told), told
        assert "2 servers, each busy for 1 ms" in " ".join(
            (tmp_path / f"{lang}.svg").read_text().split()
        )


def test_hosts_that_are_down_are_the_answer(plimsoll: Plimsoll) -> None:
    vsan = ROOT / "examples/stacks/s4-vsan.toml"
    told = plimsoll("stack", "show", vsan, "--down", "esx1,esx2,esx3").out
    assert "\nWith these 3 hosts down, no volume is lost.\n" in told
    # What the whole carries is worked out with all of its hosts.
    assert "\nAt most " not in told
    assert "\n  all up    At most 6,667 IOPS, all clients together." in told
    assert re.search(r"\n  worst     the loss of esx\d, esx\d, esx\d: 1 volume lost; ", told)


def test_volumes_that_are_lost_are_counted_and_named(plimsoll: Plimsoll) -> None:
    vsan = ROOT / "examples/stacks/s4-vsan.toml"
    told = plimsoll("stack", "show", vsan, "--down", "esx1,esx2,esx5,esx8").out
    assert "\nWith these 4 hosts down, 1 of 1 volume is lost.\n" in told
    assert "\n  lost      1: vmdk\n" in told


def test_what_cannot_be_shown_is_refused_with_what_is_known(
    plimsoll: Plimsoll, cluster: Path, tmp_path: Path
) -> None:
    ended = plimsoll("stack", "show", cluster, "--down", "esx7", code=64)
    assert "esx1, esx2" in ended.err
    assert plimsoll("stack", "show", "nowhere.toml").code == 66
    (tmp_path / "broken.toml").write_text("[queue.q]\ndepht = 3\n")
    ended = plimsoll("stack", "show", "broken.toml", code=65)
    assert "broken.toml:2" in ended.err
    plimsoll("stack", "show", cluster, "--read", "300", code=64)


def test_somebody_elses_picture_is_left_as_it_is(
    plimsoll: Plimsoll, cluster: Path, tmp_path: Path
) -> None:
    foreign = tmp_path / "mine.svg"
    foreign.write_text("<svg/>")
    assert plimsoll("stack", "show", cluster, "--svg", foreign).code == 73
    assert foreign.read_text() == "<svg/>"
    assert plimsoll("stack", "show", cluster, "--svg", foreign, "--force").code == 0
    # Now it is ours.
    assert plimsoll("stack", "show", cluster, "--svg", foreign).code == 0


def test_the_schema_of_stack_files_takes_each_elements_example_and_refuses_what_is_wrong(
    plimsoll: Plimsoll,
) -> None:
    schema = own("stack", "file")
    keeps(tomllib.loads(CLUSTER), schema)
    volume = '[volume.v]\nsize = "1g"\npath = ["it"]\n'
    for element in plimsoll("elements", "--json").document["elements"]:
        text = f"[{element['name']}.it]\n{element['example']}{volume}"
        keeps(tomllib.loads(text), schema)
    for wrong in [
        '[queue.q]\ndepth = "many"\n' + volume,
        "[queue.q]\ndepht = 3\n" + volume,
        "[cue.q]\ndepth = 3\n" + volume,
        '[queue.q]\ndepth = 3\nscope = "galaxy"\n' + volume,
        '[queue.q]\ndepth = 3\nfull = "explode"\n' + volume,
        '[volume.v]\nsize = "1g"\n',
        "[host.h]\ncores = -1\n" + volume,
        "[client.vm]\ncount = 2\nvolumes = []\n" + volume,
    ]:
        with pytest.raises(jsonschema_rs.ValidationError):
            keeps(tomllib.loads(wrong), schema)


def test_the_reference_of_an_element_names_each_parameter_and_fits_a_terminal(
    plimsoll: Plimsoll,
) -> None:
    for element in plimsoll("elements", "--json").document["elements"]:
        out = plimsoll("elements", element["name"]).out
        names = [
            line.split()[0]
            for line in out.splitlines()
            if line.startswith("  ") and line[2:3].strip()
        ]
        for parameter in [*element["parameters"], {"name": "scope"}]:
            assert parameter["name"] in names, out
        assert all(len(line) <= 100 for line in out.splitlines())
        assert f"(default: {element['scope']})" in out
    for name, says in (("floppy", "device"), ("stack:", "plimsoll stack show")):
        ended = plimsoll("elements", name)
        assert (ended.code, says in ended.err) == (64, True)


@pytest.mark.parametrize("verb", [("simulate",), ("stack", "show"), ("serve",)])
def test_a_stack_is_named_as_a_file_or_as_a_target(
    plimsoll: Plimsoll, tmp_path: Path, verb: tuple[str, ...]
) -> None:
    for nothing in ("", "stack:", " "):
        ended = plimsoll(*verb, nothing)
        assert (ended.code, "no stack file is named" in ended.err) == (64, True)
    (tmp_path / "s.toml").write_text(disk())
    if verb != ("serve",):
        more = ("--measure-for", "1s") if verb == ("simulate",) else ()
        assert plimsoll(*verb, "stack:s.toml", *more).code == 0
