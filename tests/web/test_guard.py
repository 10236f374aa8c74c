"""Who may ask what of the server: tokens, names, other sites, other users, paths."""

from __future__ import annotations

import os
import re
import socket
import sqlite3
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from plimsoll.web import guard, peer_user
from tests.store_edits import seal

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.server import Served

WRITES = (
    "/start/plan",
    "/start/run",
    "/start/file",
    "/campaign/0123456789ab/1/stop",
    "/campaign/0123456789ab/1/mark",
    "/campaign/0123456789ab/1/resume",
)
TOKEN = "a-token-of-the-test-0123456789"


def test_a_write_needs_the_token_of_a_page_and_an_origin_of_ours(
    serve: Callable[..., Served],
) -> None:
    served = serve()
    page = served.page_token
    ours, theirs = f"http://127.0.0.1:{served.port}", "http://evil.example"
    for path in WRITES:
        for fields, headers in (
            ({}, {}),
            ({"page_token": "guessed"}, {}),
            ({"page_token": ""}, {}),
            ({"page_token": page}, {"Origin": theirs}),
            ({"page_token": page}, {"Origin": "null"}),
            ({"page_token": page}, {"Origin": ours.replace("http:", "https:")}),
            ({"page_token": page}, {"Origin": f"http://127.0.0.1:{served.port + 1}"}),
            ({"page_token": page}, {"Sec_Fetch_Site": "cross-site"}),
            ({"page_token": page}, {"Sec_Fetch_Site": "same-site"}),
            ({"page_token": page}, {"Host": f"evil.example:{served.port}"}),
            ({"page_token": page}, {"Host": ""}),
        ):
            refused = served.post(path, fields, **headers)
            assert refused.status in (403, 421), (path, fields, headers, refused.text)
            assert "refused" in refused.text
        # What passes the guard is answered by the page: there is no such store, or no such
        # campaign.
        assert served.post(path, {"page_token": page}, Origin=ours).status in (200, 404, 422)
        assert served.post(path, {}, X_Plimsoll_Page=page).status in (200, 404, 422)
        # As through a TLS proxy, which says so.
        by_tls = {"Origin": ours.replace("http:", "https:"), "X_Forwarded_Proto": "https"}
        assert served.post(path, {"page_token": page}, **by_tls).status in (200, 404, 422)
        body = urlencode({"page_token": page}).encode()
        without = served.ask("POST", path, body)
        assert (without.status, "Origin" in without.text) == (403, True), "browsers send one"
        script = served.ask("POST", path, body, Authorization=f"Bearer {served.token}")
        assert script.status in (200, 404, 422)


def test_a_name_that_was_made_to_lead_here_is_not_answered(serve: Callable[..., Served]) -> None:
    served = serve()
    other = 1 if served.port != 1 else 2
    for called in (
        f"evil.example:{served.port}",
        "evil.example",
        "127.0.0.1.evil.example",
        "[::2]",
        "a b",
        "",
        "[::",
        f"127.0.0.1:{other}",
        f"localhost:{other}",
        f"[::1]:{other}",
        "127.0.0.1:",
        "127.0.0.1:x",
        f"127.0.0.1:{served.port}0",
        f"evil.example@127.0.0.1:{served.port}",
        f"user:secret@127.0.0.1:{served.port}",
        "@127.0.0.1",
        f"127.0.0.1:{served.port}/",
        f"127.0.0.1:{served.port}#",
        "127.0.0.1\\",
    ):
        answer = served.get("/", Host=called)
        assert answer.status in (400, 421), called
        assert b"campaign" not in answer.body.lower()
    for called in (
        "localhost",
        f"localhost:{served.port}",
        "127.0.0.1",
        "LOCALHOST",
        "[::1]",
        f"[::1]:{served.port}",
    ):
        assert served.get("/", Host=called).status == 200, called


def test_another_port_is_ours_when_it_was_said(serve: Callable[..., Served]) -> None:
    """Where `ssh -L 9999:…` leads here, or a proxy that listens elsewhere."""
    served = serve("--host", "127.0.0.1:9999", "--host", "Plimsoll.example:8443")
    for called in ("127.0.0.1:9999", "plimsoll.example:8443", f"localhost:{served.port}"):
        assert served.get("/", Host=called).status == 200, called
    for called in ("localhost:9999", "plimsoll.example", "plimsoll.example:9999"):
        assert served.get("/", Host=called).status == 421, called


def test_another_site_cannot_make_the_server_work(serve: Callable[..., Served]) -> None:
    served = serve()
    assert served.get("/", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors").status == 403
    navigated = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}
    assert served.get("/", **navigated, Sec_Fetch_Dest="document").status == 200, (
        "a link may lead here"
    )
    assert served.get("/", **navigated, Sec_Fetch_Dest="iframe").status == 403
    assert (
        served.get("/report/0123456789ab/1/runs", **navigated, Sec_Fetch_Dest="document").status
        == 403
    )


