"""Who may ask what of the server: tokens, names, other sites. What attacks it beyond that (paths,
other users, bodies without end, stores of strangers) stands in tests/hostile."""

import os
import re
import socket
from pathlib import Path
from urllib.parse import urlencode

import pytest

from plimsoll.web import peer_user
from tests.web.conftest import TOKEN
from tests.web.server import Serve, WebServer

WRITES = (
    "/start/plan",
    "/start/run",
    "/start/file",
    "/campaign/0123456789ab/1/stop",
    "/campaign/0123456789ab/1/mark",
    "/campaign/0123456789ab/1/resume",
)


def test_a_write_needs_the_token_of_a_page_and_an_origin_of_ours(plain_server: WebServer) -> None:
    served = plain_server
    page = served.page_token
    ours, theirs = f"http://127.0.0.1:{served.port}", "http://evil.example"
    for path in WRITES:
        for fields, headers in (
            ({}, {}),
            ({"page_token": "guessed"}, {}),
            ({"page_token": page}, {"Origin": theirs}),
            ({"page_token": page}, {"Origin": f"http://127.0.0.1:{served.port + 1}"}),
            ({"page_token": page}, {"Sec_Fetch_Site": "same-site"}),
            ({"page_token": page}, {"Host": f"evil.example:{served.port}"}),
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


def test_a_name_that_was_made_to_lead_here_is_not_answered(plain_server: WebServer) -> None:
    served = plain_server
    other = 1 if served.port != 1 else 2
    for called in (
        "evil.example",
        "",
        f"127.0.0.1:{other}",
        f"localhost:{other}",
        f"[::1]:{other}",
        "127.0.0.1:",
        f"127.0.0.1:{served.port}0",
        f"user:secret@127.0.0.1:{served.port}",
        f"127.0.0.1:{served.port}/",
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


@pytest.mark.long
def test_another_port_is_ours_when_it_was_said(serve: Serve) -> None:
    """Where `ssh -L 9999:…` leads here, or a proxy that listens elsewhere."""
    served = serve("--host", "127.0.0.1:9999", "--host", "Plimsoll.example:8443")
    for called in ("127.0.0.1:9999", "plimsoll.example:8443", f"localhost:{served.port}"):
        assert served.get("/", Host=called).status == 200, called
    for called in ("localhost:9999", "plimsoll.example", "plimsoll.example:9999"):
        assert served.get("/", Host=called).status == 421, called


def test_another_site_cannot_make_the_server_work(plain_server: WebServer) -> None:
    served = plain_server
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


def test_elsewhere_than_on_loopback_everything_needs_the_token(guarded_server: WebServer) -> None:
    served = guarded_server
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


@pytest.mark.long
def test_logging_in_gives_a_cookie_that_scripts_and_other_sites_do_not_get(
    guarded_server: WebServer,
) -> None:
    served = guarded_server
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
    assert (by_link.status, by_link.headers["location"]) == (303, "/start"), (
        "the token does not stay in the address"
    )
    assert served.get(f"//evil.example/?token={TOKEN}").headers["location"] == "/evil.example/"
    assert served.get("/?token=wrong").status == 401


@pytest.mark.long
def test_a_token_is_made_and_told_where_none_was_given(serve: Serve) -> None:
    served = serve(listen="0.0.0.0")
    assert served.token is not None
    assert len(served.token) >= 32
    assert served.get("/", Authorization=f"Bearer {served.token}").status == 200


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


@pytest.mark.long
def test_every_page_forbids_what_it_does_not_need(serve: Serve, two_campaign_store: Path) -> None:
    served = serve("--store", str(two_campaign_store))
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
