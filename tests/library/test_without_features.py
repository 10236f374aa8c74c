"""Without the feature that answers it a function says so when it is called, and not before."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import plimsoll

pytestmark = pytest.mark.long

PACKAGE = Path(plimsoll.__file__).parent
OF_FEATURES = {"promises": "check", "compare": "compare", "imports": "read", "credibility": "judge"}
PROGRAM = """
import plimsoll
assert all(getattr(plimsoll, name) is not None for name in plimsoll.__all__)
print(plimsoll.run("null:", rate=100, warmup_for="0s", measure_for="200ms", store="s.db").outcome)
print(plimsoll.read("s.db").kind)
calls = {
    "check": lambda: plimsoll.check(target="null:", rate=5, objective="p99 <= 1s"),
    "compare": lambda: plimsoll.compare("s.db", "s.db#1"),
    "read": lambda: plimsoll.read("result.json"),
    "judge": lambda: plimsoll.judge_results("result.json"),
}
try:
    calls["NAME"]()
except plimsoll.UsageError as error:
    print(error.exit_code, error)
"""


@pytest.mark.parametrize("feature", OF_FEATURES)
def test_a_call_whose_feature_is_gone_says_so(feature: str, tmp_path: Path) -> None:
    copy = tmp_path / "plimsoll"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("*.so"))
    for native in PACKAGE.glob("*.so"):
        (copy / native.name).symlink_to(native)
    shutil.rmtree(copy / "features" / feature)
    listed = copy / "features/__init__.py"
    lines = re.sub(rf'^    "{feature}": .*\n', "", listed.read_text(), flags=re.MULTILINE)
    listed.write_text(lines)
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("NAME", OF_FEATURES[feature])],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    outcome, kind, said = ended.stdout.splitlines()
    assert outcome in ("ok", "generator_limited")
    assert kind == "run"
    verb = "import" if feature == "imports" else OF_FEATURES[feature]
    assert said == (
        f"64 this Plimsoll cannot {verb}: the feature is not there. Install the whole of Plimsoll."
    )
