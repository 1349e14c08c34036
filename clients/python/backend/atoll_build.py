"""Builds the wheel: the package with the library and the program inside (PEP 517).

Both are taken from bin/ of the repository; what is missing there, or older than its
sources, is made with Go.
The standard library is enough for all of it.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import runpy
import subprocess
import sysconfig
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent
LIBRARY = runpy.run_path(str(HERE / "atoll" / "files.py"))["LIBRARY"]


def _project(key: str) -> str:
    text = (HERE / "pyproject.toml").read_text()
    return re.search(rf'^{key} = "(.*)"$', text, re.M).group(1)


def _extras() -> list:
    text = (HERE / "pyproject.toml").read_text().partition("[project.optional-dependencies]")[2].partition("\n\n")[0]
    return [(name, re.findall(r'"([^"]+)"', names)) for name, names in re.findall(r"^(\w+) = \[(.*)\]$", text, re.M)]


def _metadata() -> str:
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {_project('name')}",
        f"Version: {_project('version')}",
        f"Summary: {_project('description')}",
        "License: Apache-2.0",
        f"Requires-Python: {_project('requires-python')}",
    ]
    for extra, names in _extras():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {name} ; extra == "{extra}"' for name in names]
    lines += ["Description-Content-Type: text/markdown", "", (HERE / "README.md").read_text()]
    return "\n".join(lines)


def _stem() -> str:
    return f"{_project('name').replace('-', '_')}-{_project('version')}"


def _tag() -> str:
    return "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def _wheel() -> str:
    return f"Wheel-Version: 1.0\nGenerator: atoll_build\nRoot-Is-Purelib: false\nTag: {_tag()}\n"


def _old(made: Path) -> bool:
    """Whether a file is not there, or older than a source: a wheel of yesterday's rules would be a trap."""
    if not made.exists():
        return True
    when = made.stat().st_mtime
    for folder, names, files in os.walk(ROOT):
        names[:] = [n for n in names if n not in ("node_modules", "bin", "dist", "testdata") and not n.startswith(".")]
        if any(f.endswith(".go") and not f.endswith("_test.go") and os.stat(os.path.join(folder, f)).st_mtime > when for f in files):
            return True
    return False


def _built() -> list:
    """The library and the program, made if they are not there or old."""
    out = ROOT / "bin"
    library, program = out / LIBRARY, out / "atoll"
    go = os.environ.get("GO", "go")
    if _old(library):
        _make([go, "build", "-trimpath", "-ldflags=-s -w", "-buildmode=c-shared", "-o", str(library), "./cmd/libatoll"], "1")
    if _old(program):
        _make([go, "build", "-trimpath", "-ldflags=-s -w", "-o", str(program), "./cmd/atoll"], "0")
    return [library, program]


def _make(command: list, cgo: str) -> None:
    if not (ROOT / "go.mod").exists():
        raise RuntimeError("install from a checkout of the whole repository: the library is built from it")
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "CGO_ENABLED": cgo})


def _write(path: Path, files: list) -> None:
    info = _stem() + ".dist-info"
    files = files + [
        (f"{info}/METADATA", _metadata().encode(), 0o644),
        (f"{info}/WHEEL", _wheel().encode(), 0o644),
    ]
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data, mode in files:
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}")
        record.append(f"{info}/RECORD,,")
        wheel.writestr(f"{info}/RECORD", "\n".join(record) + "\n")


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    sources = [p for p in sorted((HERE / "atoll").iterdir()) if p.suffix == ".py" or p.name == "py.typed"]
    files = [(f"atoll/{p.name}", p.read_bytes(), 0o644) for p in sources]
    files += [(f"atoll/bin/{p.name}", p.read_bytes(), 0o755) for p in _built()]
    name = f"{_stem()}-{_tag()}.whl"
    _write(Path(wheel_directory) / name, files)
    return name


def build_sdist(sdist_directory, config_settings=None):
    name = f"{_stem()}.tar.gz"
    with tarfile.open(Path(sdist_directory) / name, "w:gz") as tar:
        for part in ("pyproject.toml", "README.md", "backend", "atoll", "tests"):
            tar.add(HERE / part, f"{_stem()}/{part}", filter=lambda t: None if "__pycache__" in t.name else t)
    return name
