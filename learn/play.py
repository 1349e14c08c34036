"""Self-play: rollouts of many games at once, and what each choice was worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np

from atoll.vector import Vector

from .matrix import Pairs


@dataclass
class Rollout:
    """Choices of a number of steps, time first."""

    seen: Any  # a list of what the learner kept of the observations and legal indices
    actions: Any  # int32
    chances: Any  # float32: logarithm of the chance with which the action was drawn
    seats: Any  # int8
    values: Any  # float32: share of the first place that the chooser expected
    done: Any  # bool: the choice ended its game
    rewards: Any  # float32 [steps, games, players]
    watched: Any  # a list of what the learner kept of one seat's observations a step
    watchers: Any  # int: that seat, whether or not it was to choose
    after: Any  # float32 [games, players]: what each seat expects after the last step
    games: int  # that ended
    wanted: Any = None  # float32 [steps, games, max_legal]: shares that an equilibrium has, or all 0; None without any


def rollout(env: Vector, learner: Any, steps: int, rng: "np.random.Generator", pairs: Optional[Pairs] = None) -> Rollout:
    """Plays on in all games, every seat with the learner's present policy; with `pairs`, choices
    at once are drawn from an equilibrium."""
    kept = Rollout(*([] for _ in range(9)), None, 0)
    wanted = []
    for _ in range(steps):
        if pairs is not None:
            pairs.begin(learner)
        # A search asks what a position is worth to those who are not to choose, too.
        watcher = int(rng.integers(env.players))
        kept.watchers.append(watcher)
        kept.watched.append(learner.keep(env.observe(watcher)))
        kept.seats.append(env.seats.copy())
        actions, chances, values, seen = learner.act(env.observations, env.legal)
        if pairs is not None:
            actions, shares = pairs.lead(actions, env.legal)
            wanted.append(shares)
        kept.seen.append(seen)
        kept.actions.append(actions)
        kept.chances.append(chances)
        kept.values.append(values)
        env.step(actions)
        if pairs is not None:
            pairs.follow()
        kept.done.append(env.done.astype(bool))
        kept.rewards.append(env.rewards.copy())
        kept.games += int(env.done.sum())
    kept.after = np.stack([learner.value(env.observe(s)) for s in range(env.players)], 1)
    for name in ("actions", "chances", "seats", "values", "done", "rewards"):
        setattr(kept, name, np.stack(getattr(kept, name)))
    if any(w is not None for w in wanted):
        none = np.zeros(env.legal.shape, np.float32)
        kept.wanted = np.stack([none if w is None else w for w in wanted])
    return kept


def advantages(r: Rollout, trace: float) -> Any:
    """How much better each choice did than expected (generalised advantages, no discount),
    the value that was its target, and the target of what watchers saw. A seat's next
    moment is its own next choice or the end of the game, whatever others do in between."""
    steps, games = r.actions.shape
    every = np.arange(games)
    ahead = r.after.copy()  # [games, players]: the value at each seat's next moment
    carried = np.zeros_like(ahead)  # and by how much it turned out better
    gain = np.empty((steps, games), dtype=np.float32)
    watched = np.empty((steps, games), dtype=np.float32)
    for t in range(steps - 1, -1, -1):
        over = r.done[t]
        ahead[over] = r.rewards[t][over]
        carried[over] = 0
        s = r.seats[t]
        gain[t] = ahead[every, s] - r.values[t] + trace * carried[every, s]
        ahead[every, s] = r.values[t]
        carried[every, s] = gain[t]
        o = r.watchers[t]
        watched[t] = ahead[:, o] + carried[:, o]
    return gain, gain + r.values, watched
