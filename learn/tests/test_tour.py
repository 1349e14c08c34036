"""Runs the blocks of Python of docs/researchers.md, a little of the second one.

    python3 -m learn.tests.test_tour --whole     # as the page has it
"""

import os
import pathlib
import re
import subprocess
import sys
import textwrap
import unittest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "researchers.md"


def blocks():
    text = PAGE.read_text(encoding="utf-8")
    return [textwrap.dedent(b) for b in re.findall(r"^ *```python\n(.*?)^ *```", text, re.S | re.M)]


def run(block, **env):
    return subprocess.run([sys.executable, "-c", block], env={**os.environ, **env}, capture_output=True, text=True)


class Tour(unittest.TestCase):
    def test_the_page(self):
        rollout, agent, branches, states = blocks()
        self.assertLessEqual(len([x for x in rollout.splitlines() if x.strip()]), 20)
        self.assertLessEqual(len([x for x in agent.splitlines() if x.strip()]), 60)
        for block, env, want in (
            (rollout, {}, r"earthquake-v\d+: observations \(1024, \d+\)"),
            (agent, {"UPDATES": "4", "GAMES": "20"}, r"% of \d+ games against level4"),
            (branches, {}, r"\d{3,} positions one step ahead, 0 of them"),
            (states, {}, r"\["),
        ):
            done = run(block, **env)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, want)


if __name__ == "__main__":
    if "--whole" in sys.argv:
        for block in blocks():
            done = subprocess.run([sys.executable, "-u", "-c", block])
            if done.returncode:
                raise SystemExit(done.returncode)
    else:
        unittest.main()
