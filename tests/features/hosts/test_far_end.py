"""What the far end installs, with a real pip and wheels that hold nothing: which step failed is
named, and an environment that cannot be used is made anew."""

import ast
import platform
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from plimsoll.features.hosts import far_end

RAY = "ray==9.9"


def test_the_program_of_a_host_imports_nothing_but_the_standard_library() -> None:
    tree = ast.parse(Path(far_end.__file__).read_text(encoding="utf-8"))
    imported = {
        name
        for node in ast.walk(tree)
        for name in (
            [one.name for one in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names, imported


def wheel(folder: Path, name: str, version: str, tag: str) -> Path:
    """A wheel that has a name and nothing else."""
    own = f"{name}-{version}.dist-info"
    path = folder / f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            f"{own}/METADATA",
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nProvides-Extra: hosts\n",
        )
        archive.writestr(f"{own}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n")
        archive.writestr(f"{own}/RECORD", f"{own}/METADATA,,\n{own}/WHEEL,,\n{own}/RECORD,,\n")
    return path


@pytest.mark.long
def test_a_wheel_of_another_machine_is_named_as_what_failed(tmp_path: Path) -> None:
    other = "aarch64" if platform.machine() == "x86_64" else "x86_64"
    given = wheel(tmp_path, "plimsoll_storage", "0.1.0", f"cp311-abi3-manylinux_2_28_{other}")
    offline = ["--no-index", "--find-links", str(tmp_path)]
    with pytest.raises(far_end.FailedError, match="not a supported wheel") as caught:
        far_end.install_packages(tmp_path / "environment", given, RAY, offline)
    assert caught.value.step == "install"
    assert "Build the wheel for that machine" in caught.value.now


@pytest.mark.parametrize(
    ("there", "asked"),
    [
        # Asked whether it runs at all, pip does.
        (False, ["environment", "packages", "", "install"]),
        (True, ["install", "packages"]),
    ],
)
def test_packages_that_are_missing_are_no_fault_of_the_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, there: bool, asked: list[str]
) -> None:
    if there:
        venv.create(tmp_path / "environment", symlinks=True)
    steps: list[str] = []

    def ran(step: str, _: list[str], now: str, **__: object) -> None:
        steps.append(step)
        if step == "packages":
            raise far_end.FailedError(step, "no ray", now)

    monkeypatch.setattr(far_end, "run_command", ran)
    monkeypatch.setattr(far_end, "has_pip", lambda: True)
    with pytest.raises(far_end.FailedError) as caught:
        far_end.install_packages(tmp_path / "environment", tmp_path / "w.whl", RAY, [])
    assert (caught.value.step, steps) == ("packages", asked)
    assert "--wheelhouse" in caught.value.now


def test_an_environment_without_the_pip_that_it_needs_is_made_anew_and_others_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = tmp_path / "environment"
    venv.create(environment, symlinks=True)
    left = environment / "left"
    left.touch()
    steps: list[tuple[str, list[str]]] = []

    def ran(step: str, words: list[str], now: str, **_: object) -> None:
        steps.append((step, words))
        assert now

    monkeypatch.setattr(far_end, "run_command", ran)
    monkeypatch.setattr(far_end, "has_pip", lambda: True)
    far_end.install_packages(environment, tmp_path / "w.whl", RAY, [])
    assert [step for step, _ in steps] == ["install", "packages"]
    assert all(words[:4] == [sys.executable, "-I", "-m", "pip"] for _, words in steps)
    assert left.exists()

    # The host's own pip is gone, or was never there, and an `up` was killed before its own came.
    steps.clear()
    monkeypatch.setattr(far_end, "has_pip", lambda: False)
    far_end.install_packages(environment, tmp_path / "w.whl", RAY, [])
    assert [step for step, _ in steps] == ["environment", "packages"]
    assert "--without-pip" not in steps[0][1]
    assert steps[1][1][:3] == [str(environment / "bin" / "python"), "-m", "pip"]
    assert not left.exists()


def test_a_pip_of_the_host_that_does_not_run_in_an_environment_is_not_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As where a distribution keeps the libraries of its pip elsewhere.
    pips: list[list[str]] = []

    def ran(step: str, words: list[str], now: str, **_: object) -> None:
        if step == "environment":
            with_pip = "--without-pip" not in words
            venv.create(words[-1], symlinks=True)
            if with_pip:
                (tmp_path / "environment" / "bin" / "pip").touch()
            return
        pips.append(words)
        if "--python" in words:
            raise far_end.FailedError(step, "No module named 'requests'", now)

    monkeypatch.setattr(far_end, "run_command", ran)
    monkeypatch.setattr(far_end, "has_pip", lambda: True)
    own = [str(tmp_path / "environment" / "bin" / "python"), "-m", "pip", "install"]
    far_end.install_packages(tmp_path / "environment", tmp_path / "w.whl", RAY, [])
    assert ["--python" in words for words in pips] == [True, True, False]
    assert pips[-1][:4] == own

    # The next time, too: an environment is served by the pip that it has.
    pips.clear()
    far_end.install_packages(tmp_path / "environment", tmp_path / "w.whl", RAY, [])
    assert [words[:4] for words in pips] == [own, own]


@pytest.mark.parametrize(
    ("version", "enough"),
    [("22.2.2", False), ("22.3", True), ("23.0.1+dfsg", True), ("9.0.3", False), ("odd", False)],
)
def test_pip_installs_into_an_environment_without_one_since_22_3(
    monkeypatch: pytest.MonkeyPatch, version: str, enough: bool
) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda _: version)
    assert far_end.has_pip() is enough
