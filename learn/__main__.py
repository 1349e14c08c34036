"""python3 -m learn: learn from the command line."""

from __future__ import annotations

import argparse
import json
import pathlib

import numpy as np

from .learners import Steps
from .train import Recipe, logger, train


def main() -> None:
    top = argparse.ArgumentParser(prog="python3 -m learn", description="Learn a game of Atoll from self-play.")
    verbs = top.add_subparsers(dest="verb", required=True)
    t = verbs.add_parser("train", help="learn from self-play", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    t.add_argument("game")
    t.add_argument("--players", type=int, default=2)
    t.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    t.add_argument("--minutes", type=float, help="how long to learn")
    t.add_argument("--steps", type=int, help="how many choices to learn from, instead of minutes")
    t.add_argument("--out", required=True, help="the network's file")
    t.add_argument("--snapshots", action="store_true", help="also write one at each tenth of the way")
    t.add_argument("--keep", metavar="FILE", help="also write the weights before rounding (.npz), to go on from")
    t.add_argument("--start", metavar="FILE", help="go on from weights that --keep wrote")
    t.add_argument("--log", help="a row of JSON for each update")
    t.add_argument("--torch", action="store_true", help="learn with PyTorch")
    t.add_argument("--seed", type=int, default=1)
    t.add_argument("--games", type=int, default=Recipe.games, help="at once")
    t.add_argument("--length", type=int, default=Recipe.length, help="steps between two updates")
    t.add_argument("--threads", type=int, default=1, help="that step the games")
    t.add_argument("--first", type=int, default=Recipe.first, help="units of the first hidden layer")
    t.add_argument("--second", type=int, default=Recipe.second, help="units of the second hidden layer")
    t.add_argument("--trace", type=float, default=Recipe.trace, help="how far a result reaches back")
    t.add_argument("--pairs", type=int, default=Recipe.pairs, help="choices of each side that a matrix is made of, where two choose at once; 0: none")
    t.add_argument("--rate", type=float, default=Steps.rate, help="first step size; it falls to 0")
    t.add_argument("--entropy", type=float, default=Steps.entropy, help="first bonus for entropy")
    t.add_argument("--entropy-end", type=float, default=Recipe.entropy_end, help="last bonus for entropy")
    t.add_argument("--epochs", type=int, default=Steps.epochs)
    t.add_argument("--batch", type=int, default=Steps.batch)
    c = verbs.add_parser("curve", help="draw a log as SVG")
    c.add_argument("log")
    c.add_argument("--of", default="value", help="figures of the log, with commas between them")
    c.add_argument("--along", default="seconds", help="seconds or choices")
    c.add_argument("--percent", action="store_true", help="the figures are per cent: from 0 to 100")
    s = verbs.add_parser("strength", help="play matches of networks, one row of JSON for each file")
    s.add_argument("files", nargs="+", type=pathlib.Path)
    s.add_argument("--bot", default="net-policy", help="net-policy, or net:100n with search")
    s.add_argument("--against", default="level1,level2,level4", help="bots, with commas between them")
    s.add_argument("--games", type=int, default=200)
    s.add_argument("--seed", type=int, default=1)
    a = top.parse_args()
    if a.verb == "curve":
        from .curve import draw

        span = (0.0, 100.0) if a.percent else None
        print(draw(pathlib.Path(a.log).read_text(encoding="utf-8"), a.of.split(","), a.along, span))
        return
    if a.verb == "strength":
        from .strength import measure

        for row in measure(a.files, a.bot, a.against.split(","), a.games, a.seed):
            print(json.dumps(row), flush=True)
        return
    recipe = Recipe(
        a.game,
        a.players,
        dict(o.split("=", 1) for o in a.option),
        a.seed,
        a.games,
        a.length,
        a.threads,
        a.first,
        a.second,
        a.trace,
        a.entropy_end,
        a.pairs,
        a.torch,
        dict(np.load(a.start)) if a.start else None,
        Steps(rate=a.rate, entropy=a.entropy, epochs=a.epochs, batch=a.batch),
    )
    out = pathlib.Path(a.out)

    def snapshot(done: float, data: bytes) -> None:
        out.with_suffix(f".{round(done * 100):02d}{out.suffix}").write_bytes(data)

    data, weights = train(
        recipe,
        seconds=a.minutes * 60 if a.minutes else None,
        steps=a.steps,
        log=logger(a.log),
        every=snapshot if a.snapshots else None,
    )
    out.write_bytes(data)
    if a.keep:
        np.savez(a.keep, **weights)
    print(f"{out}: {len(data):,} bytes")


main()
