"""Plays games of EVO for two from random openings, for net.py to learn from.

A record says with "random" how many of its first actions were drawn.
"""

import argparse
import json
import multiprocessing
import os
import pathlib
import random
import time

from atoll import Engine

BOTS = ["best"] * 5 + ["level6", "level5", "level3"]


def play(engine, rng, ms):
    setup = "line" if rng.random() < 1 / 6 else "guard"
    game = engine.new("evo", options={"setup": setup})
    drawn, done = rng.randrange(25), []
    bots = {seat: rng.choice(BOTS) for seat in game.seats}
    while not game.over:
        action = rng.choice(game.legal()) if len(done) < drawn else game.best(bot=bots[game.acting[0]], ms=ms, seed=rng.randrange(2**40))
        done.append({"by": game.acting[0], "do": action})
        game.apply(action)
    game.close()
    return {"game": "evo", "options": {"setup": setup}, "seats": game.seats, "random": drawn, "events": done, "result": game.result}


def work(job):
    number, seconds, ms, folder = job
    rng, until = random.Random(number), time.time() + seconds
    os.environ["GOMAXPROCS"] = "1"
    with Engine() as engine, open(f"{folder}/{number}.jsonl", "w") as out:
        while time.time() < until:
            out.write(json.dumps(play(engine, rng, ms)) + "\n")


if __name__ == "__main__":
    a = argparse.ArgumentParser()
    a.add_argument("--minutes", type=float, default=4)
    a.add_argument("--ms", type=int, default=1)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--out", required=True)
    a = a.parse_args()
    pathlib.Path(a.out).mkdir(parents=True, exist_ok=True)
    cores = multiprocessing.cpu_count()
    with multiprocessing.Pool(cores) as pool:
        pool.map(work, [(a.seed * 1000 + i, a.minutes * 60, a.ms, a.out) for i in range(cores)], 1)
