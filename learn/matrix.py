"""Choices that both sides make at once: what to learn from them is an equilibrium.

Where two seats choose at once, the best reply to what the other happens to do teaches
nothing that lasts. So some choices of each side are drawn from the policy, every pair of
them is played out in copies of the game and judged by the network, and the matrix that
comes of it is solved. The policy learns the mixture; what is played is drawn from it.
"""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np

from atoll.vector import Vector


def equilibrium(payoffs: Any, rounds: int = 150) -> Tuple[Any, Any, Any]:
    """Mixtures of the rows and the columns of many matrices [n, rows, columns] that no reply
    beats by much, and what the rows get: by regret matching, with later rounds counting more."""
    n, rows, columns = payoffs.shape
    x, y = np.full((n, 1, rows), 1 / rows), np.full((n, columns, 1), 1 / columns)
    regrets = np.full_like(x, TINY), np.full_like(y, TINY)
    sums = np.zeros_like(x), np.zeros_like(y)
    for k in range(1, rounds + 1):
        # One side after the other: the second replies to what the first has just become.
        worth = (payoffs @ y).swapaxes(1, 2)
        x = _match(regrets[0], worth - x @ payoffs @ y, 2)
        worth = x @ payoffs
        y = _match(regrets[1], (worth @ y - worth).swapaxes(1, 2), 1)
        sums[0][:] += k * x
        sums[1][:] += k * y
    x, y = sums[0] / sums[0].sum(2, keepdims=True), sums[1] / sums[1].sum(1, keepdims=True)
    return x[:, 0], y[:, :, 0], (x @ payoffs @ y)[:, 0, 0]


TINY = 1e-12  # in place of no regret at all, so that there is always something to divide by


def _match(regrets: Any, more: Any, axis: int) -> Any:
    """Adds to the regrets, forgets those below 0, and mixes by what is left."""
    np.maximum(regrets + more, TINY, out=regrets)
    return regrets / regrets.sum(axis, keepdims=True)


class Pairs:
    """What is under way in the games of `env` at choices of two seats at once."""

    def __init__(self, env: Vector, width: int, rng: "np.random.Generator"):
        self.env, self.width, self.rng = env, width, rng
        room = (env.games, 2, width)
        self.words = np.full(room + (env.max_word,), -1, np.int32)  # choices of each side, letter by letter
        self.shares = np.zeros(room, np.float32)  # their mixture; of the seat at hand those that fit what it has spelt
        self.picked = np.zeros((env.games, 2), np.int64)
        self.at = np.full(env.games, -1)  # the letter that comes next, or -1: nothing is under way
        self.side = np.zeros(env.games, np.int64)

    def begin(self, learner: Any) -> None:
        """Solves the choices that are about to begin."""
        rows = np.flatnonzero((self.env.choosers() == 2) & (self.at < 0))
        if self.env.players != 2 or not rows.size:
            return
        words, lengths = self._draw(learner, rows)
        worth = self._worth(learner, rows, words, lengths)
        x, y, _ = equilibrium(worth)
        self.words[rows] = words
        # A share of 0 that is drawn all the same, by rounding, still fits itself.
        self.shares[rows, 0], self.shares[rows, 1] = np.maximum(x, 1e-9), np.maximum(y, 1e-9)
        self.at[rows], self.side[rows] = 0, 0
        for side, shares in enumerate((x, y)):
            drawn = self.rng.random((rows.size, 1)) > shares.cumsum(1)
            self.picked[rows, side] = np.minimum(drawn.sum(1), self.width - 1)

    def _draw(self, learner: Any, rows: Any) -> Tuple[Any, Any]:
        """Words of both sides [rows, 2, width, letters], by the policy but for one that any word
        may become, and how long they are."""
        k = self.width
        words = np.full((rows.size * k, 2, self.env.max_word), -1, np.int32)
        lengths = np.zeros((rows.size * k, 2), np.int64)
        any_word = np.arange(rows.size * k) % k == k - 1
        with self.env.branch(np.repeat(rows, k)) as env:
            spelling = np.ones(env.games, bool)
            while spelling.any():
                letters = learner.act(env.observations, env.legal)[0]
                letters = np.where(any_word, env.sample(self.rng), letters).astype(np.int32)
                who = np.flatnonzero(spelling)
                side = env.seats[who].astype(np.int64)
                words[who, side, lengths[who, side]] = letters[who]
                lengths[who, side] += 1
                env.step(letters)
                spelling &= env.choosers() == 0
        return words.reshape(rows.size, k, 2, -1).swapaxes(1, 2), lengths.reshape(rows.size, k, 2).swapaxes(1, 2)

    def _worth(self, learner: Any, rows: Any, words: Any, lengths: Any) -> Any:
        """What the first seat can expect of every pair of words [rows, width, width]."""
        k, n = self.width, rows.size
        game, i, j = (a.ravel() for a in np.indices((n, k, k)))
        worth = np.zeros(n * k * k)
        first, second = lengths[game, 0, i], lengths[game, 1, j]
        every = np.arange(worth.size)
        with self.env.branch(rows[game]) as env:
            for t in range(int((first + second).max())):
                late = t - first
                letters = np.where(
                    late < 0,
                    words[game, 0, i, np.minimum(t, self.env.max_word - 1)],
                    words[game, 1, j, np.clip(late, 0, self.env.max_word - 1)],
                )
                # Those that are through go on somehow; they are judged already.
                letters = np.where(late < second, letters, env.legal[every, 0]).astype(np.int32)
                env.step(letters)
                now = np.flatnonzero(late + 1 == second)
                if now.size:
                    expected = learner.value(env.observe(0)[now])
                    worth[now] = np.where(env.done[now] > 0, env.rewards[now, 0], expected)
        return worth.reshape(n, k, k)

    def lead(self, letters: Any, legal: Any) -> Tuple[Any, Any]:
        """The letters to play, given those of the policy, and what the policy should have drawn
        them from: a row of shares of the legal indices, or of nothing but 0; None if all are."""
        rows = np.flatnonzero(self.at >= 0)
        if not rows.size:
            return letters, None
        wanted = np.zeros(legal.shape, np.float32)
        side, at = self.side[rows], self.at[rows]
        each = self.words[rows, side, :, at]  # the letter of each word
        fitting = self.shares[rows, side]
        mine = self.words[rows, side, self.picked[rows, side], at]
        for c in range(self.width):
            wanted[rows] += fitting[:, c, None] * (legal[rows] == each[:, c, None])
        wanted[rows] /= wanted[rows].sum(1, keepdims=True)
        self.shares[rows, side] = np.where(each == mine[:, None], fitting, 0)
        letters = letters.copy()
        letters[rows] = mine
        return letters, wanted

    def follow(self) -> None:
        """After the step: where the words go on."""
        rows = np.flatnonzero(self.at >= 0)
        if not rows.size:
            return
        self.at[rows] += 1
        over = self.env.choosers()[rows] > 0
        turned = ~over & (self.env.seats[rows] != self.side[rows])
        self.at[rows[turned]], self.side[rows[turned]] = 0, 1
        self.at[rows[over]] = -1

