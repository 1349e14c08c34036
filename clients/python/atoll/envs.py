"""Environments in the manner of PettingZoo, where that package is installed.

An observation is {"position": text, "legal": [texts]} as the agent's seat sees it;
an action is an index into that list. The reward at the end is 1 for a sole winner,
shared by those who share the first place, 0 for the others.
"""

from __future__ import annotations

from typing import Any, Dict, Optional

from .engine import Engine, Game

try:
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:  # the environments work without it, only their base is missing
    AECEnv = ParallelEnv = object  # type: ignore[assignment,misc]


def _rewards(game: Game) -> Dict[str, float]:
    ranks = game.result["rank"] if game.result else {}
    winners = [seat for seat, rank in ranks.items() if rank == 1]
    return {seat: (1 / len(winners) if rank == 1 else 0.0) for seat, rank in ranks.items()}


class _Table:
    """What both kinds of environment share: one engine, one game at a time."""

    def __init__(self, game: str, players: Optional[int], options: Optional[dict], engine: Optional[Engine]):
        self._own_engine = engine is None
        self._engine = engine or Engine()
        self._make = dict(game=game, players=players, options=options)
        self._seed = 0
        self._game: Optional[Game] = None

    def _begin(self, seed: Optional[int]) -> Game:
        if self._game is not None:
            self._game.close()
        self._seed = self._seed + 1 if seed is None else seed
        self._game = self._engine.new(seed=self._seed, **self._make)
        return self._game

    def _observe(self, seat: str) -> Dict[str, Any]:
        assert self._game
        legal = self._game.legal(seat) if seat in self._game.acting else []
        return {"position": self._game.position(seat), "legal": legal}

    def _close(self) -> None:
        if self._own_engine:
            self._engine.close()


class aec_env(AECEnv):
    """One agent after the other. Seats that choose at once are asked in seat order."""

    metadata = {"name": "atoll_aec"}

    def __init__(self, game: str, players: Optional[int] = None, options: Optional[dict] = None,
                 engine: Optional[Engine] = None):
        self._table = _Table(game, players, options, engine)

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> None:
        game = self._table._begin(seed)
        self.possible_agents = list(game.seats)
        self.agents = list(game.seats)
        self.rewards = {a: 0.0 for a in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {a: False for a in self.agents}
        self.truncations = dict(self.terminations)
        self.infos: Dict[str, dict] = {a: {} for a in self.agents}
        self._select()

    def _select(self) -> None:
        game = self._table._game
        assert game
        waiting = [s for s in game.acting if s not in game.staged]
        self.agent_selection = waiting[0] if waiting else (self.agents[0] if self.agents else "")

    def observe(self, agent: str) -> dict:
        return self._table._observe(agent)

    def last(self, observe: bool = True):
        a = self.agent_selection
        return (self.observe(a) if observe else None, self._cumulative_rewards[a],
                self.terminations[a], self.truncations[a], self.infos[a])

    def step(self, action: Optional[int]) -> None:
        game, agent = self._table._game, self.agent_selection
        assert game
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("a finished agent takes None")
            self.agents.remove(agent)
            self.agent_selection = self.agents[0] if self.agents else ""
            return
        self._cumulative_rewards[agent] = 0.0
        game.apply(game.legal(agent)[action], agent)
        if game.over:
            self.rewards = _rewards(game)
            for a in self.agents:
                self._cumulative_rewards[a] += self.rewards[a]
                self.terminations[a] = True
            self.agent_selection = self.agents[0]
        else:
            self._select()

    def close(self) -> None:
        self._table._close()


class parallel_env(ParallelEnv):
    """All agents in every step; the action of an agent that does not choose is ignored."""

    metadata = {"name": "atoll_parallel"}

    def __init__(self, game: str, players: Optional[int] = None, options: Optional[dict] = None,
                 engine: Optional[Engine] = None):
        self._table = _Table(game, players, options, engine)

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None):
        game = self._table._begin(seed)
        self.possible_agents = list(game.seats)
        self.agents = list(game.seats)
        return self._observations(), {a: {} for a in self.agents}

    def _observations(self) -> Dict[str, dict]:
        return {a: self._table._observe(a) for a in self.agents}

    def step(self, actions: Dict[str, int]):
        game = self._table._game
        assert game
        game.apply_all({a: game.legal(a)[actions[a]] for a in game.acting})
        observations = self._observations()
        rewards = _rewards(game) if game.over else {a: 0.0 for a in self.agents}
        over = {a: game.over for a in self.agents}
        infos: Dict[str, dict] = {a: {} for a in self.agents}
        never = {a: False for a in self.agents}
        if game.over:
            self.agents = []
        return observations, rewards, over, never, infos

    def close(self) -> None:
        self._table._close()
