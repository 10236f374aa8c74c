"""What a target is known by another time, through the seam: also which signatures it holds."""

from pathlib import Path

from plimsoll.native.session import identities, identity_difference


def test_a_signature_that_came_since_makes_another_target_of_it_and_one_that_went_does_not(
    tmp_path: Path,
) -> None:
    target = tmp_path / "t.dat"
    target.write_bytes(bytes(1 << 20))
    name = str(target)
    empty = identities([name])[name]
    assert empty["file"]["signatures"] == []
    assert identity_difference(empty, name) is None
    with target.open("r+b") as file:
        file.write(b"XFSB")
    holding = identities([name])[name]
    assert holding["file"]["signatures"] == ["xfs"]
    assert identity_difference(holding, name) is None
    assert (
        identity_difference(empty, name)
        == "it now holds an xfs file system, which it did not when you confirmed it"
    )
    with target.open("r+b") as file:
        file.write(bytes(4))
    assert identity_difference(holding, name) is None, "it was written over"
