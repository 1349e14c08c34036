"""Hard use of the library: wrong calls, many steps, many worlds. `make lib-hard` runs it for long.

    python3 tests/hard.py fuzz --calls 1000000
    python3 tests/hard.py steps --steps 100000000
    python3 tests/hard.py worlds --worlds 10000
"""

import argparse
import ctypes
import threading
import time

import numpy as np

from atoll.vector import Vector, _Arrays, _load

GAMES = {"epigo": [2], "evo": [2, 4], "conqueror": [2, 3, 4], "earthquake": [2, 3, 4, 5, 6]}
OPEN = {"evo"}  # neither secrets nor chance
CODES = {0, -1, -2, -3, -4}


class Fuzzer:
    """Calls that no honest caller makes, from several threads on the same games.

    Every answer must be a code of the header or a result that the call allows, and
    the games must be playable afterwards. A crash ends the process, which no test survives."""

    NUMBERS = [0, 1, -1, 2, 3, 4, 5, 63, 64, 255, 2**31 - 1, 2**31, 2**40, 2**62, -(2**31), -(2**63), 2**63 - 1]
    WORDS = [None, b"", b"evo", b"evo 9", b"evo-v1 2", b"epigo 2 variant=islanders", b"x" * 5000, b"evo \xff\xfe=1"]
    WORDS += [b"=", b"evo 2 =", b"earthquake 3 area=19", b"conqueror -1"]

    def __init__(self, seed):
        self.lib, self.seed = _load(), seed
        games = ((b"earthquake", 1), (b"epigo", 2), (b"evo 4", 1), (b"conqueror 3", 3))
        self.handles = [self.call("atoll_open", w, 4, 1, t, b"share") for w, t in games]
        assert all(h > 0 for h in self.handles)
        self.wrong = []

    def call(self, name, *arguments):
        error = ctypes.create_string_buffer(300)
        code = getattr(self.lib, name)(*arguments, error, len(error))
        if code < 0 and not error.value:
            self.wrong.append(f"{name} failed with {code} and no word")
        return code

    def run(self, calls, number=0):
        rng = np.random.default_rng([self.seed, number])
        room = np.zeros(1 << 16, np.int64)  # of this thread
        places = [None, None, 1, 8, 0x7000DEAD0000, 0xFFFFFFFFFFFFF000] + 6 * [room.ctypes.data]

        def pick(values):
            return values[int(rng.integers(len(values)))]

        def i32():
            return ctypes.c_int32(pick(self.NUMBERS) & 0xFFFFFFFF)

        def u64():
            return pick(self.NUMBERS) & (2**64 - 1)

        extra = []
        for _ in range(calls):
            arrays = _Arrays()
            for name, _kind in _Arrays._fields_:
                lengths = self.NUMBERS + [4 * 1129, 4 * 37, 4 * 401, 8, 12]
                setattr(arrays, name, pick(lengths) if name.endswith("_length") else pick(places))
            h = pick(self.handles * 3 + extra + [0, -1, 2**62])
            a = pick([None, ctypes.pointer(arrays), ctypes.pointer(arrays)])
            name = pick(
                ["step", "reset", "look", "resample", "resample_for", "observe", "take", "choosers"]
                + ["describe", "text", "clone", "open", "close"]
            )
            if name == "step":
                code = self.call("atoll_step", h, pick(places), pick(self.NUMBERS + [4, 4, 4]), a)
            elif name == "reset":
                code = self.call("atoll_reset", h, u64(), a)
            elif name == "look":
                code = self.call("atoll_look", h, a)
            elif name == "resample":
                code = self.call("atoll_resample", h, u64())
            elif name == "resample_for":
                code = self.call("atoll_resample_for", h, i32(), u64())
            elif name == "observe":
                code = self.call("atoll_observe", h, i32(), pick(places), pick(self.NUMBERS + [4 * 1129]))
            elif name == "take":
                source = pick(self.handles * 3 + extra + [0, -1, 2**62])
                code = self.call("atoll_take", h, source, pick(places), pick(self.NUMBERS + [4, 4, 4]))
            elif name == "choosers":
                code = self.call("atoll_choosers", h, pick(places), pick(self.NUMBERS + [4, 4, 4]))
            elif name in ("describe", "text"):
                text = ctypes.create_string_buffer(64)
                more = [] if name == "describe" else [pick(self.NUMBERS), i32()]
                code = min(self.call("atoll_" + name, h, *more, pick([None, text, text]), pick([0, -1, 1, 64])), 0)
            elif name == "clone":
                code = self.call("atoll_clone", h)
            elif name == "open":
                reward = [None, b"share", b"sign", b"glory", b"x" * 2000]
                code = self.call("atoll_open", pick(self.WORDS), pick(self.NUMBERS), u64(), i32(), pick(reward))
            else:
                h = extra.pop() if extra and rng.random() < 0.7 else pick([0, -5, 2**50])
                code = self.call("atoll_close", h)
                if code == -3:  # somebody else is at it
                    extra.append(h)
            if name in ("clone", "open") and code > 0:
                extra.append(code)
                code = 0
                if len(extra) > 20:
                    self.call("atoll_close", extra.pop(0))
            if code not in CODES:
                self.wrong.append(f"{name} answers {code}")
        for h in extra:
            self.call("atoll_close", h)

    def finish(self):
        """Closes everything; the library must still be of use."""
        for h in self.handles:
            self.call("atoll_close", h)
            if self.call("atoll_close", h) != -2:
                self.wrong.append("closed games could be closed again")
        with Vector("evo", 8) as env:
            rng = np.random.default_rng(1)
            for _ in range(20):
                env.step(env.sample(rng))
        return self.wrong


