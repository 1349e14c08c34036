"""The loop: play, look back, learn, until the time or the steps are spent."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field, replace
from typing import Any, Callable, Dict, Optional, Tuple

import numpy as np

from atoll.vector import Vector

from .learners import NumpyLearner, Steps, TorchLearner
from .matrix import Pairs
from .network import Shape, Weights, fresh, quantise, write
from .play import advantages, rollout


@dataclass
class Recipe:
    """Everything that decides what is learnt. Equal recipes with a number of steps and
    NumPy give equal networks."""

    game: str
    players: int = 2
    options: Dict[str, str] = field(default_factory=dict)
    seed: int = 1
    games: int = 512  # at once
    length: int = 32  # steps between two updates
    threads: int = 1
    first: int = 128
    second: int = 32
    trace: float = 0.9
    entropy_end: float = 0.003
    pairs: int = 5  # choices of each side in the matrix, where two choose at once; 0 for none
    torch: bool = False
    start: Optional[Weights] = None  # instead of a network that knows nothing
    how: Steps = field(default_factory=Steps)


def scales(env: Vector, rng: "np.random.Generator") -> Any:
    """What to multiply inputs by: random games tell how large each of them becomes."""
    top = np.ones(env.size, dtype=np.float32)
    for _ in range(200):
        top = np.maximum(top, env.observations.max(0))
        env.step(env.sample(rng))
    env.reset(int(rng.integers(2**62)))
    return 1 / top


def train(
    recipe: Recipe,
    *,
    seconds: Optional[float] = None,
    steps: Optional[int] = None,
    log: Optional[Callable[[Dict[str, Any]], None]] = None,
    every: Optional[Callable[[float, bytes], None]] = None,
) -> Tuple[bytes, Weights]:
    """Learns until the seconds or the steps are spent. Returns the flat file, and the
    weights to go on from. `log` gets a row for each update, `every` a file at each tenth
    of the way."""
    if (seconds is None) == (steps is None):
        raise ValueError("say either seconds or steps")
    rng = np.random.default_rng(recipe.seed)
    began = time.monotonic()
    played = ended = 0
    with Vector(
        recipe.game, recipe.games, players=recipe.players, options=recipe.options, seed=recipe.seed, threads=recipe.threads
    ) as env:
        shape = Shape(env.name, env.config, env.players, env.size, env.actions, recipe.first, recipe.second)
        kind = TorchLearner if recipe.torch else NumpyLearner
        learner = kind(shape, recipe.start or fresh(shape, scales(env, rng), rng), recipe.seed)

        pairs = Pairs(env, recipe.pairs, rng) if recipe.pairs and env.players == 2 else None

        def file() -> bytes:
            about = f"self-play: {played} choices, {ended} games, {time.monotonic() - began:.0f} s, seed {recipe.seed}"
            return write(quantise(learner.weights, shape), about)

        done, tenth = 0.0, 1
        while done < 1:
            how = replace(
                recipe.how,
                rate=recipe.how.rate * (1 - done) + 1e-6,
                entropy=recipe.how.entropy * (1 - done) + recipe.entropy_end * done,
            )
            r = rollout(env, learner, recipe.length, rng, pairs)
            gain, target, foreseen = advantages(r, recipe.trace)
            flat = {
                "actions": r.actions,
                "chances": r.chances,
                "gain": ((gain - gain.mean()) / (gain.std() + 1e-6)).astype(np.float32),
                "target": np.clip(target, 0, 1),
                "foreseen": np.clip(foreseen, 0, 1),
            }
            rows = {k: v.reshape(-1) for k, v in flat.items()}
            if r.wanted is not None:
                rows["wanted"] = r.wanted.reshape(len(rows["actions"]), -1)
            found = learner.update(r.seen, r.watched, rows, how)
            played += r.actions.size
            ended += r.games
            spent = time.monotonic() - began
            done = spent / seconds if seconds is not None else played / float(steps or 1)
            if log is not None:
                log({"seconds": round(spent, 1), "choices": played, "games": ended, **{k: round(v, 4) for k, v in found.items()}})
            if every is not None and done >= tenth / 10 and done < 1:
                tenth = int(done * 10) + 1
                every(done, file())
        return file(), learner.weights


def logger(path: Optional[str]) -> Callable[[Dict[str, Any]], None]:
    """Rows go to a file, and now and then to the terminal."""
    out = open(path, "w", encoding="utf-8") if path else None
    said = 0.0

    def log(row: Dict[str, Any]) -> None:
        nonlocal said
        if out:
            out.write(json.dumps(row) + "\n")
            out.flush()
        if row["seconds"] - said >= 5 or said == 0:
            said = row["seconds"]
            print(json.dumps(row), flush=True)

    return log
