"""Writes a container image in the OCI layout, without a daemon: layers, configuration, index.

The same files give the same bytes, so the digest is the same wherever and whenever the image is
built: names are sorted, times are one given instant, owners are numbers. Images are read by docker,
podman, skopeo, containerd and CRI-O (https://github.com/opencontainers/image-spec, 1.1).
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tarfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

MEDIA = "application/vnd.oci.image"
COMPRESSION = 6
"""gzip's own default: 9 takes three times as long for 1 % less."""


@dataclass(frozen=True)
class Blob:
    """A file of the layout, named by its digest."""

    digest: str
    size: int
    media_type: str

    def described(self, **more: object) -> dict[str, object]:
        """The descriptor by which another document refers to it."""
        return {"mediaType": self.media_type, "digest": self.digest, "size": self.size, **more}


@dataclass(frozen=True)
class Layer:
    """A compressed archive of files, and the digest of what it holds."""

    blob: Blob
    diff_id: str
    unpacked_bytes: int
    history: str


class Layout:
    """A folder in the OCI layout, while it is made."""

    def __init__(self, folder: Path, epoch: int) -> None:
        self.folder = folder
        self.epoch = epoch
        (folder / "blobs/sha256").mkdir(parents=True)
        (folder / "oci-layout").write_text('{"imageLayoutVersion":"1.0.0"}')

    @property
    def instant(self) -> str:
        """The time that everything in the image has."""
        return datetime.fromtimestamp(self.epoch, UTC).isoformat().replace("+00:00", "Z")

    def document(self, content: Mapping[str, object], media_type: str) -> Blob:
        """Adds a JSON document."""
        data = json.dumps(content, sort_keys=True, separators=(",", ":")).encode()
        return self._add(data, media_type)

    def layer(
        self,
        root: Path,
        names: Iterable[str],
        history: str,
        owner: Callable[[str], int] = lambda _: 0,
        mode: Callable[[str], int | None] = lambda _: None,
    ) -> Layer:
        """Adds a layer of these files below `root`. `owner` gives the number of user and group of a
        file, `mode` the permissions of those that have others than on this machine."""
        unpacked = hashlib.sha256()
        packed = io.BytesIO()
        total = 0
        with gzip.GzipFile("", "wb", COMPRESSION, packed, mtime=0) as compressed:
            sink = _Hashing(compressed, unpacked)
            with tarfile.open(fileobj=sink, mode="w|", format=tarfile.PAX_FORMAT) as archive:
                for name in sorted(names):
                    info = archive.gettarinfo(root / name, name)
                    info.uid = info.gid = owner(name)
                    info.uname = info.gname = ""
                    info.mtime = self.epoch
                    info.mode = wanted if (wanted := mode(name)) is not None else info.mode
                    total += info.size
                    if info.isreg():
                        with (root / name).open("rb") as content:
                            archive.addfile(info, content)
                    else:
                        archive.addfile(info)
        blob = self._add(packed.getvalue(), f"{MEDIA}.layer.v1.tar+gzip")
        return Layer(blob, f"sha256:{unpacked.hexdigest()}", total, history)

    def image(
        self,
        layers: list[Layer],
        architecture: str,
        settings: Mapping[str, object],
        annotations: Mapping[str, str],
        tag: str,
    ) -> Blob:
        """Adds the image of these layers and the index that names it; the image's descriptor."""
        configuration = self.document(
            {
                "created": self.instant,
                "architecture": architecture,
                "os": "linux",
                "config": settings,
                "rootfs": {"type": "layers", "diff_ids": [one.diff_id for one in layers]},
                "history": [{"created": self.instant, "created_by": one.history} for one in layers],
            },
            f"{MEDIA}.config.v1+json",
        )
        manifest = self.document(
            {
                "schemaVersion": 2,
                "mediaType": f"{MEDIA}.manifest.v1+json",
                "config": configuration.described(),
                "layers": [one.blob.described() for one in layers],
                "annotations": annotations,
            },
            f"{MEDIA}.manifest.v1+json",
        )
        index: dict[str, Any] = {
            "schemaVersion": 2,
            "mediaType": f"{MEDIA}.index.v1+json",
            "manifests": [
                manifest.described(
                    platform={"architecture": architecture, "os": "linux"},
                    annotations={"org.opencontainers.image.ref.name": tag},
                )
            ],
        }
        (self.folder / "index.json").write_text(json.dumps(index, sort_keys=True))
        return manifest

    def _add(self, data: bytes, media_type: str) -> Blob:
        digest = hashlib.sha256(data).hexdigest()
        (self.folder / "blobs/sha256" / digest).write_bytes(data)
        return Blob(f"sha256:{digest}", len(data), media_type)


class _Hashing:
    """Writes on, and keeps the digest of what it wrote."""

    def __init__(self, sink: gzip.GzipFile, digest: Any) -> None:
        self._sink = sink
        self._digest = digest

    def write(self, data: bytes) -> int:
        """Writes all of it."""
        self._digest.update(data)
        return self._sink.write(data)


def archive(folder: Path, file: Path, epoch: int) -> None:
    """The layout as one tar, as docker, podman and skopeo (`oci-archive:`) read it."""
    with tarfile.open(file, "w", format=tarfile.PAX_FORMAT) as made:
        for path in sorted(folder.rglob("*")):
            info = made.gettarinfo(path, str(path.relative_to(folder)))
            info.uid = info.gid = 0
            info.uname = info.gname = ""
            info.mtime = epoch
            info.mode = 0o755 if path.is_dir() else 0o644
            if path.is_file():
                with path.open("rb") as content:
                    made.addfile(info, content)
            else:
                made.addfile(info)
