"""Thousands of games at once, straight into NumPy arrays.

    import numpy as np
    from atoll.vector import Vector

    rng = np.random.default_rng(1)
    with Vector("evo", games=1024) as env:
        for _ in range(1000):
            env.step(env.sample(rng))

Every game waits for one index of one seat. After `step` and `reset` the arrays of
the environment tell how all games stand; they are the same arrays every time, so
copy what you keep. A game that ends begins anew: `done` and `rewards` are then of
the game that ended, everything else of the new one.
"""

from __future__ import annotations

import ctypes
import json
from typing import Any, List, Mapping, Optional

import numpy as np

from .files import library

API = 1


class VectorError(Exception):
    """The library refused a call. Nothing was changed unless `internal` is true."""

    def __init__(self, code: int, message: str):
        super().__init__(message)
        self.code = code
        self.internal = code == -4


_FIELDS = (
    ("observations", np.uint8),
    ("legal", np.int32),
    ("counts", np.int32),
    ("masks", np.uint8),
    ("seats", np.int8),
    ("done", np.uint8),
    ("rewards", np.float32),
)


class _Arrays(ctypes.Structure):
    _fields_ = [
        field
        for name, _ in _FIELDS
        for field in ((name, ctypes.c_void_p), (name + "_length", ctypes.c_int64))
    ]


_loaded: Optional[ctypes.CDLL] = None


def _load() -> ctypes.CDLL:
    global _loaded
    if _loaded is None:
        lib = ctypes.CDLL(library())
        handle, text, size = ctypes.c_int64, ctypes.c_char_p, ctypes.c_int64
        arrays = ctypes.POINTER(_Arrays)
        for name, result, arguments in (
            ("atoll_api", ctypes.c_int32, []),
            ("atoll_open", handle, [text, ctypes.c_int64, ctypes.c_uint64, ctypes.c_int32, text]),
            ("atoll_describe", ctypes.c_int64, [handle, ctypes.c_char_p, size]),
            ("atoll_reset", ctypes.c_int32, [handle, ctypes.c_uint64, arrays]),
            ("atoll_step", ctypes.c_int32, [handle, ctypes.c_void_p, ctypes.c_int64, arrays]),
            ("atoll_look", ctypes.c_int32, [handle, arrays]),
            ("atoll_observe", ctypes.c_int32, [handle, ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64]),
            ("atoll_resample", ctypes.c_int32, [handle, ctypes.c_uint64]),
            ("atoll_resample_for", ctypes.c_int32, [handle, ctypes.c_int32, ctypes.c_uint64]),
            ("atoll_clone", handle, [handle]),
            ("atoll_take", ctypes.c_int32, [handle, handle, ctypes.c_void_p, ctypes.c_int64]),
            ("atoll_choosers", ctypes.c_int32, [handle, ctypes.c_void_p, ctypes.c_int64]),
            ("atoll_text", ctypes.c_int64, [handle, ctypes.c_int64, ctypes.c_int32, ctypes.c_char_p, size]),
            ("atoll_close", ctypes.c_int32, [handle]),
        ):
            function = getattr(lib, name)
            function.restype = result
            function.argtypes = arguments + ([ctypes.c_char_p, size] if name != "atoll_api" else [])
        if lib.atoll_api() != API:
            raise ImportError(f"{library()} speaks version {lib.atoll_api()} of its interface, this package {API}")
        _loaded = lib
    return _loaded