def fuzz(calls, threads=3, seed=7):
    f = Fuzzer(seed)
    each = [threading.Thread(target=f.run, args=(calls // threads, n)) for n in range(threads)]
    for t in each:
        t.start()
    for t in each:
        t.join()
    return f.finish()


def resident():
    """Memory of this process in MiB."""
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * 4096 / 2**20


def grow(game, steps, games=1024, seed=1):
    """Steps games and returns how much memory grew after the first tenth, in MiB."""
    rng, first = np.random.default_rng(seed), 0.0
    with Vector(game, games, seed=seed) as env:
        rounds = max(steps // games, 10)
        for n in range(rounds):
            env.step(env.sample(rng))
            if n == rounds // 10:
                first = resident()
        return resident() - first


def worlds(game, players, count, games=128, seed=5):
    """Redraws what a seat does not know and compares all that it is told.

    Returns what differed or None, how many worlds were compared, and how many of them
    were indeed others: another seat sees something else, or the next step brings it."""
    rng, differ, rounds = np.random.default_rng(seed), 0, -(-count // games)
    with Vector(game, games, players=players, masks=True) as env:
        for k in range(rounds):
            seat = None if k % 3 else int(rng.integers(players))
            for _ in range(int(rng.integers(1, 4))):
                env.step(env.sample(rng))

            def told():
                if seat is not None:
                    return [env.observe(seat).tobytes(), [env.text(i, seat) for i in range(0, games, 16)]]
                rows = (env.observations, env.legal, env.counts, env.masks, env.seats, env.done, env.rewards)
                return [a.tobytes() for a in rows] + [[env.text(i, int(env.seats[i])) for i in range(0, games, 16)]]

            before, others = told(), [env.observe(s) for s in range(players)]
            with env.clone() as twin:
                env.resample(int(rng.integers(2**62)), seat)
                env.look()
                if told() != before:
                    return f"{game} for {players}, round {k}: seat {seat} is told something else", (k + 1) * games, differ
                changed = np.zeros(games, bool)
                for s in range(players):
                    changed |= (env.observe(s) != others[s]).any(1)
                if seat is None:  # the legal indices are the same, so both can go on alike
                    actions = env.sample(rng)
                    env.step(actions)
                    twin.step(actions)
                    changed |= (env.observations != twin.observations).any(1)
                differ += int(changed.sum())
    return None, rounds * games, differ


def main():
    top = argparse.ArgumentParser(description=__doc__)
    verbs = top.add_subparsers(dest="verb", required=True)
    f = verbs.add_parser("fuzz")
    f.add_argument("--calls", type=int, default=1_000_000)
    f.add_argument("--seed", type=int, default=1)
    s = verbs.add_parser("steps")
    s.add_argument("--steps", type=int, default=100_000_000)
    w = verbs.add_parser("worlds")
    w.add_argument("--worlds", type=int, default=10_000)
    a = top.parse_args()
    start = time.time()
    if a.verb == "fuzz":
        wrong = fuzz(a.calls, 4, a.seed)
        print(f"{a.calls:,} calls in {time.time() - start:.0f} s: {len(wrong)} wrong answers")
    elif a.verb == "steps":
        wrong = []
        for game in GAMES:
            grown = grow(game, a.steps // len(GAMES))
            print(f"{game}: {a.steps // len(GAMES):,} steps, memory grew by {grown:.1f} MiB", flush=True)
            if grown > 16:
                wrong.append(f"{game} grows")
    else:
        wrong = []
        for game, n in ((game, n) for game, numbers in GAMES.items() for n in numbers):
            leak, seen, differ = worlds(game, n, a.worlds)
            print(f"{game} for {n}: {seen:,} worlds, {differ:,} of them others, {leak or 'no leak'}", flush=True)
            wrong += [leak] if leak else []
            if (differ == 0) != (game in OPEN):
                wrong.append(f"{game} for {n}: {differ} worlds are others")
        print(f"{time.time() - start:.0f} s")
    for x in wrong[:10]:
        print(x)
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
