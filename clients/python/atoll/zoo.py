"""PettingZoo environments on tensors, where that package is installed.

    from atoll.zoo import aec_env, parallel_env

    env = aec_env("evo", players=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))

An observation is {"observation": uint8 [size], "action_mask": int8 [actions]}, as
docs/tensors.md describes it; an action is an index of the same page. Seats that
choose at once are asked one after the other, and nobody sees what another one has
chosen before all have. The name of an environment carries the version of the rules.
"""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional

import numpy as np
from gymnasium.spaces import Box, Dict as DictSpace, Discrete
from pettingzoo import AECEnv, ParallelEnv

from .vector import Vector


class _Table:
    """One game and its spaces, which both kinds of environment share."""

    def __init__(self, game: str, players: Optional[int], options: Optional[Mapping[str, Any]], reward: str):
        self.vector = Vector(game, 1, players=players, options=options, masks=True, reward=reward)
        v = self.vector
        self.agents: List[str] = list(v.seat_names)
        self.observation_spaces = {
            a: DictSpace(
                {"observation": Box(0, 255, (v.size,), np.uint8), "action_mask": Box(0, 1, (v.actions,), np.int8)}
            )
            for a in self.agents
        }
        self.action_spaces = {a: Discrete(v.actions) for a in self.agents}
        self.over = False
        self._seed = 0

    def reset(self, seed: Optional[int]) -> None:
        self._seed = self._seed + 1 if seed is None else seed
        self.vector.reset(self._seed)
        self.over = False
        for space in list(self.observation_spaces.values()) + list(self.action_spaces.values()):
            space.seed(self._seed)

    def turn(self) -> str:
        return self.agents[int(self.vector.seats[0])]

    def observe(self, agent: str) -> Dict[str, Any]:
        """What an agent sees. After the end it is all zeros: the next game is nobody's business yet."""
        v = self.vector
        mask = np.zeros(v.actions, dtype=np.int8)
        if self.over:
            return {"observation": np.zeros(v.size, dtype=np.uint8), "action_mask": mask}
        if agent == self.turn():
            mask[:] = v.masks[0]
        return {"observation": v.observe(self.agents.index(agent))[0], "action_mask": mask}

    def step(self, action: int) -> Dict[str, float]:
        """Plays for whose turn it is; the rewards are all zero before the end."""
        self.vector.step(np.array([action], dtype=np.int32))
        self.over = bool(self.vector.done[0])
        return {a: float(self.vector.rewards[0, i]) for i, a in enumerate(self.agents)}


class aec_env(AECEnv):
    """One agent after the other."""

    def __init__(
        self,
        game: str,
        players: Optional[int] = None,
        options: Optional[Mapping[str, Any]] = None,
        reward: str = "share",
        render_mode: Optional[str] = None,
    ):
        super().__init__()
        self._table = _Table(game, players, options, reward)
        self.metadata = {"name": self._table.vector.name.replace("-", "_"), "render_modes": [], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = list(self._table.agents)
        self.observation_spaces = self._table.observation_spaces
        self.action_spaces = self._table.action_spaces
        self.agents = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> None:
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = {a: 0.0 for a in self.agents}
        self._cumulative_rewards = {a: 0.0 for a in self.agents}
        self.terminations = {a: False for a in self.agents}
        self.truncations = {a: False for a in self.agents}
        self.infos: Dict[str, dict] = {a: {} for a in self.agents}
        self.agent_selection = self._table.turn()

    def observe(self, agent: str) -> Dict[str, Any]:
        return self._table.observe(agent)

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._table.step(int(action))  # type: ignore[arg-type]
        if self._table.over:
            self.terminations = {a: True for a in self.agents}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._table.turn()
        self._accumulate_rewards()

    def render(self) -> None:
        return None

    def close(self) -> None:
        self._table.vector.close()


class parallel_env(ParallelEnv):
    """All agents in every step. Whose turn it is chooses; the others have an empty mask, and whatever they give is ignored."""

    def __init__(
        self,
        game: str,
        players: Optional[int] = None,
        options: Optional[Mapping[str, Any]] = None,
        reward: str = "share",
        render_mode: Optional[str] = None,
    ):
        self._table = _Table(game, players, options, reward)
        self.metadata = {"name": self._table.vector.name.replace("-", "_") + "_parallel", "render_modes": []}
        self.render_mode = render_mode
        self.possible_agents = list(self._table.agents)
        self.observation_spaces = self._table.observation_spaces
        self.action_spaces = self._table.action_spaces
        self.agents = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None):
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {a: {} for a in self.agents}

    def _observations(self) -> Dict[str, Any]:
        return {a: self._table.observe(a) for a in self.agents}

    def step(self, actions: Mapping[str, int]):
        agent = self._table.turn()
        rewards = self._table.step(int(actions[agent]))
        agents, over = self.agents, self._table.over
        seen = self._observations()
        if over:
            self.agents = []
        return (
            seen,
            {a: rewards[a] for a in agents},
            {a: over for a in agents},
            {a: False for a in agents},
            {a: {} for a in agents},
        )

    def render(self) -> None:
        return None

    def close(self) -> None:
        self._table.vector.close()