class Vector:
    """Many games of one kind, stepped together.

    `game` may name the version of the rules, as "evo-v1"; `name` always does.
    `reward` is "share" (of the first place), "sign" (1, 0, -1) or "ranks" (1 to -1,
    sum 0). Arrays that are not wanted cost nothing and are None.
    """

    observations: Any  #: uint8 [games, size]: as the seat to choose sees it
    legal: Any  #: int32 [games, max_legal]: the legal indices, then -1
    counts: Any  #: int32 [games]: how many indices are legal
    masks: Any  #: uint8 [games, actions]: 1 for legal indices
    seats: Any  #: int8 [games]: who is to choose
    done: Any  #: uint8 [games]: 1 if the last step ended a game
    rewards: Any  #: float32 [games, players]: 0 unless done

    def __init__(
        self,
        game: str,
        games: int = 1024,
        *,
        players: Optional[int] = None,
        options: Optional[Mapping[str, Any]] = None,
        seed: int = 1,
        threads: int = 1,
        reward: str = "share",
        observations: bool = True,
        legal: bool = True,
        masks: bool = False,
    ):
        self._handle = 0
        self._lib = _load()
        self._error = ctypes.create_string_buffer(2000)
        words = [game] + ([str(players)] if players is not None else [])
        for key, value in (options or {}).items():
            words.append(f"{key}={str(value).lower() if isinstance(value, bool) else value}")
        self._reward = reward
        self._handle = self._call("open", " ".join(words).encode(), games, _seed(seed), threads, reward.encode())
        self._begin(observations, legal, masks)

    def _begin(self, observations: bool, legal: bool, masks: bool) -> None:
        """Makes the arrays and fills them for the first time."""
        about = json.loads(self._text("describe", self._handle))
        self.name: str = about["name"]
        self.config: str = about["config"]
        self.games: int = about["games"]
        self.players: int = about["players"]
        self.seat_names: List[str] = about["seats"]
        self.size: int = about["size"]
        self.height: int = about["height"]
        self.width: int = about["width"]
        self.plane_names: List[str] = about["planes"]
        self.scalar_names: List[str] = about["scalars"]
        self.actions: int = about["actions"]
        self.action_plane_names: List[str] = about["action_planes"]
        self.action_names: List[str] = about["action_names"]
        self.max_legal: int = about["max_legal"]
        self.max_word: int = about["max_word"]
        rows = {
            "observations": (self.size,) if observations else None,
            "legal": (self.max_legal,) if legal else None,
            "counts": (),
            "masks": (self.actions,) if masks else None,
            "seats": (),
            "done": (),
            "rewards": (self.players,),
        }
        self._arrays = _Arrays()
        for name, kind in _FIELDS:
            row = rows[name]
            array = None if row is None else np.zeros((self.games,) + row, dtype=kind)
            setattr(self, name, array)
            if array is not None:
                setattr(self._arrays, name, array.ctypes.data)
                setattr(self._arrays, name + "_length", array.size)
        self._first = np.arange(self.games, dtype=np.int64) * self.max_legal
        self._call("look", self._handle, self._arrays)

    def __enter__(self) -> "Vector":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", 0):
            try:
                self.close()
            except VectorError:
                pass

    def close(self) -> None:
        """Ends the games. Twice is the same as once."""
        if self._handle:
            self._call("close", self._handle)
            self._handle = 0

    def reset(self, seed: int = 1) -> None:
        """Begins all games anew. Equal seeds and actions give equal games, whatever the threads."""
        self._call("reset", self._handle, _seed(seed), self._arrays)

    def step(self, actions: Any) -> None:
        """Gives every game one index. If one is not legal nothing is played."""
        given = np.asarray(actions)
        if given.dtype != np.int32:
            if given.dtype.kind not in "iu":
                raise TypeError(f"actions are integers, not {given.dtype}")
            small = given.astype(np.int32)
            if (small != given).any():
                raise VectorError(-1, "an action does not fit into 32 bits")
            given = small
        if given.shape != (self.games,):
            raise VectorError(-1, f"actions of shape {given.shape} for {self.games} games")
        given = np.ascontiguousarray(given)
        self._call("step", self._handle, given.ctypes.data, given.size, self._arrays)

    def sample(self, rng: "np.random.Generator") -> Any:
        """Draws a legal index for every game, all equally likely."""
        if self.legal is None:
            raise VectorError(-1, "sample needs legal=True")
        at = (rng.random(self.games) * self.counts).astype(np.int64)
        at += self._first
        return self.legal.ravel().take(at)

    def resample(self, seed: int, seat: Optional[int] = None) -> None:
        """Replaces what a seat, or the one to choose, does not know by a guess drawn from what is possible."""
        if seat is None:
            self._call("resample", self._handle, _seed(seed))
        else:
            self._call("resample_for", self._handle, seat, _seed(seed))

    def clone(self) -> "Vector":
        """The same games once more, with the same chance to come; each goes on by itself."""
        return self._with(self._call("clone", self._handle))

    def branch(self, rows: Any) -> "Vector":
        """New games that begin as copies of some of these, as many as there are rows."""
        other = self._with(self._call("open", self.config.encode(), len(rows), 0, 1, self._reward.encode()))
        other.take(self, rows)
        return other

    def _with(self, handle: int) -> "Vector":
        """Games of the same kind, and the same arrays."""
        other = Vector.__new__(Vector)
        other._handle, other._lib, other._error = handle, self._lib, ctypes.create_string_buffer(2000)
        other._reward = self._reward
        other._begin(self.observations is not None, self.legal is not None, self.masks is not None)
        return other

    def take(self, source: "Vector", rows: Any) -> None:
        """Makes every game a copy of one of the source's, `rows` saying which, with the same chance to come."""
        given = np.ascontiguousarray(rows, dtype=np.int32)
        self._call("take", self._handle, source._handle, given.ctypes.data, given.size)
        self.look()

    def choosers(self) -> Any:
        """How many seats are about to choose at once: a new uint8 [games], 0 where such a choice has begun."""
        found = np.zeros(self.games, dtype=np.uint8)
        self._call("choosers", self._handle, found.ctypes.data, found.size)
        return found

    def text(self, game: int, seat: int) -> str:
        """How one game stands as a seat knows it, in one line."""
        return self._text("text", self._handle, game, seat)

    def observe(self, seat: int) -> Any:
        """What one seat sees in every game, whoever is to choose: a new uint8 [games, size]."""
        seen = np.zeros((self.games, self.size), dtype=np.uint8)
        self._call("observe", self._handle, seat, seen.ctypes.data, seen.size)
        return seen

    def look(self) -> None:
        """Fills the arrays once more."""
        self._call("look", self._handle, self._arrays)

    @property
    def planes(self) -> Any:
        """The planes of the observations: uint8 [games, planes, height, width], a view."""
        n = len(self.plane_names) * self.height * self.width
        return self.observations[:, :n].reshape(self.games, len(self.plane_names), self.height, self.width)

    @property
    def scalars(self) -> Any:
        """The scalars of the observations: uint8 [games, scalars], a view."""
        return self.observations[:, self.size - len(self.scalar_names) :]

    def _call(self, name: str, *arguments: Any) -> int:
        code = getattr(self._lib, "atoll_" + name)(*arguments, self._error, len(self._error))
        if code < 0:
            raise VectorError(code, self._error.value.decode(errors="replace"))
        return code

    def _text(self, name: str, *arguments: int) -> str:
        size = self._call(name, *arguments, None, 0) + 1
        text = ctypes.create_string_buffer(size)
        self._call(name, *arguments, text, size)
        return text.value.decode()


def _seed(seed: int) -> int:
    return int(seed) & (2**64 - 1)
