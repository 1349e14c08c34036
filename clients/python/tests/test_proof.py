"""The checker of proofs. Needs ATOLL."""

import json
import unittest

from atoll import Engine
from atoll.proof import ProofError, check

# South can take the last piece at once; whatever else it does, the fourth quiet action draws or wins.
ROOT = "evo 2 quiet_limit=1 | 41 0 S | S j1 d11B | N c12 c11W | -"


def proof(engine):
    """Positions one action deep: with quiet_limit=1 every action ends the game."""
    table = engine.load("evo", ROOT)
    rows, best = [], "0"
    for action in table.legal():
        table.apply(action)
        rank = table.result["rank"]
        value = "1/2" if rank["S"] == rank["N"] else str(int(rank["S"] == 1))
        best = max(best, value, key=lambda v: eval(v))
        rows.append({"game": "evo", "position": table.position("truth"), "value": value})
        table.undo()
    return [{"game": "evo", "position": ROOT, "value": best}] + rows


class ProofTest(unittest.TestCase):
    def test_true_and_false_proofs(self):
        with Engine() as engine:
            rows = proof(engine)
            self.assertEqual(check([json.dumps(r) for r in rows], engine), len(rows))
            self.assertEqual(check([json.dumps(r) for r in rows], engine, sample=3), 4)
            for wrong in (
                rows[:-1],  # something that can follow is missing
                rows + rows[:1],
                [dict(rows[0], value="1/3")] + rows[1:],
                rows[:1] + [dict(rows[1], value="0")] + rows[2:],
                [],
            ):
                with self.assertRaises(ProofError):
                    check([json.dumps(r) for r in wrong], engine)


if __name__ == "__main__":
    unittest.main()
