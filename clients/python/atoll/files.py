"""Where the program and the library are."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
LIBRARY = {"darwin": "libatoll.dylib", "win32": "atoll.dll"}.get(sys.platform, "libatoll.so")


def program() -> str:
    """The `atoll` program: $ATOLL, the one installed with this package, or the one on the path."""
    inside = _HERE / "bin" / "atoll"
    return os.environ.get("ATOLL") or (str(inside) if inside.exists() else "atoll")


def library() -> str:
    """The library: $ATOLL_LIB, the one installed with this package, or one that the system finds."""
    inside = _HERE / "bin" / LIBRARY
    return os.environ.get("ATOLL_LIB") or (str(inside) if inside.exists() else LIBRARY)
