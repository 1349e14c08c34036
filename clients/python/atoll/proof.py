"""Checks the proof of a solved position with nothing but the rules.

    solve -game evo -position "…" | python3 -m atoll.proof

A proof is a line for every position that can follow from the first, with its value to
the first seat as a fraction. Every line is checked by itself, through the line protocol:
a position that is over is worth its result; one where chance acts, the mean by weight of
those that follow; any other, the best of them for the seat to choose. Whatever follows
must have a line of its own. So the values are right from the ends up: positions count
their turns, and none follows from itself.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from fractions import Fraction
from typing import Dict, Iterable, Optional

from .engine import Engine


class ProofError(Exception):
    """A line of a proof is wrong or missing."""


def check(lines: Iterable[str], engine: Engine, sample: Optional[int] = None, seed: int = 1) -> int:
    """Checks all lines, or the first and a sample of the others, and returns how many."""
    values: Dict[str, Fraction] = {}
    game = ""
    for line in lines:
        row = json.loads(line)
        if row["position"] in values:
            raise ProofError(f"twice: {row['position']}")
        values[row["position"]] = Fraction(row["value"])
        game = row["game"]
    positions = list(values)
    if not positions:
        raise ProofError("there are no lines")
    if sample is not None and sample < len(positions):
        positions = positions[:1] + random.Random(seed).sample(positions[1:], sample)
    for position in positions:
        found = _value(engine, game, position, values)
        if found != values[position]:
            raise ProofError(f"worth {found}, not {values[position]}: {position}")
    return len(positions)


def _value(engine: Engine, game: str, position: str, values: Dict[str, Fraction]) -> Fraction:
    table = engine.load(game, position, chance="manual")
    try:
        if table.result is not None:
            ranks = [table.result["rank"][seat] for seat in table.seats]
            return Fraction(1 if ranks[0] == 1 else 0, ranks.count(1))
        if len(table.acting) != 1:
            raise ProofError(f"several choose at once: {position}")
        seat = table.acting[0]
        answer = engine.call("legal", table=table.table, seat=seat)
        worth = []
        for action in answer["actions"]:
            if seat == "chance":
                table.chance(action)
            else:
                table.apply(action, seat)
            after = table.position("truth")
            if after not in values:
                raise ProofError(f"no line for {after}")
            worth.append(values[after])
            table.undo()
        if seat == "chance":
            return sum((w * v for w, v in zip(answer["weights"], worth)), Fraction(0)) / sum(answer["weights"])
        return max(worth) if seat == table.seats[0] else min(worth)
    finally:
        table.close()


def main() -> None:
    a = argparse.ArgumentParser(prog="python3 -m atoll.proof", description="Check the proof of a solved position.")
    a.add_argument("file", nargs="?", type=argparse.FileType("r"), default=sys.stdin)
    a.add_argument("--sample", type=int, help="check only so many lines, drawn at random")
    given = a.parse_args()
    with Engine() as engine:
        try:
            print(f"{check(given.file, engine, given.sample):,} positions are as the proof says")
        except ProofError as e:
            raise SystemExit(f"the proof is wrong: {e}") from None


if __name__ == "__main__":
    main()
