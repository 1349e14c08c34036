"""Many games at once, through the library. Needs NumPy and ATOLL_LIB."""

import ctypes
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np

from atoll.vector import Vector, VectorError, _Arrays, _load

GAMES = {"epigo": [2], "evo": [2, 4], "conqueror": [2, 3, 4], "earthquake": [2, 3, 4, 5, 6]}


def state(env):
    return [a.copy() for a in (env.observations, env.legal, env.counts, env.seats, env.done, env.rewards)]


def same(a, b):
    return all(np.array_equal(x, y) for x, y in zip(a, b))


class VectorTest(unittest.TestCase):
    def test_every_game_and_number_of_players(self):
        for game, numbers in GAMES.items():
            for players in numbers:
                rng = np.random.default_rng(1)
                with Vector(game, 64, players=players, masks=True, reward="ranks") as env:
                    self.assertRegex(env.name, rf"^{game}-v\d+$")
                    self.assertEqual(env.planes.shape, (64, len(env.plane_names), env.height, env.width))
                    ended = 0
                    for _ in range(600):
                        env.step(env.sample(rng))
                        ended += int(env.done.sum())
                        self.assertTrue((env.masks.sum(axis=1) == env.counts).all())
                        self.assertTrue((env.counts > 0).all() and (env.seats < players).all())
                        self.assertTrue(np.abs(env.rewards.sum(axis=1)).max() < 1e-5)
                    self.assertGreater(ended, 0, f"{game} {players}")

    def test_equal_seeds_give_equal_games_on_any_threads(self):
        for game in GAMES:
            with Vector(game, 50, seed=3) as one, Vector(game, 50, seed=4, threads=3) as two:
                two.reset(3)
                rng = np.random.default_rng(2)
                for _ in range(100):
                    self.assertTrue(same(state(one), state(two)), game)
                    actions = one.sample(rng)
                    one.step(actions)
                    two.step(actions)

    def test_worlds_that_differ_in_secrets_alone_look_the_same(self):
        for game in GAMES:
            rng = np.random.default_rng(5)
            with Vector(game, 128) as env:
                for k in range(80):  # 10,240 worlds
                    before = state(env)
                    env.resample(k)
                    env.look()
                    self.assertTrue(same(before, state(env)), game)
                    env.step(env.sample(rng))

    def test_every_seat_can_look(self):
        for game, numbers in GAMES.items():
            rng = np.random.default_rng(6)
            with Vector(game, 16, players=numbers[-1]) as env:
                for _ in range(50):
                    for seat in range(env.players):
                        asked = env.seats == seat
                        self.assertTrue(np.array_equal(env.observe(seat)[asked], env.observations[asked]), game)
                    env.step(env.sample(rng))
                for wrong in (-1, env.players, 2**31 - 1):
                    with self.assertRaises(VectorError):
                        env.observe(wrong)

    def test_wrong_actions_are_refused_and_change_nothing(self):
        for game in GAMES:
            with Vector(game, 8) as env:
                before = state(env)
                good = env.sample(np.random.default_rng(1))
                for wrong in (-1, env.actions, 2**31 - 1, -(2**31)):
                    actions = good.copy()
                    actions[5] = wrong
                    with self.assertRaisesRegex(VectorError, "game 5"):
                        env.step(actions)
                for wrong in (good[:7], np.zeros((8, 2), np.int32), good.astype(np.int64) + 2**32):
                    with self.assertRaises(VectorError):
                        env.step(wrong)
                with self.assertRaises(TypeError):
                    env.step(good.astype(float))
                env.look()
                self.assertTrue(same(before, state(env)))
                env.step(list(good))

    def test_wrong_games_are_refused(self):
        for what in ("", "chess", "evo-v99", "evo x", "epigo"):
            with self.assertRaises(VectorError, msg=what):
                Vector(what, 4, players=7)
        for games in (0, -1, 2**40):
            with self.assertRaises(VectorError):
                Vector("evo", games)
        for more in ({"reward": "glory"}, {"threads": 0}, {"options": {"setup": "none"}}, {"options": {"no\0pe": 1}}):
            with self.assertRaises(VectorError, msg=str(more)):
                Vector("evo", 4, **more)
        env = Vector("evo", 2)
        env.close()
        with self.assertRaises(VectorError):
            env.reset()

    def test_several_threads_at_once_are_refused_and_harmless(self):
        with Vector("conqueror", 512) as env:
            wrong = []

            def play():
                for _ in range(100):
                    try:
                        env.reset(1)
                    except VectorError as e:
                        if e.code != -3:
                            wrong.append(e)

            threads = [threading.Thread(target=play) for _ in range(4)]
            for t in threads:
                t.start()
            for t in threads:
                t.join()
            self.assertEqual(wrong, [])
            env.look()


