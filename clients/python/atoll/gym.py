"""A vector environment of Gymnasium: one's own seat of many games, a bot on the others.

    from atoll.gym import BotVectorEnv

    env = BotVectorEnv("conqueror", 64, bot="level2", players=2)
    seen, infos = env.reset(seed=1)
    seen, rewards, terminations, truncations, infos = env.step(env.sample(infos))

An observation is uint8 [num_envs, size], an action an index, as docs/tensors.md tells;
`infos["action_mask"]` is int8 [num_envs, actions]. A game that ends begins anew in the
same step: the reward is of the old game, the observation of the new one. The bot thinks
in a process of its own. Without Gymnasium the class has the same methods and no base.
"""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Tuple

import numpy as np

from .engine import Batch, Engine, EngineError

try:
    from gymnasium.spaces import Box, Discrete, MultiDiscrete
    from gymnasium.vector import AutoresetMode, VectorEnv
except ImportError:
    AutoresetMode = Box = Discrete = MultiDiscrete = None  # type: ignore[assignment,misc]
    VectorEnv = object  # type: ignore[assignment,misc]


class BotVectorEnv(VectorEnv):  # type: ignore[misc,valid-type]
    """`num_envs` games against a bot. `reward` is "share", "sign" or "ranks"."""

    def __init__(
        self,
        game: str,
        num_envs: int = 64,
        *,
        bot: str = "level1",
        players: Optional[int] = None,
        options: Optional[Mapping[str, Any]] = None,
        seat: Optional[str] = None,
        reward: str = "share",
        ms: Optional[int] = None,
        engine: Optional[Engine] = None,
    ):
        self._own = engine is None
        self._engine = engine or Engine()
        self._make: Dict[str, Any] = dict(
            game=game, count=num_envs, players=players, options=dict(options or {}), reward=reward, bot=bot, seat=seat, ms=ms
        )
        self._batch: Optional[Batch] = None
        self._seed = 0
        try:
            self._begin(1)
        except EngineError:
            self.close()
            raise
        assert self._batch and self._batch.space
        about = self._batch.space
        self.num_envs = num_envs
        self.size: int = about["size"]
        self.actions: int = about["actions"]
        mode = "SameStep" if AutoresetMode is None else AutoresetMode.SAME_STEP
        self.metadata = {"name": about["name"], "render_modes": [], "autoreset_mode": mode}
        self.render_mode = None
        self.closed = False
        if Box is not None:
            self.single_observation_space = Box(0, 255, (self.size,), np.uint8)
            self.single_action_space = Discrete(self.actions)
            self.observation_space = Box(0, 255, (num_envs, self.size), np.uint8)
            self.action_space = MultiDiscrete(np.full(num_envs, self.actions))

    def _begin(self, seed: int) -> None:
        if self._batch is not None:
            self._batch.close()
        self._seed = seed
        self._batch = self._engine.batch(want=["tensor"], seed=seed & (2**64 - 1), **self._make)

    def _seen(self) -> Tuple[Any, Dict[str, Any]]:
        assert self._batch
        last = self._batch.last
        seen = np.frombuffer(last.observations, np.uint8).reshape(self.num_envs, self.size).copy()
        mask = np.zeros((self.num_envs, self.actions), np.int8)
        for row, letters in zip(mask, last.letters or []):
            row[letters] = 1
        return seen, {"action_mask": mask, "seat": np.array(last.seats, np.int8)}

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict] = None) -> Tuple[Any, Dict[str, Any]]:
        """Begins all games anew. Equal seeds and actions give equal games, as long as the bot is not cut short by `ms`."""
        self._begin(self._seed + 1 if seed is None else int(seed))
        return self._seen()

    def step(self, actions: Any) -> Tuple[Any, Any, Any, Any, Dict[str, Any]]:
        """Gives every game one index, and lets the bot choose until it is one's own turn again."""
        assert self._batch
        asked = list(self._batch.last.seats)
        last = self._batch.step([int(a) for a in np.asarray(actions)])
        rewards = np.zeros(self.num_envs, np.float32)
        over = np.zeros(self.num_envs, bool)
        for ended in last.done:
            rewards[ended["game"]] += ended["rewards"][asked[ended["game"]]]
            over[ended["game"]] = True
        seen, infos = self._seen()
        return seen, rewards, over, np.zeros(self.num_envs, bool), infos

    def sample(self, infos: Mapping[str, Any], rng: Optional["np.random.Generator"] = None) -> Any:
        """A legal index for every game, all equally likely."""
        mask = infos["action_mask"]
        draw = (rng or np.random.default_rng()).random(mask.shape) * mask
        return draw.argmax(1)

    def close(self, **_: Any) -> None:
        """Ends the bot's process."""
        if self._own and not getattr(self, "closed", False):
            self._engine.close()
        self.closed = True
