"""A small Epigo, and how much a policy for it can be exploited.

    small -tiles 2 -quiet 60 | python3 -m atoll.small
    python3 -m atoll.small --uniform --tiles 2 --quiet 60

Sixteen squares, four by four, and two or three Epigons a side. South deploys on the
second rank, North on the third, in secret; every turn both choose one Order in secret
(a number and a direction: `4 * (number - 1) + direction`, N E S W); two captures win; so
many turns in a row without a capture are a draw. All else is as in Epigo. The rules stand
here a second time, written from the rules page, and share no code with the solver.

A policy is a mixture of deployments and, for every position and number of quiet turns, a
mixture of Orders. Super slides are decided when everything is known, and are taken where
they are better. `judge` computes what a policy is sure of against the best reply to it:
exactly, but for the last bits of a float. The game is fair, so an equilibrium is sure of
one half, and what a policy lacks to that is its exploitability. Any pair of policies
proves bounds of the value: South's share is at least what its policy is sure of.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from typing import BinaryIO, Callable, List, NamedTuple, Optional, Tuple

import numpy as np

OFF = 16  # in place of a square: captured
BASE = 17
WINS = 2
CHUNK = 1 << 13

# Squares as sets of 16 bits; a captured Epigon stands nowhere.
BIT = np.array([1 << s for s in range(16)] + [0], np.uint16)
MIRROR = np.array([s ^ 3 for s in range(16)] + [OFF], np.uint8)
TURNED = np.array([15 - s for s in range(16)] + [OFF], np.uint8)
STEP = np.array([4, 1, 252, 255], np.uint8)  # from a square to the next: north, east, south (less 4), west


def shift(squares: np.ndarray, d: int) -> np.ndarray:
    """A set one step on; what leaves the board is gone."""
    if d == 0:
        return squares << np.uint16(4)
    if d == 1:
        return (squares & np.uint16(0x7777)) << np.uint16(1)
    if d == 2:
        return squares >> np.uint16(4)
    return (squares & np.uint16(0xEEEE)) >> np.uint16(1)


class Policy(NamedTuple):
    """`orders(captures, quiet, positions)` gives the shares of South's Orders and of
    North's, one row a position; `deployments` those of South's and North's deployments."""

    orders: Callable[[int, int, np.ndarray], Tuple[np.ndarray, np.ndarray]]
    deployments: Tuple[np.ndarray, np.ndarray]


