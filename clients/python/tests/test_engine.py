"""Tests against the real program: set ATOLL to its path."""

import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from atoll import Engine, EngineError  # noqa: E402
from atoll.envs import aec_env, parallel_env  # noqa: E402

ATOLL = os.environ.get("ATOLL", "atoll")
GAMES = int(os.environ.get("ATOLL_GAMES", "10"))  # of each kind

KINDS = [
    ("epigo", 2, {}),
    ("epigo", 2, {"variant": "islanders", "island_priority": True}),
    ("evo", 2, {}),
    ("evo", 4, {}),
    ("conqueror", 2, {}),
    ("conqueror", 4, {"layout": "custom", "tiebreak": "dice"}),
    ("earthquake", 2, {}),
    ("earthquake", 6, {}),
]


class Whole(unittest.TestCase):
    def test_random_games_verify(self):
        """Games played through the client end as `atoll verify` says."""
        rnd = random.Random(1)
        with Engine() as engine, tempfile.NamedTemporaryFile("w", suffix=".jsonl") as out:
            rules = {g["id"]: g["rules"] for g in engine.games()}
            for game_id, players, options in KINDS:
                version = {"rules": rules[game_id]} if rules[game_id] > 1 else {}
                for i in range(GAMES):
                    game = engine.new(game_id, players, options, seed=rnd.getrandbits(60))
                    events = list(game.did)
                    while not game.over:
                        picks = {}
                        for seat in game.acting:
                            picks[seat] = self.random_action(rnd, game, game_id, options, seat)
                        game.apply_all(picks)
                        events += game.did
                    out.write(json.dumps({
                        "format": "atoll-record/1", "game": game_id, **version, "options": options, "seats": game.seats,
                        "events": events, "result": game.result}) + "\n")
                    game.close()
            out.flush()
            verified = subprocess.run([ATOLL, "verify", out.name], capture_output=True, text=True)
        self.assertEqual(verified.stdout.splitlines()[-1], f"{GAMES * len(KINDS)} ok, 0 bad", verified.stdout[-2000:])
        self.assertEqual(verified.returncode, 0)

    @staticmethod
    def random_action(rnd, game, game_id, options, seat):
        """Epigo's long lists are drawn here instead of being sent."""
        if game_id != "epigo" or len(game.acting) == 1:
            return rnd.choice(game.legal(seat))
        islanders = options.get("variant") == "islanders"
        if game.steps == 0:
            tiles = rnd.sample(["1", "2", "3", "4", "5", "6", "7", "X"], 8)
            place = ""
            if islanders:
                places = ["c1", "d1", "e1", "b2", "c2", "d2", "e2", "f2"]
                if seat == "N":
                    places = ["b6", "c6", "d6", "e6", "f6", "c7", "d7", "e7"]
                place = " @ " + rnd.choice(places)
            return "deploy " + " ".join(tiles) + place
        orders = rnd.sample(["1", "2", "3", "4", "5", "6", "7"] + (["SLAM"] if islanders else []), 3)
        return "plan " + " ".join(o if o == "SLAM" else o + rnd.choice("NESW") for o in orders)


class Protocol(unittest.TestCase):
    def test_refusals_carry_a_code(self):
        with Engine() as engine:
            with self.assertRaises(EngineError) as caught:
                engine.new("chess")
            self.assertEqual(caught.exception.code, "unknown_game")
            game = engine.new("evo")
            with self.assertRaises(EngineError) as caught:
                game.apply("a1-a2")
            self.assertEqual(caught.exception.code, "refused")
            self.assertEqual(game.steps, 0)

    def test_an_engine_that_is_gone_says_so(self):
        closed, dead = Engine(), Engine()
        closed.close()
        dead._process.kill()
        dead._process.wait()
        for engine in (closed, dead):
            with self.assertRaises(EngineError) as refused:
                engine.games()
            self.assertEqual(refused.exception.code, "closed")
        dead.close()

    def test_undo_and_load(self):
        with Engine() as engine:
            game = engine.new("evo")
            start = game.position("public")
            game.apply(game.legal()[0])
            self.assertNotEqual(game.position("public"), start)
            game.undo()
            self.assertEqual(game.position("public"), start)
            self.assertEqual(len(engine.load("evo", start).legal()), 92)

    def test_chance_can_be_given(self):
        with Engine() as engine:
            game = engine.new("conqueror", 2, chance="manual")
            self.assertEqual(game.acting, ["chance"])
            game.chance("order B A")
            self.assertEqual(game.acting, ["B"])

    def test_batch(self):
        with Engine() as engine:
            batch = engine.batch("evo", 50, want=["legal", "position"])
            self.assertEqual(batch.last.counts, [92] * 50)
            self.assertEqual(len(batch.last.legal[0]), 92)
            done = 0
            for _ in range(400):
                done += len(batch.step([-1] * 50).done)
            self.assertGreater(done, 0)
            batch.close()

    def test_batch_of_tensors(self):
        with Engine() as engine:
            batch = engine.batch("earthquake", 5, want=["tensor", "view"], reward="sign")
            for seed in range(60):
                size = batch.space["size"]
                self.assertEqual(len(batch.last.observations), 5 * size)
                self.assertEqual([len(x) for x in batch.last.letters], batch.last.counts)
                before = batch.last._replace(done=[])
                self.assertEqual(batch.resample(seed), before)
                for ended in batch.step([x[-1] for x in batch.last.letters]).done:
                    self.assertEqual(sum(ended["rewards"]), 0)
            batch.close()

    def test_resampled_game(self):
        with Engine() as engine:
            game = engine.new("earthquake", seed=2)
            worlds = [game.resample("1", seed) for seed in range(4)]
            for world in worlds:
                self.assertEqual(world.position("1"), game.position("1"))
                self.assertEqual(world.view("1"), game.view("1"))
            self.assertGreater(len({world.position("truth") for world in worlds}), 1)


class Environments(unittest.TestCase):
    def test_aec(self):
        env = aec_env("conqueror", 3)
        env.reset(seed=3)
        rnd = random.Random(2)
        total = {a: 0.0 for a in env.agents}
        while env.agents:
            seen, reward, over, _, _ = env.last()
            total[env.agent_selection] += reward
            env.step(None if over else rnd.randrange(len(seen["legal"])))
        self.assertAlmostEqual(sum(total.values()), 1.0)
        env.close()

    def test_parallel(self):
        env = parallel_env("epigo", options={"quiet_limit": 2})
        seen, _ = env.reset(seed=3)
        rnd = random.Random(2)
        while env.agents:
            picks = {a: rnd.randrange(len(o["legal"])) for a, o in seen.items() if o["legal"]}
            seen, rewards, _, _, _ = env.step(picks)
        self.assertAlmostEqual(sum(rewards.values()), 1.0)
        env.close()


if __name__ == "__main__":
    unittest.main()
