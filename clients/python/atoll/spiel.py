"""Games and states in the manner of OpenSpiel.

    from atoll.spiel import load_game

    state = load_game("earthquake", players=3).new_initial_state(seed=7)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state.returns())

What differs: chance is drawn inside, from the seed of the state, so there are no chance
nodes; seats that choose at once are asked one after the other, and none sees what
another has chosen before all have; long choices are spelt in several actions
(docs/tensors.md). A clone has the same chance to come; `resample` gives it another.
"""

from __future__ import annotations

from typing import Any, List, Mapping, Optional

import numpy as np

from .vector import Vector, VectorError

TERMINAL = -4  #: current_player of a state that is over, as in OpenSpiel


class Game:
    """One configuration of a game. `reward` is "share", "sign" or "ranks"."""

    def __init__(self, game: str, players: Optional[int] = None, options: Optional[Mapping[str, Any]] = None, reward: str = "sign"):
        self._make = dict(game=game, players=players, options=options, reward=reward)
        with self._open(1) as v:
            self.name = v.name  #: with the version of the rules
            self._players, self._actions, self._size = v.players, v.actions, v.size
            self._height, self._width = v.height, v.width
            self._planes, self._others = v.action_plane_names, v.action_names
        self.reward = reward

    def _open(self, seed: int) -> Vector:
        return Vector(games=1, seed=seed, **self._make)  # type: ignore[arg-type]

    def new_initial_state(self, seed: int = 1) -> "State":
        return State(self, self._open(seed))

    def num_players(self) -> int:
        return self._players

    def num_distinct_actions(self) -> int:
        return self._actions

    def observation_tensor_shape(self) -> List[int]:
        return [self._size]

    def min_utility(self) -> float:
        return 0.0 if self.reward == "share" else -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> Optional[float]:
        """The sum of the returns, or None where it depends on the result."""
        if self.reward == "share":
            return 1.0
        return 0.0 if self.reward == "ranks" or self._players == 2 else None

    def action_to_string(self, action: int) -> str:
        """What an index means, the board turned to the seat that chooses."""
        cells = self._height * self._width
        if action >= cells * len(self._planes):
            return self._others[action - cells * len(self._planes)]
        plane, cell = divmod(action, cells)
        rank, file = divmod(cell, self._width)
        return f"{self._planes[plane]} @ {chr(ord('a') + file)}{rank + 1}"


class State:
    """One game under way."""

    def __init__(self, game: Game, vector: Vector):
        self._game, self._vector = game, vector
        self._returns: Optional[List[float]] = None
        self._history: List[int] = []

    def get_game(self) -> Game:
        return self._game

    def is_terminal(self) -> bool:
        return self._returns is not None

    def current_player(self) -> int:
        return TERMINAL if self._returns is not None else int(self._vector.seats[0])

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        """Those of the one to choose; nobody else has any."""
        if self._returns is not None or player not in (None, self.current_player()):
            return []
        v = self._vector
        return v.legal[0, : int(v.counts[0])].tolist()

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        mask = [0] * self._game.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        if self._returns is not None:
            raise VectorError(-1, "the game is over")
        self._vector.step(np.array([action], dtype=np.int32))
        self._history.append(int(action))
        if self._vector.done[0]:
            self._returns = [float(x) for x in self._vector.rewards[0]]

    def history(self) -> List[int]:
        return list(self._history)

    def returns(self) -> List[float]:
        """All zero before the end."""
        return list(self._returns) if self._returns is not None else [0.0] * self._game.num_players()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def _asked(self, player: Optional[int]) -> int:
        if self._returns is not None:
            raise VectorError(-1, "the game is over")
        return self.current_player() if player is None else player

    def observation_tensor(self, player: Optional[int] = None) -> Any:
        """What a player sees: uint8 [size]."""
        return self._vector.observe(self._asked(player))[0]

    def information_state_string(self, player: Optional[int] = None) -> str:
        """All that a player knows, in one line: equal for two states that it cannot tell apart."""
        return self._vector.text(0, self._asked(player))

    observation_string = information_state_string

    def action_to_string(self, player: int, action: int) -> str:
        return self._game.action_to_string(action)

    def clone(self) -> "State":
        other = State(self._game, self._vector.clone())
        other._returns = None if self._returns is None else list(self._returns)
        other._history = list(self._history)
        return other

    def resample(self, seed: int, player: Optional[int] = None) -> "State":
        """A state that a player cannot tell from this one: what it does not know is drawn anew."""
        seat = self._asked(player)
        other = self.clone()
        other._vector.resample(seed, seat)
        other._vector.look()
        return other

    def resample_from_infostate(self, player: int, sampler: Any) -> "State":
        """OpenSpiel's name for it; `sampler` gives numbers between 0 and 1."""
        return self.resample(int(sampler() * 2**53), player)

    def __str__(self) -> str:
        return "the game is over" if self._returns is not None else self.information_state_string()


def load_game(game: str, players: Optional[int] = None, options: Optional[Mapping[str, Any]] = None, reward: str = "sign") -> Game:
    """A game by its name, which may carry the version of the rules, as "evo-v1"."""
    return Game(game, players, options, reward)
