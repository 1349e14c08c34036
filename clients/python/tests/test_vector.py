"""Many games at once, through the library. Needs NumPy and ATOLL_LIB."""

import os
import runpy
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

import hard
from atoll import speed, spiel
from atoll.vector import Vector, VectorError

GAMES = hard.GAMES


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

    def test_branches_go_their_own_way(self):
        with Vector("epigo", 3, players=2, seed=4, reward="sign") as env:
            rng = np.random.default_rng(1)
            np.testing.assert_array_equal(env.choosers(), 2)
            rows = np.array([2, 0, 0, 1])
            with env.branch(rows) as ahead:
                self.assertEqual((ahead.games, ahead.config), (4, env.config))
                np.testing.assert_array_equal(ahead.observations, env.observations[rows])
                before = env.observations.copy()
                ahead.step(ahead.sample(rng))
                np.testing.assert_array_equal(ahead.choosers(), 0)
                env.look()
                np.testing.assert_array_equal(env.observations, before)
                for rows in ([0, 1, 2], [0, 1, 2, 3], [0, 1, 2, -1]):
                    with self.assertRaises(VectorError):
                        ahead.take(env, rows)
                with Vector("evo", 4) as other, self.assertRaises(VectorError):
                    ahead.take(other, [0, 1, 2, 3])

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


class SpeedTest(unittest.TestCase):
    def test_the_table_counts_steps(self):
        self.assertGreater(speed.rate("conqueror", 2, 64, 0.02), 0)
        self.assertGreater(speed.rate_states(spiel.load_game, "conqueror", 0.02), 0)


class HardTest(unittest.TestCase):
    """A little of what `make lib-hard` does for long."""

    def test_wrong_calls_get_a_clear_answer(self):
        self.assertEqual(hard.fuzz(2400), [])

    def test_steps_leave_nothing_behind(self):
        for game in GAMES:
            self.assertLess(hard.grow(game, 100_000), 64, game)  # a kilobyte a step would be 90

    def test_secrets_do_not_show(self):
        for game, numbers in GAMES.items():
            for players in numbers:
                leak, seen, differ = hard.worlds(game, players, 500, games=64)
                self.assertIsNone(leak)
                self.assertGreaterEqual(seen, 500)
                self.assertEqual(differ > 0, game not in hard.OPEN, f"{game} for {players}: {differ} worlds are others")

    # A library that redraws nothing, or shows a seat what it must not see, does not pass.
    def test_the_comparison_of_worlds_can_fail(self):
        with mock.patch.object(Vector, "resample", lambda *_: None):
            self.assertEqual(hard.worlds("epigo", 2, 500)[2], 0)
        honest = Vector.observe
        with mock.patch.object(Vector, "observe", lambda env, seat: honest(env, 1 - seat)):
            self.assertIn("is told something else", hard.worlds("epigo", 2, 2000)[0])


class InstallTest(unittest.TestCase):
    # Who fetches new rules and installs again must not get yesterday's library.
    def test_what_is_older_than_its_sources_is_made_anew(self):
        root = Path(__file__).resolve().parent.parent
        backend = runpy.run_path(str(root / "backend" / "atoll_build.py"))
        with tempfile.TemporaryDirectory() as folder:
            there = backend["_built"].__globals__
            made: list = []
            there["ROOT"], there["_make"] = Path(folder), lambda command, cgo: made.append(command[command.index("-o") + 1])
            source, test = Path(folder, "game", "rules.go"), Path(folder, "game", "rules_test.go")
            for path in (source, test, *backend["_built"]()):
                path.parent.mkdir(exist_ok=True)
                path.touch()
                os.utime(path, (1000, 1000))
            self.assertEqual([Path(m).name for m in made], [backend["LIBRARY"], "atoll"])  # they were not there
            os.utime(test, (2000, 2000))
            backend["_built"]()
            self.assertEqual(len(made), 2)
            os.utime(source, (2000, 2000))
            backend["_built"]()
            self.assertEqual(len(made), 4)

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
            env = {"PYTHONPATH": folder, "PATH": "/nowhere"}
            run = [sys.executable, "-c", script]
            out = subprocess.run(run, cwd=folder, env=env, check=True, capture_output=True, text=True)
            self.assertIn(folder, out.stdout)
            self.assertIn("atoll", out.stdout)


if __name__ == "__main__":
    unittest.main()
