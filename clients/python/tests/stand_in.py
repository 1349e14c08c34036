"""The little of Gymnasium and PettingZoo that atoll.zoo touches, for machines without them.

It is written from their documentation; where the packages are installed they are
used, and PettingZoo's own tests are run."""

import enum
import sys
import types

import numpy as np


class Discrete:
    def __init__(self, n):
        self.n, self._rng = n, np.random.default_rng()

    def seed(self, seed):
        self._rng = np.random.default_rng(seed)

    def sample(self, mask=None):
        if mask is None:
            return int(self._rng.integers(self.n))
        assert mask.shape == (self.n,) and mask.dtype == np.int8
        return int(self._rng.choice(np.flatnonzero(mask)))

    def contains(self, x):
        return 0 <= int(x) < self.n


class Box:
    def __init__(self, low, high, shape, dtype):
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

    def seed(self, seed):
        pass

    def contains(self, x):
        return x.shape == self.shape and x.dtype == self.dtype and x.min() >= self.low and x.max() <= self.high


class MultiDiscrete:
    def __init__(self, nvec):
        self.nvec = nvec


class AutoresetMode(enum.Enum):
    SAME_STEP = "SameStep"


class VectorEnv:
    pass


class DictSpace:
    def __init__(self, spaces):
        self.spaces = spaces

    def seed(self, seed):
        pass

    def contains(self, x):
        return set(x) == set(self.spaces) and all(s.contains(x[k]) for k, s in self.spaces.items())


class AECEnv:
    def _accumulate_rewards(self):
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def _was_dead_step(self, action):
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        for table in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            del table[agent]
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]
        for a in self.rewards:
            self.rewards[a] = 0.0

    def last(self):
        a = self.agent_selection
        return self.observe(a), self._cumulative_rewards[a], self.terminations[a], self.truncations[a], self.infos[a]

    def agent_iter(self, most=1 << 62):
        while self.agents and most > 0:
            most -= 1
            yield self.agent_selection


class ParallelEnv:
    pass


def install():
    """Puts the stand-ins where the packages would be; False if those are there."""
    try:
        import gymnasium.spaces  # noqa: F401
        import pettingzoo

        return hasattr(pettingzoo, "stand_in")  # another test may have put it there
    except ImportError:
        spaces = types.ModuleType("gymnasium.spaces")
        spaces.Box, spaces.Dict, spaces.Discrete, spaces.MultiDiscrete = Box, DictSpace, Discrete, MultiDiscrete
        vector = types.ModuleType("gymnasium.vector")
        vector.AutoresetMode, vector.VectorEnv = AutoresetMode, VectorEnv
        gymnasium = types.ModuleType("gymnasium")
        gymnasium.spaces, gymnasium.vector = spaces, vector
        zoo = types.ModuleType("pettingzoo")
        zoo.AECEnv, zoo.ParallelEnv, zoo.stand_in = AECEnv, ParallelEnv, True
        sys.modules.update({"gymnasium": gymnasium, "gymnasium.spaces": spaces, "gymnasium.vector": vector, "pettingzoo": zoo})
        return True
