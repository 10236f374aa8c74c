"""Storage policies, and the number of hosts, as factors of a study."""

from pathlib import Path

import pytest

from plimsoll.base.errors import PlimsollError
from plimsoll.campaign import loader
from plimsoll.features.hosts import over_hosts
from plimsoll.features.policy import level
from tests.features.policy import grounds

STUDY = """\
[campaign]
name = "tiers"
strategy = "factors"
{more}
[target]
path = "null:"
[factor.tier]
{tier}
[factor.depth]
sets = "load.queue_depth"
levels = [1, 2]
"""
TIERS = 'sets = "policy"\nlevels = ["gold.toml", "silver.toml"]'


def study(folder: Path, tier: str = TIERS, more: str = "") -> Path:
    """The file of a study."""
    (folder / "study.toml").write_text(STUDY.format(tier=tier, more=more))
    return folder / "study.toml"


def test_policy_files_are_applied_read_back_and_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with grounds.stack() as ground:
        gold, silver = tmp_path / "gold.toml", tmp_path / "silver.toml"
        gold.write_text(ground.file("limit = '3000 IOPS'"))
        silver.write_text(ground.file("limit = '1000 IOPS'"))
        spec = loader.read(study(tmp_path))

        def run(command: object, **values: str) -> str:
            assert isinstance(command, list)
            at = command.index("plimsoll.features.policy.level")
            level.main([word.format(**values) for word in command[at + 1 :]])
            return capsys.readouterr().out.strip()

        factor = spec.factor["tier"]
        assert [factor.words(0), factor.words(1)] == ["gold", "silver"]
        assert set(spec.configuration) == {"tier gold", "tier silver"}
        original = run(factor.read)
        assert original == "none"
        for one in (gold, silver, silver, gold):
            run(factor.set, level=str(one))
            assert run(factor.read) == str(one)
        # Changed by somebody else: neither level, and not overwritten.
        ground.poke("one")
        assert run(factor.read) == "none"
        with pytest.raises(SystemExit, match="changed by somebody else since"):
            run(factor.set, level=str(silver))
        run(factor.set, level=str(gold))
        run(factor.restore, original=original)
        assert run(factor.read) == "none"


@pytest.mark.parametrize(
    ("tier", "said"),
    [
        (TIERS, "factor 'tier': "),
        (f"{TIERS}\nread = 'true'", "leave out set, read and restore"),
        ('sets = "policy"\nlevels = [1, 2]', "policy files"),
        ('sets = ["policy", "load.workers"]\nlevels = [1, 2]', "'policy' cannot be a factor"),
        ('sets = "load.hosts"\nlevels = [1, 2]', "needs the hosts file"),
    ],
)
def test_what_cannot_be_is_said(tmp_path: Path, tier: str, said: str) -> None:
    with pytest.raises(PlimsollError) as refused:
        level.check(loader.read(study(tmp_path, tier)))
    assert said in str(refused.value)


@pytest.mark.parametrize(
    "tier",
    [
        'sets = "load.hosts"\nlevels = [1, 3]',
        'levels = [{ "load.hosts" = 1 }, { "load.hosts" = 3 }]',
    ],
)
def test_levels_of_hosts_are_held_against_the_file_of_hosts(tmp_path: Path, tier: str) -> None:
    hosts = tmp_path / "hosts.toml"
    one = '[[host]]\nname = "{0}"\naddress = "{0}"\ntarget = "/dev/x"\n'
    hosts.write_text(one.format("vm1") + one.format("vm2"))
    spec = loader.read(study(tmp_path, tier, 'hosts = "hosts.toml"'))
    with pytest.raises(PlimsollError, match=r"load\.hosts asks for 3, and .* has 2"):
        over_hosts.check(spec, hosts)
