"""The environments in the manner of Gymnasium and OpenSpiel. Needs NumPy, ATOLL and ATOLL_LIB."""

import unittest

import numpy as np

from stand_in import install

STAND_IN = install()

from atoll import Engine, EngineError  # noqa: E402
from atoll.gym import BotVectorEnv  # noqa: E402
from atoll.spiel import TERMINAL, load_game  # noqa: E402
from atoll.vector import VectorError  # noqa: E402

GAMES = {"epigo": 2, "evo": 4, "conqueror": 3, "earthquake": 2}


class GymnasiumTest(unittest.TestCase):
    def test_against_a_bot(self):
        rng = np.random.default_rng(1)
        with Engine() as engine:
            for game, players in GAMES.items():
                env = BotVectorEnv(game, 6, bot="random", players=players, reward="ranks", engine=engine)
                self.assertEqual(env.single_action_space.n, env.actions)
                seen, infos = env.reset(seed=3)
                ended = 0
                for _ in range(60):
                    self.assertTrue(env.observation_space.contains(seen))
                    self.assertTrue((infos["action_mask"].sum(1) > 0).all())
                    np.testing.assert_array_equal(infos["seat"], np.arange(6) % players)  # one's own, always
                    seen, rewards, over, cut, infos = env.step(env.sample(infos, rng))
                    self.assertTrue((rewards[~over] == 0).all() and (np.abs(rewards) <= 1).all() and not cut.any())
                    ended += int(over.sum())
                if game == "conqueror":
                    self.assertGreater(ended, 0)
                env.close()

    def test_equal_seeds_give_equal_games(self):
        told = []
        for _ in range(2):
            rng = np.random.default_rng(4)
            env = BotVectorEnv("conqueror", 4, bot="greedy", players=2, seat="B")
            seen, infos = env.reset(seed=9)
            rows = []
            for _ in range(40):
                rows.append((seen.tobytes(), infos["action_mask"].tobytes()))
                seen, rewards, *_, infos = env.step(env.sample(infos, rng))
                rows.append(rewards.tolist())
            told.append(rows)
            env.close()
        self.assertEqual(told[0], told[1])

    # Its wrappers insist on the mode being one of its own names.
    def test_says_how_it_begins_anew(self):
        from gymnasium.vector import AutoresetMode

        env = BotVectorEnv("conqueror", 2, bot="random", players=2)
        self.assertIs(env.metadata["autoreset_mode"], AutoresetMode.SAME_STEP)
        env.close()

    @unittest.skipIf(STAND_IN, "Gymnasium is not installed")
    def test_inside_its_wrapper(self):
        from gymnasium.wrappers.vector import RecordEpisodeStatistics

        rng = np.random.default_rng(1)
        env = RecordEpisodeStatistics(BotVectorEnv("conqueror", 8, bot="random", players=2, reward="sign"))
        ended, infos = 0, env.reset(seed=3)[1]
        for _ in range(40):
            _, rewards, over, _, infos = env.step(env.env.sample(infos, rng))
            ended += int(over.sum())
            if over.any():
                np.testing.assert_array_equal(infos["_episode"], over)
                np.testing.assert_array_equal(infos["episode"]["r"][over], rewards[over])
        self.assertGreater(ended, 0)
        env.close()

    def test_wrong_words_are_refused(self):
        for wrong in ({"bot": "nobody"}, {"seat": "Z"}, {"reward": "glory"}, {"players": 9}):
            with self.assertRaises(EngineError, msg=str(wrong)):
                BotVectorEnv("evo", 2, **wrong)


class SpielTest(unittest.TestCase):
    def test_whole_games(self):
        for game, players in GAMES.items():
            for reward in ("share", "sign", "ranks"):
                rng = np.random.default_rng(2)
                g = load_game(game, players, reward=reward)
                state = g.new_initial_state(seed=5)
                for _ in range(1500 if game != "evo" else 20):
                    if state.is_terminal():
                        break
                    who = state.current_player()
                    legal = state.legal_actions()
                    self.assertEqual(state.legal_actions((who + 1) % players), [])
                    self.assertEqual(state.returns(), [0.0] * players)
                    self.assertTrue(g.action_to_string(legal[0]))
                    state.apply_action(int(rng.choice(legal)))
                if not state.is_terminal():
                    self.assertEqual(game, "evo")  # random games of four are long
                    continue
                self.assertEqual(state.current_player(), TERMINAL)
                self.assertEqual(state.legal_actions(), [])
                if g.utility_sum() is not None:
                    self.assertAlmostEqual(sum(state.returns()), g.utility_sum(), places=5)
                self.assertTrue(all(g.min_utility() <= x <= g.max_utility() for x in state.returns()))
                with self.assertRaises(VectorError):
                    state.apply_action(0)
                self.assertEqual(state.clone().returns(), state.returns())

    def test_clones_and_worlds(self):
        for game, players in GAMES.items():
            rng = np.random.default_rng(6)
            state = load_game(game, players).new_initial_state(seed=8)
            for _ in range(25):
                twin = state.clone()
                for player in range(players):
                    world = state.resample(int(rng.integers(2**60)), player)
                    self.assertEqual(world.information_state_string(player), state.information_state_string(player))
                    np.testing.assert_array_equal(world.observation_tensor(player), state.observation_tensor(player))
                    if player == state.current_player():
                        self.assertEqual(world.legal_actions(), state.legal_actions())
                action = int(rng.choice(state.legal_actions()))
                before = twin.information_state_string()
                state.apply_action(action)
                self.assertEqual(twin.information_state_string(), before)
                twin.apply_action(action)
                self.assertEqual(state.is_terminal(), twin.is_terminal())
                if state.is_terminal():
                    break
                self.assertEqual(twin.information_state_string(), state.information_state_string())
                self.assertEqual(twin.history(), state.history())


if __name__ == "__main__":
    unittest.main()