def test_elsewhere_than_on_loopback_everything_needs_the_token(
    serve: Callable[..., Served],
) -> None:
    served = serve("--token", TOKEN, listen="0.0.0.0")
    assert served.token is None, "a token that was given is not printed"
    for path in (
        "/",
        "/start",
        "/compare",
        "/campaign/0123456789ab/1",
        "/campaign/0123456789ab/1/events",
        "/report/0123456789ab/1/runs",
    ):
        assert served.get(path).status == 401, path
        page = served.get(path, Accept="text/html")
        assert (page.status, "Log in" in page.text, "page_token" in page.text) == (401, True, False)
    for path in WRITES:
        assert served.post(path, {"page_token": "x"}).status == 401
    assert served.get("/", Authorization=f"Bearer {TOKEN}").status == 200
    assert served.get("/", Authorization="Bearer wrong").status == 401
    assert served.post("/start/file", {}, Authorization=f"Bearer {TOKEN}").status == 200, (
        "a header is no foreign page's"
    )
    assert (
        served.post(
            "/start/file", {}, Authorization=f"Bearer {TOKEN}", Origin="http://evil.example"
        ).status
        == 403
    )
    assert served.get("/", Cookie=f"plimsoll_{served.port}={TOKEN}").status == 401, (
        "the cookie is not the token"
    )


def test_logging_in_gives_a_cookie_that_scripts_and_other_sites_do_not_get(
    serve: Callable[..., Served],
) -> None:
    served = serve("--token", TOKEN, listen="0.0.0.0")
    wrong = served.post("/login", {"token": "no"})
    assert (wrong.status, "set-cookie" in wrong.headers) == (401, False)
    right = served.post("/login", {"token": TOKEN})
    assert (right.status, right.headers["location"]) == (303, "/")
    cookie = right.headers["set-cookie"]
    assert {"httponly", "samesite=strict"} <= {part.strip().lower() for part in cookie.split(";")}
    assert TOKEN not in cookie
    kept = cookie.partition(";")[0]
    page = served.get("/start", Cookie=kept)
    assert page.status == 200
    assert served.post("/start/file", {}, Cookie=kept).status == 403, (
        "a cookie alone is what another site can use"
    )
    assert served.post("/start/file", {"page_token": page.page_token}, Cookie=kept).status == 200
    by_link = served.get(f"/start?token={TOKEN}")
    assert (by_link.status, by_link.headers["location"]) == (
        303,
        "/start",
    ), "the token does not stay in the address"
    assert served.get(f"//evil.example/?token={TOKEN}").headers["location"] == "/evil.example/"
    assert served.get("/?token=wrong").status == 401


def test_a_token_is_made_and_told_where_none_was_given(serve: Callable[..., Served]) -> None:
    served = serve(listen="0.0.0.0")
    assert served.token is not None
    assert len(served.token) >= 32
    assert served.get("/", Authorization=f"Bearer {served.token}").status == 200


def test_another_user_of_this_machine_needs_the_token(serve: Callable[..., Served]) -> None:
    if os.getuid() != 0:
        pytest.skip("needs root to be another user")
    served = serve()
    code = f"import urllib.request as r; print(r.urlopen('http://127.0.0.1:{served.port}/').status)"
    asked = ["/usr/bin/python3", "-c", code]
    if not Path(asked[0]).exists():
        pytest.skip("no Python that another user may run")
    assert subprocess.run(asked, capture_output=True, text=True, check=False).stdout == "200\n"
    other = subprocess.run(
        asked, user=65534, group=65534, capture_output=True, text=True, check=False
    )
    assert "401" in other.stderr, other


def test_the_other_end_of_a_connection_is_told_by_the_kernels_table(tmp_path: Path) -> None:
    for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        with (
            socket.create_server((host, 0), family=family) as server,
            socket.create_connection(server.getsockname()[:2]) as client,
        ):
            peer, here = client.getsockname()[:2], server.getsockname()[:2]
            assert peer_user.user_of(peer, here) == os.getuid()
            assert peer_user.is_ours(peer, here)
            assert peer_user.user_of(peer, (host, 1)) is None, (
                "of another connection of that port nothing is told"
            )
    # By hand: 127.0.0.1:4660 to 127.0.0.1:8080, user 1234.
    words = "0: 0100007F:1234 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1234 0 1 1"
    (tmp_path / "tcp").write_text(f"  sl  local_address ...\n   {words}\n")
    assert peer_user.user_of(("127.0.0.1", 0x1234), ("127.0.0.1", 8080), tmp_path) == 1234
    assert peer_user.user_of(("127.0.0.1", 0x1235), ("127.0.0.1", 8080), tmp_path) is None
    # One that its owner has closed: the kernel names root, whoever it was.
    (tmp_path / "tcp").write_text(
        "  sl  local_address ...\n  "
        f" {words.replace('1F90 01', '1F90 05').replace('1234 0 1 1', '0 0 0 1')}\n"
    )
    assert not peer_user.is_ours(("127.0.0.1", 0x1234), ("127.0.0.1", 8080), tmp_path)


