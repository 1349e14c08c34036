"""Tests against the real program: set ATOLL to its path."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from atoll.tables import Refused, Tables, check  # noqa: E402

PROVED = pathlib.Path(__file__).parents[3] / "record" / "testdata" / "proved.jsonl"


class TestProofs(unittest.TestCase):
    def test_records_of_the_program_are_right_and_lies_are_found(self):
        for line in PROVED.read_text().splitlines():
            self.assertEqual(check(json.loads(line)), [])
            lie = json.loads(line)
            lie["proof"]["chairs"][0]["nonce"] = "00" * 32
            self.assertIn("the number of chair 1 does not match its commitment", check(lie))
            swap = json.loads(line)
            a, b = swap["proof"]["chairs"][:2]
            a["seat"], b["seat"] = b["seat"], a["seat"]
            self.assertEqual(len(check(swap)), 2)
            self.assertEqual(len(check(json.loads(line), {"seed": "00" * 32})), 1)


class TestTables(unittest.TestCase):
    def setUp(self):
        self.dir = tempfile.TemporaryDirectory()
        self.server = subprocess.Popen(
            [os.environ.get("ATOLL", "atoll"), "serve", "--addr", "127.0.0.1:0", "--no-limits", "--store", self.dir.name + "/atoll.db"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        self.base = ""
        while not self.base:
            line = self.server.stdout.readline()
            self.assertTrue(line, "the server does not start")
            if found := re.search(r"http://\S+", line):
                self.base = found.group()

    def tearDown(self):
        self.server.terminate()
        self.server.stdout.close()
        self.server.wait()
        self.dir.cleanup()

    def test_two_add_to_chance_and_check_it(self):
        ann, bob = Tables(self.base, "Ann"), Tables(self.base, "Bob")
        table = ann.create({"game": "conqueror", "players": 2, "shuffle": True})
        self.assertFalse(ann.open(table))
        bob.join(table)
        self.assertTrue(ann.open(table))
        self.assertEqual(ann.call("GET", f"/tables/{table}")["view"]["status"], "running")
        bob.call("POST", f"/tables/{table}/do", {"do": "resign"})
        for who in (ann, bob):
            self.assertEqual(who.check(table), [])
            self.assertIn(who.kept[table]["number"], [c.get("nonce") for c in who.record(table)["proof"]["chairs"]])
        with self.assertRaises(Refused):
            ann.call("POST", f"/tables/{table}/open", {"nonce": "00" * 32})

    def test_against_a_bot_the_game_begins_at_once(self):
        ann = Tables(self.base)
        table = ann.create({"game": "conqueror", "players": 2, "seats": [{"kind": "me"}, {"kind": "bot", "level": 1}]})
        self.assertEqual(ann.call("GET", f"/tables/{table}")["view"]["status"], "running")


if __name__ == "__main__":
    unittest.main()
