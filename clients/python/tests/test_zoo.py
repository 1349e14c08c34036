"""The environments for PettingZoo. Needs NumPy and ATOLL_LIB."""

import unittest

import numpy as np

from stand_in import install

STAND_IN = install()

from atoll import speed  # noqa: E402
from atoll.zoo import aec_env, parallel_env  # noqa: E402

GAMES = {"epigo": [2], "evo": [2, 4], "conqueror": [2, 3, 4], "earthquake": [2, 3, 4, 5, 6]}


def kinds():
    return [(game, n) for game, numbers in GAMES.items() for n in numbers]


def steps(env, seed, most):
    """Plays at random by the masks and keeps what was seen."""
    env.reset(seed=seed)
    told = []
    for agent in env.agent_iter(most):
        seen, reward, over, cut, _ = env.last()
        told.append((agent, seen["observation"].tobytes(), seen["action_mask"].tobytes(), reward, over, cut))
        env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
    return told


class ZooTest(unittest.TestCase):
    # What PettingZoo's api_test checks, in our own words.
    def test_one_agent_after_the_other(self):
        for game, n in kinds():
            env = aec_env(game, n)
            self.assertRegex(env.metadata["name"], rf"^{game}_v\d+$")
            self.assertEqual(len(env.possible_agents), n)
            ended = 0
            for seed in range(3):
                env.reset(seed=seed)
                self.assertEqual(env.agents, env.possible_agents)
                total = {a: 0.0 for a in env.agents}
                for agent in env.agent_iter(5000):
                    seen, reward, over, cut, info = env.last()
                    self.assertTrue(env.observation_space(agent).contains(seen))
                    self.assertEqual(over or cut, seen["action_mask"].sum() == 0)
                    for other in env.agents:
                        if other != agent:
                            self.assertEqual(env.observe(other)["action_mask"].sum(), 0)
                    total[agent] += reward
                    env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
                    self.assertEqual(set(env.rewards), set(env.agents))
                if not env.agents:
                    ended += 1
                    self.assertAlmostEqual(sum(total.values()), 1.0, places=5)
            self.assertGreater(ended, 0, f"{game} {n}")
            with self.assertRaises(Exception):
                env.reset(seed=1)
                mask = env.observe(env.agent_selection)["action_mask"]
                env.step(int(np.flatnonzero(mask == 0)[0]))
            env.close()

    # What its seed_test checks.
    def test_equal_seeds_give_equal_games(self):
        for game, n in kinds():
            a, b = aec_env(game, n), aec_env(game, n)
            self.assertEqual(steps(a, 7, 120), steps(b, 7, 120))
            self.assertEqual(steps(a, 7, 120), steps(b, 7, 120))
            a.close(), b.close()

    # What its parallel_api_test checks.
    def test_all_agents_at_once(self):
        for game, n in kinds():
            env = parallel_env(game, n, reward="ranks")
            seen, infos = env.reset(seed=3)
            for _ in range(3000):
                if not env.agents:
                    seen, infos = env.reset()
                self.assertEqual(set(seen), set(env.agents))
                self.assertEqual(set(infos), set(env.agents))
                turn = [a for a in env.agents if seen[a]["action_mask"].any()]
                self.assertEqual(len(turn), 1)
                actions = {a: 0 for a in env.agents}
                actions[turn[0]] = env.action_space(turn[0]).sample(seen[turn[0]]["action_mask"])
                agents = list(env.agents)
                seen, rewards, over, cut, infos = env.step(actions)
                for told in (seen, rewards, over, cut, infos):
                    self.assertEqual(set(told), set(agents))
                self.assertAlmostEqual(sum(rewards.values()), 0.0, places=5)
            env.close()

    def test_speed_is_measured(self):
        self.assertGreater(speed.rate_agents(aec_env("conqueror", 2), 0.02), 0)

    @unittest.skipIf(STAND_IN, "PettingZoo is not installed; the checks above say the same in our own words")
    def test_its_own_tests(self):
        from pettingzoo.test import api_test, parallel_api_test, seed_test

        for game, n in kinds():
            api_test(aec_env(game, n), num_cycles=200)
            seed_test(lambda: aec_env(game, n), num_cycles=100)
            parallel_api_test(parallel_env(game, n), num_cycles=200)


if __name__ == "__main__":
    unittest.main()