def test_who_asks_and_hangs_up_is_not_taken_for_root() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        client = socket.create_connection(server.getsockname())
        accepted, peer = server.accept()
        with accepted:
            client.close()
            assert not peer_user.is_ours(peer, server.getsockname())


def test_no_path_leads_out_of_the_lists(serve: Callable[..., Served], measured: Path) -> None:
    served = serve("--store", str(measured))
    store = re.findall(r"/campaign/([0-9a-f]+)/1", served.get("/").text)[0]
    assert served.get(f"/campaign/{store}/1").status == 200
    for path in (
        "/static/../guard.py",
        "/static/x/../../guard.py",
        "/static/x/style.css",
        "/static/x/%2e%2e%2fguard.py",
        "/campaign/..%2f..%2fetc%2fpasswd/1",
        f"/campaign/{measured}/1",
        f"/campaign/{store}/2147483648",
        f"/campaign/{store}/-1",
        f"/campaign/{store}/1e3",
        f"/campaign/{store}/99999999999999999999999999",
        f"/report/{store}/1/../../runs",
        f"/report/{store}/1/--help",
        f"/report/{store}/1/runs.exe",
        f"/report/{store}/1/runs.",
        f"/campaign/{store}/{'9' * 5000}",
        f"/report/{store}/%EF%BC%91/runs.csv",
        f"/compare?c={store}.%C2%B2",
        f"/report/{store}/--force/runs",
        f"/report/{store}/1-/runs",
        "/report/x/1/runs",
        "/compare?c=x.1&c=y.2",
        "/nothing",
    ):
        answer = served.get(path)
        # "runs." names no form: it is the report.
        assert answer.status == (200 if path.endswith("runs.") else 404), (path, answer.status)
        assert b"root:x:" not in answer.body


def test_a_body_has_a_length_and_an_end(serve: Callable[..., Served]) -> None:
    served = serve()
    assert served.ask("POST", "/start/plan", Transfer_Encoding="chunked").status == 411
    # With both of them the length says nothing; whoever reads on fills the memory, before anybody
    # has logged in.
    assert (
        served.ask(
            "POST", "/login", b"0\r\n\r\n", Content_Length="5", Transfer_Encoding="chunked"
        ).status
        == 411
    )
    assert (
        served.ask("POST", "/start/plan", b"", Content_Length=str(guard.LARGEST_BODY + 1)).status
        == 413
    )


def test_every_page_forbids_what_it_does_not_need(
    serve: Callable[..., Served], measured: Path
) -> None:
    served = serve("--store", str(measured))
    store = re.findall(r"/campaign/([0-9a-f]+)/1", served.get("/").text)[0]
    for path in ("/", "/start", f"/campaign/{store}/1", "/nothing"):
        page = served.get(path)
        policy = page.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert page.headers["x-content-type-options"] == "nosniff"
        assert not re.search(r"<script>|<style|\son\w+=|\sstyle=|https?://", page.text), path
    report = served.get(f"/report/{store}/1/runs")
    assert "sandbox" in report.headers["content-security-policy"]
    assert "allow-same-origin" not in report.headers["content-security-policy"], (
        "a report cannot act in our name"
    )


def test_a_store_of_a_stranger_brings_no_markup(
    measured: Path, tmp_path: Path, serve: Callable[..., Served]
) -> None:
    evil = tmp_path / "evil.db"
    with sqlite3.connect(measured) as source, sqlite3.connect(evil) as into:
        source.backup(into)
        into.execute("PRAGMA ignore_check_constraints = 1")
        into.execute(
            "UPDATE campaign SET kind = ?, state = ?", ("<i>kind", '"><script>alert(1)</script>')
        )
        into.execute(
            "UPDATE campaign SET spec = json_set(spec, '$.campaign.name', ?)", ("<b>name",)
        )
        into.execute(
            "UPDATE planned_point SET target = json_set(target, '$.name', ?)",
            ("</script><img src=x>",),
        )
        seal(into)
    served = serve("--store", str(evil))
    shelf = served.get("/").text
    store = re.findall(r"/campaign/([0-9a-f]+)/1", shelf)[0]
    for text in (
        shelf,
        served.get(f"/campaign/{store}/1").text,
        served.get(f"/report/{store}/1/runs").text,
    ):
        for tag in ("<script>alert", "<i>kind", "<b>name", "<img src=x"):
            assert tag not in text
