"""The small Epigo. Needs NumPy alone."""

import io
import json
import unittest

import numpy as np

from atoll.small import OFF, Policy, Small, judge, read, uniform

NORTH, EAST, SOUTH, WEST = range(4)


def at(*squares):
    """One position of squares a1 to d4; x is captured."""
    return np.array([[OFF if s == "x" else (int(s[1]) - 1) * 4 + "abcd".index(s[0])] for s in squares], np.uint8)


class SmallTest(unittest.TestCase):
    def test_orders(self):
        game = Small(2, 1)
        for name, before, side, action, after, offered in (
            ("slides", at("a1", "d1", "d4", "d3"), 0, NORTH, at("a2", "d1", "d4", "d3"), True),
            ("beside an enemy", at("a1", "d1", "b2", "d3"), 0, NORTH, at("a2", "d1", "b2", "d3"), False),
            ("to the edge", at("a3", "d1", "d4", "d2"), 0, NORTH, at("a4", "d1", "d4", "d2"), False),
            ("slides off", at("a4", "d1", "d4", "d2"), 0, NORTH, at("x", "d1", "d4", "d2"), False),
            ("pushes off", at("a3", "d1", "a4", "d2"), 0, NORTH, at("a4", "d1", "x", "d2"), False),
            ("own off", at("a3", "a4", "d4", "d2"), 0, NORTH, at("a4", "x", "d4", "d2"), False),
            ("outnumbered", at("a2", "d1", "a3", "a4"), 0, NORTH, at("a2", "d1", "a3", "a4"), False),
            ("two push two", at("a1", "b1", "c1", "d1"), 0, EAST, at("b1", "c1", "d1", "x"), False),
            ("a gap", at("a1", "d1", "b1", "b4"), 0, EAST, at("b1", "d1", "c1", "b4"), False),
            ("captured", at("x", "d1", "c4", "d4"), 0, WEST, at("x", "d1", "c4", "d4"), False),
            ("over", at("a1", "d1", "x", "x"), 0, NORTH, at("a1", "d1", "x", "x"), False),
            ("the other side", at("a1", "d1", "c4", "d4"), 1, 4 + SOUTH, at("a1", "d1", "c4", "d3"), True),
        ):
            with self.subTest(name):
                got, may = game.move(before, side, action)
                self.assertEqual(got.tolist(), after.tolist())
                self.assertEqual(may.tolist(), [offered])

    def test_random_orders_can_be_exploited(self):
        found = judge(Small(2, 2), uniform(Small(2, 2)))
        self.assertEqual(found.positions, 29296)
        self.assertAlmostEqual(found.sure, 0.411695, 6)
        self.assertAlmostEqual(found.most, 1 - found.sure, 12)
        self.assertGreaterEqual(found.gap, found.most - found.sure)

    def test_sides_that_stay_at_home_are_safe_alone(self):
        # One tile a side and nobody ever loses two: whatever is played is a draw.
        self.assertEqual(judge(Small(1, 2), uniform(Small(1, 2)))[:2], (0.5, 0.5))

    def test_policies_are_read(self):
        game = Small(2, 1)
        sizes = [len(game.layer(captures)) for captures in (2, 1, 0)]
        file = io.BytesIO()
        file.write(json.dumps({"game": "epigo-small-v1", "tiles": 2, "quiet": 1}).encode() + b"\n")
        for size in sizes:  # everything alike
            file.write(np.full((size, 2), 255, "<u2").tobytes() + np.full((size, 16), 0.125, "<f4").tobytes())
        file.write(np.ones(24, "<f4").tobytes())
        whole = file.getvalue()
        self.assertEqual(judge(*read(io.BytesIO(whole))), judge(game, uniform(game)))
        with self.assertRaises(ValueError):
            judge(*read(io.BytesIO(whole[:-1])))
        with self.assertRaises(ValueError):
            read(io.BytesIO(b'{"game": "chess"}\n'))
        nothing = Policy(lambda captures, quiet, p: (np.zeros((p.shape[1], 8)),) * 2, uniform(game).deployments)
        with self.assertRaises(ValueError):
            judge(game, nothing)
        with self.assertRaises(ValueError):
            Small(4, 1)


if __name__ == "__main__":
    unittest.main()