class Small:
    """The rules, for many positions at once: an array with one row a tile, South's first,
    of squares counted from the south-west corner, rank by rank."""

    def __init__(self, tiles: int = 3, quiet: int = 2):
        if not 1 <= tiles <= 3 or quiet < 1:
            raise ValueError("there are 1 to 3 tiles a side, and 1 or more quiet turns")
        self.tiles, self.quiet, self.actions = tiles, quiet, 4 * tiles
        self.size = BASE ** (2 * tiles)
        self._weights = BASE ** np.arange(2 * tiles, dtype=np.int32)
        row = list(itertools.permutations(range(4), tiles))
        self.rows = np.array(row, np.uint8) + 4, np.array(row, np.uint8) + 8

    def number(self, p: np.ndarray) -> np.ndarray:
        out = np.zeros(p.shape[1], np.int32)
        for weight, tile in zip(self._weights, p):
            out += tile.astype(np.int32) * weight
        return out

    def position(self, number: np.ndarray) -> np.ndarray:
        return (number // self._weights[:, None] % BASE).astype(np.uint8)

    def lost(self, p: np.ndarray, side: int) -> np.ndarray:
        return (p[side * self.tiles : (side + 1) * self.tiles] == OFF).sum(0)

    def images(self, p: np.ndarray) -> List[np.ndarray]:
        """The numbers of positions, of their mirror images, and of both with sides changed over."""
        turned = TURNED[np.roll(p, self.tiles, axis=0)]
        return [self.number(q) for q in (p, MIRROR[p], turned, MIRROR[turned])]

    def layer(self, captures: int) -> np.ndarray:
        """The numbers of positions with so many captures, of images the smallest."""
        found = []
        for first in range(0, self.size, 1 << 20):
            n = np.arange(first, min(first + (1 << 20), self.size), dtype=np.int32)
            p = self.position(n)
            lost = self.lost(p, 0), self.lost(p, 1)
            bits = BIT[p]
            alone = np.bitwise_or.reduce(bits, axis=0) == bits.sum(0)
            n = n[alone & (lost[0] + lost[1] == captures) & (lost[0] < WINS) & (lost[1] < WINS)]
            found.append(n[n <= np.minimum.reduce(self.images(self.position(n)))])
        return np.concatenate(found)

    def move(self, p: np.ndarray, side: int, action: int) -> Tuple[np.ndarray, np.ndarray]:
        """Carries out an Order where the game is not over; also says where a super slide is on offer."""
        return self._move(p, *self._look(p), side, action)

    def _look(self, p: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        """Where each tile stands, and where the game goes on."""
        return BIT[p], (self.lost(p, 0) < WINS) & (self.lost(p, 1) < WINS)

    def _move(self, p: np.ndarray, bits: np.ndarray, live: np.ndarray, side: int, action: int) -> Tuple[np.ndarray, np.ndarray]:
        mine, d, n = side * self.tiles + action // 4, action % 4, self.tiles
        sides = np.bitwise_or.reduce(bits[:n], axis=0), np.bitwise_or.reduce(bits[n:], axis=0)
        own, other = sides[side], sides[1 - side]
        everyone = own | other
        start = bits[mine] * live  # nowhere if it does nothing
        first = step = shift(start, d)
        row, count, blocked = start.copy(), np.ones(p.shape[1], np.int8), np.zeros(p.shape[1], bool)
        for _ in range(3):
            step = step & everyone  # the row ends at an empty square or the edge
            count += (step & own) != 0
            count -= (step & other) != 0
            blocked |= count < 0
            row |= step
            step = shift(step, d)
        row *= ~blocked
        moved = (row & bits) != 0
        after = p + moved * STEP[d]
        after[moved & (shift(bits, d) == 0)] = OFF
        alone = first & ~everyone
        beside = shift(alone, 0) | shift(alone, 1) | shift(alone, 2) | shift(alone, 3)
        return after, (shift(alone, d) & ~everyone != 0) & (beside & other == 0)

    def slide(self, p: np.ndarray, side: int, action: int) -> np.ndarray:
        """Takes the second step of a super slide, in positions where it is on offer."""
        after = p.copy()
        after[side * self.tiles + action // 4] += STEP[action % 4]
        return after

    def turn(self, p: np.ndarray, worth: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
        """What South gets from every pair of Orders, by what positions after the turn are
        worth, if both sides slide on where that is better: [South's, North's, position, …]."""
        stay = worth(self.number(p))
        cells = np.broadcast_to(stay, (self.actions, self.actions) + stay.shape).copy()
        look = self._look(p)
        for first in range(2):
            best = (np.maximum, np.minimum)[first]
            for a in range(4, self.actions):
                after, offered = self._move(p, *look, first, a)
                may = offered.nonzero()[0]
                further = self.slide(after[:, may], first, a)
                seen = self._look(after), self._look(further)
                for b in range(a // 4 * 4):  # the lower numbers; equal ones cancel
                    v = self._second(after, *seen[0], 1 - first, b, worth)
                    v[may] = best(v[may], self._second(further, *seen[1], 1 - first, b, worth))
                    cells[(a, b) if first == 0 else (b, a)] = v
        return cells

    def _second(
        self, p: np.ndarray, bits: np.ndarray, live: np.ndarray, side: int, action: int, worth: Callable[[np.ndarray], np.ndarray]
    ) -> np.ndarray:
        after, offered = self._move(p, bits, live, side, action)
        v = worth(self.number(after))
        may = offered.nonzero()[0]
        further = worth(self.number(self.slide(after[:, may], side, action)))
        v[may] = (np.maximum, np.minimum)[side](v[may], further)
        return v


class Judged(NamedTuple):
    sure: float  # what South's policy is sure of
    most: float  # what South can get against North's
    positions: int  # with every number of quiet turns
    gap: float  # the largest difference of the two in any position: 0 if the policy is best everywhere


def judge(game: Small, policy: Policy) -> Judged:
    """What both sides of a policy are sure of against any reply, from the ends of the game up."""
    # What South's policy is sure of, and the most that North's leaves it, for every
    # position: with as many captures as now after one more quiet turn, with more after none.
    bounds = np.full((game.size, 2), 0.5)
    for first in range(0, game.size, 1 << 20):
        p = game.position(np.arange(first, min(first + (1 << 20), game.size), dtype=np.int32))
        part = bounds[first : first + p.shape[1]]
        part[game.lost(p, 0) >= WINS] = 0
        part[game.lost(p, 1) >= WINS] = 1
    positions, gap = 0, 0.0
    for captures in range(2 * (WINS - 1), -1, -1):
        numbers = game.layer(captures)
        for quiet in range(game.quiet - 1, -1, -1):
            shares = policy.orders(captures, quiet, game.position(numbers))
            found = np.empty((len(numbers), 2))
            for i in range(0, len(numbers), CHUNK):
                part = slice(i, i + CHUNK)
                cells = game.turn(game.position(numbers[part]), lambda n: bounds[n])
                found[part, 0] = np.einsum("abn,na->nb", cells[..., 0], _shares(shares[0][part])).min(1)
                found[part, 1] = np.einsum("abn,nb->na", cells[..., 1], _shares(shares[1][part])).max(1)
            images = game.images(game.position(numbers))
            bounds[images[0]] = bounds[images[1]] = found
            bounds[images[2]] = bounds[images[3]] = 1 - found[:, ::-1]  # the sides' bounds change places
            positions, gap = positions + len(numbers), max(gap, float((found[:, 1] - found[:, 0]).max()))
    south, north = game.rows
    p = np.concatenate([np.repeat(south, len(north), 0), np.tile(north, (len(south), 1))], 1).T
    cells = bounds[game.number(p)].reshape(len(south), len(north), 2)
    x, y = (_shares(np.asarray(d, float)[None])[0] for d in policy.deployments)
    return Judged(float((x @ cells[..., 0]).min()), float((cells[..., 1] @ y).max()), positions, gap)


def _shares(x: np.ndarray) -> np.ndarray:
    x = np.asarray(x, float)
    if (x < 0).any() or not np.isfinite(x).all() or (x.sum(1) <= 0).any():
        raise ValueError("shares are 0 or more, and not all 0")
    return x / x.sum(1, keepdims=True)


def uniform(game: Small) -> Policy:
    """Every deployment and every Order alike."""

    def orders(captures: int, quiet: int, p: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        x = np.ones((p.shape[1], game.actions))
        return x, x

    return Policy(orders, (np.ones(len(game.rows[0])), np.ones(len(game.rows[1]))))


def read(file: BinaryIO) -> Tuple[Small, Policy]:
    """A policy as bots/epigo/small writes it. It is read as it is judged."""
    head = json.loads(file.readline())
    if head["game"] != "epigo-small-v1":
        raise ValueError(f"not a policy of the small game: {head}")
    game = Small(head["tiles"], head["quiet"])

    def take(kind: str, count: int) -> np.ndarray:
        data = file.read(np.dtype(kind).itemsize * count)
        return np.frombuffer(data, kind, count)

    def orders(captures: int, quiet: int, p: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        sets = take("<u2", 2 * p.shape[1]).reshape(-1, 2)
        has = (sets[..., None] >> np.arange(game.actions) & 1).astype(bool)
        shares = np.zeros(has.shape, np.float32)
        shares[has] = take("<f4", int(has.sum()))
        return shares[:, 0], shares[:, 1]

    class Late:
        """The deployments stand last, so they are read when asked for."""

        def __iter__(self):
            return iter([take("<f4", len(rows)) for rows in game.rows])

    return game, Policy(orders, Late())  # type: ignore[arg-type]


def main(argv: Optional[List[str]] = None) -> None:
    a = argparse.ArgumentParser(prog="python3 -m atoll.small", description="How much a policy of the small Epigo can be exploited.")
    a.add_argument("file", nargs="?", type=argparse.FileType("rb"), default=sys.stdin.buffer)
    a.add_argument("--uniform", action="store_true", help="judge random Orders instead of a file")
    a.add_argument("--tiles", type=int, default=3, help="with --uniform")
    a.add_argument("--quiet", type=int, default=2, help="with --uniform")
    a.add_argument("--most", type=float, help="fail if it can be exploited by more, from the start or from any position")
    given = a.parse_args(argv)
    if given.uniform:
        game = Small(given.tiles, given.quiet)
        policy = uniform(game)
    else:
        game, policy = read(given.file)
    found = judge(game, policy)
    gives = (found.most - found.sure) / 2
    print(
        f"{game.tiles} tiles, draw after {game.quiet} quiet turns, {found.positions:,} positions: South is sure of {found.sure:.6f} "
        f"and can get {found.most:.6f}; exploitability {gives:.6f}, in no position more than {found.gap / 2:.6f}"
    )
    if given.most is not None and not -1e-9 <= max(gives, found.gap / 2) <= given.most:
        raise SystemExit(f"it can be exploited by {gives:.9f}, from some position by {found.gap / 2:.9f}, more than {given.most}")


if __name__ == "__main__":
    main()
