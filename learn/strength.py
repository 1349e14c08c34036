"""How strong the files of a training are, one after the other: matches by the program."""

from __future__ import annotations

import json
import pathlib
import re
import struct
import subprocess
from typing import Any, Dict, Iterator, List

from atoll.files import program

from .network import MAGIC


def header(path: pathlib.Path) -> Dict[str, Any]:
    """What a file says of itself."""
    data = path.read_bytes()
    if not data.startswith(MAGIC):
        raise ValueError(f"{path} is no network")
    at = len(MAGIC)
    (size,) = struct.unpack_from("<I", data, at)
    return json.loads(data[at + 4 : at + 4 + size])


def match(path: pathlib.Path, bot: str, against: str, games: int, seed: int) -> Dict[str, Any]:
    """One match of a file's network, as `atoll duel` tells it. `bot` is "net-policy", "net:100n" and the like."""
    game, players, *options = header(path)["config"].split()
    command = [program(), "duel", game, "--players", players, "--net", f"net={path}", "--a", bot, "--b", against]
    command += [word for option in options for word in ("--option", option)]
    run = subprocess.run(command + ["--games", str(games), "--seed", str(seed), "--json"], capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stderr.strip())
    return json.loads(run.stdout.splitlines()[-1])


def measure(files: List[pathlib.Path], bot: str, against: List[str], games: int, seed: int) -> Iterator[Dict[str, Any]]:
    """A row for each file, the one with the fewest choices first: scores in per cent by opponent."""
    abouts = {f: re.search(r"(\d+) choices, \d+ games, (\d+) s", header(f)["about"]) for f in files}
    for path in sorted(files, key=lambda f: int(abouts[f][1])):
        about = abouts[path]
        row: Dict[str, Any] = {"seconds": int(about[2]), "choices": int(about[1]), "bot": bot, "games": games}
        for name in against:
            found = match(path, bot, name, games, seed)
            row[name] = round(100 * found["score"], 1)
            row[name + " 95 %"] = [round(100 * found["low"], 1), round(100 * found["high"], 1)]
        yield row
