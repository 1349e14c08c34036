"""The engine as a child process, its games and its batches."""

from __future__ import annotations

import base64
import json
import subprocess
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence

from .files import program

PROTOCOL = 1


class EngineError(Exception):
    """The engine refused a request. `code` is for programs, the text for people."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


class Engine:
    """One `atoll engine` process. Use it as a context manager, from one thread."""

    def __init__(self, command: Optional[Sequence[str]] = None):
        command = list(command or [program(), "engine"])
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._next_id = 0
        self._late: Dict[int, List[dict]] = {}
        self.about = self.call("hello")
        if self.about["protocol"] != PROTOCOL:
            self.close()
            raise EngineError("protocol", f"the engine speaks protocol {self.about['protocol']}, this client {PROTOCOL}")

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._process.stdin and not self._process.stdin.closed:
            try:
                self._process.stdin.close()
            except BrokenPipeError:
                pass
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()

    def call(self, cmd: str, **members: Any) -> dict:
        """Sends one request and returns its answer."""
        return self._answer(self._send(cmd, members))

    def _send(self, cmd: str, members: Dict[str, Any]) -> int:
        self._next_id += 1
        request = {"id": self._next_id, "cmd": cmd}
        request.update({k: v for k, v in members.items() if v is not None})
        line = json.dumps(request, separators=(",", ":")).encode() + b"\n"
        assert self._process.stdin
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):  # it died, or was closed here
            raise EngineError("closed", "the engine has ended") from None
        return self._next_id

    def _answer(self, wanted: int) -> dict:
        if self._late.get(wanted):
            answer = self._late[wanted].pop(0)
        else:
            answer = self._read()
            while answer["id"] != wanted:  # a line of an analysis that runs beside
                self._late.setdefault(answer["id"], []).append(answer)
                answer = self._read()
        if "error" in answer:
            raise EngineError(answer["error"]["code"], answer["error"]["message"])
        return answer

    def _read(self) -> dict:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise EngineError("closed", "the engine has ended")
        return json.loads(line)

    def games(self) -> List[dict]:
        return self.call("games")["games"]

    def new(self, game: str, players: Optional[int] = None, options: Optional[dict] = None,
            seed: int = 1, chance: str = "auto") -> "Game":
        return Game(self, self.call("new", game=game, players=players, options=options, seed=seed, chance=chance))

    def load(self, game: str, position: str, seed: int = 1, chance: str = "auto") -> "Game":
        return Game(self, self.call("load", game=game, position=position, seed=seed, chance=chance))

    def batch(self, game: str, count: int, players: Optional[int] = None, options: Optional[dict] = None,
              seed: int = 1, want: Sequence[str] = (), reward: Optional[str] = None,
              bot: Optional[str] = None, seat: Optional[str] = None, ms: Optional[int] = None) -> "Batch":
        """`want` lists "legal", "position", "view" and "tensor"; `reward` goes with the last.

        With `bot` it plays all seats but `seat`, or but each in turn.
        """
        return Batch(self, self.call("batch.new", game=game, count=count, players=players, options=options,
                                     seed=seed, want=list(want), reward=reward, bot=bot, seat=seat, ms=ms))


class Game:
    """One game. `acting` are the seats that choose now, `result` is set at the end."""

    def __init__(self, engine: Engine, answer: dict):
        self._engine = engine
        self.table: int = answer["table"]
        self.seats: List[str] = answer["seats"]
        self._take(answer)

    def _take(self, answer: dict) -> dict:
        self.acting: List[str] = answer["acting"]
        self.staged: List[str] = answer.get("staged", [])
        self.steps: int = answer["steps"]
        self.result: Optional[dict] = answer["result"]
        self.events: List[dict] = answer.get("events", [])
        self.did: List[dict] = answer.get("did", [])
        return answer

    @property
    def over(self) -> bool:
        return self.result is not None

    def _call(self, cmd: str, **members: Any) -> dict:
        return self._engine.call(cmd, table=self.table, **members)

    def legal(self, seat: Optional[str] = None) -> List[str]:
        return self._call("legal", seat=seat)["actions"]

    def apply(self, action: str, seat: Optional[str] = None) -> List[dict]:
        """Plays an action (or stages it, where several choose at once); returns the events."""
        self._take(self._call("apply", action=action, seat=seat))
        return self.events

    def apply_all(self, actions: Dict[str, str]) -> List[dict]:
        self._take(self._call("apply", actions=actions))
        return self.events

    def chance(self, outcome: Optional[str] = None) -> List[dict]:
        self._take(self._call("chance", outcome=outcome))
        return self.events

    def undo(self, steps: int = 1) -> None:
        self._take(self._call("undo", steps=steps))

    def position(self, viewer: str) -> str:
        return self._call("position", **{"as": viewer})["position"]

    def view(self, viewer: str) -> dict:
        return self._call("view", **{"as": viewer})["view"]

    def board(self, viewer: str) -> str:
        return self._call("view", **{"as": viewer})["board"]

    def resample(self, viewer: str, seed: int = 1, chance: str = "auto") -> "Game":
        """A second game that the viewer could just as well be in; this one does not change."""
        return Game(self._engine, self._call("resample", seed=seed, chance=chance, **{"as": viewer}))

    def best(self, seat: Optional[str] = None, bot: Optional[str] = None, ms: Optional[int] = None, seed: int = 1) -> str:
        return self._call("best", seat=seat, bot=bot, ms=ms, seed=seed)["action"]

    def analyse(self, viewer: str, ms: Optional[int] = None, seed: int = 1) -> "Analysis":
        members = {"table": self.table, "as": viewer, "ms": ms, "seed": seed}
        return Analysis(self._engine, self._engine._send("analyse", members))

    def close(self) -> None:
        self._call("close")


class Analysis:
    """A stream of findings; iterate over it, or stop it early."""

    def __init__(self, engine: Engine, request: int):
        self._engine, self._request = engine, request

    def __iter__(self) -> Iterator[dict]:
        while True:
            answer = self._engine._answer(self._request)
            if answer.get("done"):
                return
            if "analysis" in answer:
                yield answer["analysis"]

    def stop(self) -> None:
        self._engine.call("stop", target=str(self._request))


class Step(NamedTuple):
    """How the games of a batch stand: whose pick it is, among how many, and which games ended."""

    seats: List[int]
    counts: List[int]
    done: List[dict]
    legal: Optional[List[List[str]]]
    positions: Optional[List[str]]
    views: Optional[List[dict]] = None
    letters: Optional[List[List[int]]] = None
    observations: Optional[bytes] = None  #: `space["size"]` a game


class Batch:
    """Many games stepped together.

    A pick is an index of a legal action, or one of the `letters` if tensors are
    wanted; -1 is a random one. `space` then names everything (docs/tensors.md).
    """

    def __init__(self, engine: Engine, answer: dict):
        self._engine = engine
        self.batch: int = answer["batch"]
        self.space: Optional[dict] = answer.get("space")
        self.last = self._step(answer)

    @staticmethod
    def _step(answer: dict) -> Step:
        seen = answer.get("observations")
        return Step(answer["seats"], answer["counts"], answer["done"], answer.get("legal"), answer.get("positions"),
                    answer.get("views"), answer.get("letters"), None if seen is None else base64.b64decode(seen))

    def step(self, picks: Sequence[int]) -> Step:
        self.last = self._step(self._engine.call("batch.step", batch=self.batch, picks=list(picks)))
        return self.last

    def resample(self, seed: int) -> Step:
        """Replaces in every game what the seat to pick does not know by a guess drawn from what is possible."""
        self.last = self._step(self._engine.call("batch.resample", batch=self.batch, seed=seed))
        return self.last

    def close(self) -> None:
        self._engine.call("batch.end", batch=self.batch)
