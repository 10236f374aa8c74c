"""What tests of the server share: servers that end with their test, and a store with something in
it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command import run_command
from tests.web.server import Serve, WebServer

TOKEN = "a-token-of-the-test-0123456789"
STACK = Path(__file__).resolve().parents[2] / "examples/stacks/mm1.toml"


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts servers in the folder of this test. `module`: which is run in place of the installed
    program."""
    begun: list[WebServer] = []

    def start(*arguments: str, listen: str = "127.0.0.1", module: str = "") -> WebServer:
        begun.append(WebServer.begin(*arguments, folder=tmp_path, listen=listen, module=module))
        return begun[-1]

    yield start
    for one in begun:
        one.end()


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A server without a store, for tests that leave nothing behind in it."""
    server = WebServer.begin(folder=tmp_path_factory.mktemp("plain"), listen="127.0.0.1")
    yield server
    server.end()


@pytest.fixture(scope="session")
def guarded_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A server beyond loopback, which is entered with `TOKEN`."""
    folder = tmp_path_factory.mktemp("guarded")
    server = WebServer.begin("--token", TOKEN, folder=folder, listen="0.0.0.0")
    yield server
    server.end()


@pytest.fixture(scope="module")
def two_campaign_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two finished campaigns, which ask the same of two described targets."""
    folder = tmp_path_factory.mktemp("measured")
    for name, seed in (("before", 1), ("after", 2)):
        file = folder / f"{name}.toml"
        file.write_text(
            f'[campaign]\nname = "{name}"\nvirtual = true\nmeasure_for = "4s"\nseed ='
            f' {seed}\nrepeats = 3\n[target]\npath = "stack:{STACK}"\n[load]\nrate = [1000,'
            " 3000]\nmax_outstanding = 512\n"
        )
        done = run_command(["campaign", "run", file, "--store", folder / "m.db"], folder)
        assert done.returncode in (0, 2), done.stderr
    return folder / "m.db"
