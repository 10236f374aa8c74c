"""Tests of the server of live pages and the shelf."""
