"""What the learners promise, with NumPy alone."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import numpy as np

from atoll.vector import Vector
from learn.curve import draw
from learn.learners import NumpyLearner, Steps
from learn.matrix import Pairs, equilibrium
from learn.network import TRAINED, Shape, forward, fresh, quantise, write
from learn.play import Rollout, advantages, rollout
from learn.strength import header, measure
from learn.train import Recipe, scales, train


def learner(game: str, players: int = 2, games: int = 32) -> tuple:
    env = Vector(game, games, players=players, seed=3)
    shape = Shape(env.name, env.config, env.players, env.size, env.actions, 32, 16)
    rng = np.random.default_rng(5)
    return env, NumpyLearner(shape, fresh(shape, scales(env, rng), rng), 7), rng


class Learners(unittest.TestCase):
    def test_gradient_is_that_of_the_loss(self) -> None:
        for game in ("conqueror", "epigo"):
            with self.subTest(game):
                self.gradient(game)

    def gradient(self, game: str) -> None:
        env, who, rng = learner(game)
        r = rollout(env, who, 4, rng, Pairs(env, 3, rng))
        gain, target, foreseen = advantages(r, 0.9)
        batch = {
            "actions": r.actions.reshape(-1),
            "chances": r.chances.reshape(-1) + rng.normal(0, 0.05, r.chances.size),
            "gain": rng.normal(size=r.chances.size),
            "target": np.clip(target, 0.1, 0.9).reshape(-1),
            "foreseen": np.clip(foreseen, 0.1, 0.9).reshape(-1),
            "observations": np.concatenate([o for o, _ in r.seen]),
            "legal": np.concatenate([m for _, m in r.seen]),
            "watched": np.concatenate(r.watched),
        }
        self.assertEqual(r.wanted is not None, game == "epigo")
        if r.wanted is not None:  # some rows are of the policy all the same
            batch["wanted"] = r.wanted.reshape(len(batch["actions"]), -1) * (rng.random((len(batch["actions"]), 1)) < 0.7)
        how = Steps(entropy=0.05)
        who.weights = {k: v.astype(np.float64) for k, v in who.weights.items()}

        def loss() -> float:
            parts, _ = who.gradient(batch, how)
            share = 1 / (1 + np.exp(-forward(who.weights, batch["watched"])[1]))
            f = batch["foreseen"]
            watched = -(f * np.log(share) + (1 - f) * np.log(1 - share)).mean()
            return parts["policy"] - how.entropy * parts["entropy"] + how.value * (parts["value"] + watched)

        _, grad = who.gradient(batch, how)
        for name in TRAINED:
            flat = who.weights[name].reshape(-1)
            # The steepest of some directions, and some more.
            picks = list(np.argsort(-np.abs(grad[name].reshape(-1)))[:3]) + list(rng.integers(flat.size, size=3))
            for i in picks:
                kept, step = flat[i], 1e-6
                flat[i] = kept + step
                up = loss()
                flat[i] = kept - step
                down = loss()
                flat[i] = kept
                self.assertAlmostEqual((up - down) / (2 * step), grad[name].reshape(-1)[i], places=5, msg=f"{name}[{i}]")
        env.close()

    def test_draws_follow_the_policy(self) -> None:
        env, who, rng = learner("conqueror", games=4000)
        env.reset(1)
        observations, legal = np.repeat(env.observations[:1], 4000, 0), np.repeat(env.legal[:1], 4000, 0)
        who.weights["bp"][legal[0, 0]] = 1.5
        actions, chances, _, _ = who.act(observations, legal)
        for a in legal[0][legal[0] >= 0][:3]:
            mine = actions == a
            p = float(np.exp(chances[mine][0]))
            self.assertLess(abs(mine.mean() - p), 5 * np.sqrt(p * (1 - p) / 4000))
        env.close()

    def test_looking_back_by_seat(self) -> None:
        # Seats 0 and 1 choose in turn; the third choice ends the game, won by seat 0.
        r = Rollout([], None, None, np.array([[0], [1], [0], [1]]), np.array([[0.5], [0.4], [0.7], [0.5]], np.float32), *[None] * 2, [], [0, 0, 1, 1], None, 1)
        r.actions = np.zeros((4, 1), np.int32)
        r.done = np.array([[False], [False], [True], [False]])
        r.rewards = np.zeros((4, 1, 2), np.float32)
        r.rewards[2, 0] = (1, 0)
        r.after = np.array([[0.45, 0.55]], np.float32)
        gain, target, foreseen = advantages(r, 0.5)
        np.testing.assert_allclose(gain[:, 0], [0.7 - 0.5 + 0.5 * 0.3, -0.4, 0.3, 0.05], atol=1e-6)
        np.testing.assert_allclose(target[:, 0], gain[:, 0] + r.values[:, 0])
        # Seat 0 watches its own choices, then what seat 1 can expect before its own.
        np.testing.assert_allclose(foreseen[:, 0], [0.5 + 0.35, 1.0, 0.0, 0.55], atol=1e-6)

    def test_it_learns(self) -> None:
        """Epigo from nothing, against random Orders."""
        recipe = Recipe("epigo", games=128, first=32, second=16, trace=0.95, pairs=0, how=Steps(rate=3e-3, batch=1024))
        _, weights = train(recipe, steps=100_000)
        env, who, rng = learner("epigo", games=256)
        who.weights = weights
        won = played = 0.0
        while played < 400:
            actions = env.sample(rng)
            mine = env.seats == 1
            actions[mine] = who.act(env.observations[mine], env.legal[mine])[0]
            env.step(actions)
            over = env.done.astype(bool)
            won += float(env.rewards[over, 1].sum())
            played += float(over.sum())
        env.close()
        self.assertGreater(won / played, 0.6)

    def test_equal_recipes_give_equal_networks(self) -> None:
        recipe = Recipe("epigo", games=16, length=8, first=16, second=16, pairs=3)
        a, b = (train(recipe, steps=500)[1] for _ in range(2))
        for name in TRAINED:
            np.testing.assert_array_equal(a[name], b[name])


class Matrices(unittest.TestCase):
    def test_mixtures_that_no_reply_beats(self) -> None:
        rng = np.random.default_rng(2)
        payoffs = rng.random((40, 5, 5))
        payoffs[0, :3, :3] = [[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]]  # paper, scissors, rock
        payoffs[0, 3:], payoffs[0, :, 3:] = 0, 1
        x, y, value = equilibrium(payoffs)
        np.testing.assert_allclose(x[0], [1 / 3, 1 / 3, 1 / 3, 0, 0], atol=0.01)
        for mixture in (x, y):
            np.testing.assert_allclose(mixture.sum(1), 1)
            self.assertGreaterEqual(mixture.min(), 0)
        best = (payoffs @ y[:, :, None])[..., 0].max(1)
        least = (x[:, None] @ payoffs)[:, 0].min(1)
        self.assertLess((best - least).max(), 0.01)
        self.assertTrue(((least <= value + 1e-9) & (value <= best + 1e-9)).all())

    def test_what_is_wanted_makes_up_the_mixture(self) -> None:
        """The shares of the letters, multiplied along a word, are the share of the word."""
        env, who, rng = learner("epigo", games=64)
        pairs = Pairs(env, 4, rng)
        words, share, product = 0, {}, {}
        for _ in range(60):
            pairs.begin(who)
            for i in np.flatnonzero(pairs.at == 0):
                side = pairs.side[i]
                own, shares = pairs.words[i, side], pairs.shares[i, side]
                same = (own == own[pairs.picked[i, side]]).all(1)
                share[i, side], product[i, side] = float(shares[same].sum() / shares.sum()), 1.0
            under_way, sides = np.flatnonzero(pairs.at >= 0), pairs.side.copy()
            letters, wanted = pairs.lead(who.act(env.observations, env.legal)[0], env.legal)
            for i in under_way:
                product[i, sides[i]] *= float(wanted[i][env.legal[i] == letters[i]].sum())
            env.step(letters)
            pairs.follow()
            for i in under_way:
                if pairs.at[i] < 0 or pairs.side[i] != sides[i]:
                    self.assertAlmostEqual(product[i, sides[i]], share[i, sides[i]], places=5)
                    words += 1
        self.assertGreater(words, 300)
        env.close()

    def test_a_pair_is_worth_what_comes_of_it(self) -> None:
        """The matrix of one game, cell by cell, by playing it out in that game alone."""
        env, who, rng = learner("epigo", games=3)
        pairs = Pairs(env, 3, rng)
        for _ in range(8):  # past the deployments
            env.step(who.act(env.observations, env.legal)[0])
        while not (env.choosers() == 2).all():
            waits = env.choosers() == 2
            assert not waits.any() or waits.all()
            env.step(env.sample(rng))
        words, lengths = pairs._draw(who, np.arange(3))
        worth = pairs._worth(who, np.arange(3), words, lengths)
        for game in range(3):
            for i in range(3):
                for j in range(3):
                    with env.branch([game]) as one:
                        for side, k in ((0, i), (1, j)):
                            for letter in words[game, side, k, : lengths[game, side, k]]:
                                self.assertEqual(one.seats[0], side)
                                one.step(np.array([letter]))
                        self.assertGreater(one.choosers()[0], 0)
                        expected = one.rewards[0, 0] if one.done[0] else who.value(one.observe(0))[0]
                        self.assertAlmostEqual(worth[game, i, j], float(expected), places=5)
        env.close()


class Files(unittest.TestCase):
    def test_whole_numbers_are_close(self) -> None:
        for game in ("evo", "epigo", "conqueror", "earthquake"):
            env, who, rng = learner(game)
            whole = quantise(who.weights, who.shape)
            for _ in range(30):
                env.step(env.sample(rng))
            a, b = forward(who.weights, env.observations)[:2], whole.forward(env.observations)
            np.testing.assert_allclose(a[0], b[0], atol=0.02)
            np.testing.assert_allclose(a[1], b[1], atol=0.02)
            env.close()

    def test_the_program_computes_the_same(self) -> None:
        """The Go program's figures, to the last bit of a float32."""
        for game in ("evo", "epigo", "conqueror", "earthquake"):
            env, who, rng = learner(game, games=8)
            for _ in range(30):
                env.step(env.sample(rng))
            whole = quantise(who.weights, who.shape)
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "a.net"
                path.write_bytes(write(whole, "a test"))
                question = {"observations": [row.tolist() for row in env.observations], "letters": env.legal[:, 0].tolist()}
                run = subprocess.run(
                    [os.environ["ATOLL_NET"], str(path)], input=json.dumps(question), capture_output=True, text=True, check=True
                )
            answer = json.loads(run.stdout)
            logits, values = whole.forward(env.observations)
            np.testing.assert_array_equal(np.float32(answer["logits"]), logits[np.arange(8), env.legal[:, 0]])
            np.testing.assert_allclose(answer["values"], 1 / (1 + np.exp(-values.astype(np.float64))), rtol=1e-12)
            env.close()

    def test_a_curve(self) -> None:
        svg = draw('{"seconds": 1, "value": 0.7}\n{"seconds": 2, "value": 0.5}\n')
        self.assertIn("polyline", svg)
        with self.assertRaises(ValueError):
            draw('{"seconds": 1, "value": 0.7}\n')
        rows = '{"choices": 10, "a": 0, "b": 100}\n{"choices": 30, "a": 50, "b": 25}\n'
        svg = draw(rows, ["a", "b"], "choices", (0.0, 100.0))
        self.assertEqual(re.findall(r'points="([^"]*)"', svg), ["48.0,192.0 592.0,120.0", "48.0,48.0 592.0,156.0"])

    def test_strength_of_files(self) -> None:
        """Rows come in the order of training, whatever the order of the files; the program plays the matches."""
        env, who, _ = learner("conqueror")
        whole = quantise(who.weights, who.shape)
        env.close()
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder, name) for name in ("late.net", "early.net")]
            for path, choices in zip(files, (2000, 300)):
                path.write_bytes(write(whole, f"self-play: {choices} choices, 7 games, {choices // 100} s, seed 1"))
            rows = list(measure(files, "net-policy", ["random"], 8, 1))
            self.assertEqual([(r["seconds"], r["choices"]) for r in rows], [(3, 300), (20, 2000)])
            low, high = rows[0]["random 95 %"]
            self.assertTrue(0 <= low <= rows[0]["random"] <= high <= 100)
            with self.assertRaisesRegex(RuntimeError, "nobody"):
                list(measure(files, "net-policy", ["nobody"], 8, 1))
            files[0].write_bytes(b"something else")
            with self.assertRaises(ValueError):
                header(files[0])


if __name__ == "__main__":
    unittest.main()