class HostileTest(unittest.TestCase):
    """Calls that no honest caller makes. None may end the process."""

    def setUp(self):
        self.lib = _load()
        self.error = ctypes.create_string_buffer(300)

    def call(self, name, *arguments):
        return getattr(self.lib, name)(*arguments, self.error, len(self.error))

    def test_random_calls(self):
        rng = np.random.default_rng(7)
        big = np.zeros(1 << 16, np.int64)
        numbers = [0, 1, -1, 2, 3, 63, 64, 2**31, 2**62, -(2**63), 2**63 - 1]
        places = [None, None, 1, 8, 0x7000DEAD0000, 0xFFFFFFFFFFFFF000] + 6 * [big.ctypes.data]
        handle = self.call("atoll_open", b"earthquake", 4, 1, 1, b"share")
        self.assertGreater(handle, 0)

        def pick(values):
            return values[int(rng.integers(len(values)))]

        for _ in range(3000):
            arrays = _Arrays()
            for name, kind in _Arrays._fields_:
                length = name.endswith("_length")
                setattr(arrays, name, pick(numbers + [4 * 1129, 4 * 37, 4, 8]) if length else pick(places))
            h = pick([handle, handle, handle, 0, -1, 2**62])
            a = pick([None, ctypes.pointer(arrays), ctypes.pointer(arrays)])
            name = pick(["step", "reset", "look", "resample", "describe", "open"])
            if name == "step":
                self.call("atoll_step", h, pick(places), pick(numbers + [4, 4, 4]), a)
            elif name == "reset":
                self.call("atoll_reset", h, pick(numbers) & (2**64 - 1), a)
            elif name == "look":
                self.call("atoll_look", h, a)
            elif name == "resample":
                self.call("atoll_resample", h, 5)
            elif name == "describe":
                self.call("atoll_describe", h, pick([None, b"x" * 8]), pick([0, -1, 8]))
            else:
                code = self.call("atoll_open", pick([None, b"", b"evo 9", b"x" * 5000, b"evo \xff\xfe=1", b"=", b"evo 2 ="]), pick(numbers), 1, 1, b"share")
                self.assertLess(code, 0)
        self.call("atoll_close", handle)
        self.assertEqual(self.call("atoll_close", handle), -2)
        again = self.call("atoll_open", b"evo", 2, 1, 1, b"sign")
        self.assertGreater(again, handle)
        self.assertEqual(self.call("atoll_close", again), 0)


class InstallTest(unittest.TestCase):
    def test_wheel_holds_everything_and_needs_nothing(self):
        root = Path(__file__).resolve().parent.parent
        with tempfile.TemporaryDirectory() as folder:
            pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "install"]
            subprocess.run(pip + ["--no-build-isolation", "--no-deps", "--no-index", "--target", folder, str(root)], check=True)
            script = (
                "import numpy as np, atoll; from atoll.vector import Vector; from atoll import Engine\n"
                "e = Vector('evo', 4); e.step(e.sample(np.random.default_rng(1)))\n"
                "with Engine() as engine: print(atoll.__file__, engine.about['name'])"
            )
            out = subprocess.run([sys.executable, "-c", script], cwd=folder, env={"PYTHONPATH": folder, "PATH": "/nowhere"}, check=True, capture_output=True, text=True)
            self.assertIn(folder, out.stdout)
            self.assertIn("atoll", out.stdout)


if __name__ == "__main__":
    unittest.main()
