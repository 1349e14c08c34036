"""Tables of a server: sit down, add to chance, and check in the end.

    ann = Tables("http://127.0.0.1:8080", "Ann")
    table = ann.create({"game": "conqueror", "players": 2})
    bob.join(table)
    ann.open(table); bob.open(table)

The number that one adds is committed to when one sits down and opened once every
seat is taken; docs/records.md says what that proves.
"""

import hashlib
import hmac
import json
import secrets
import urllib.error
import urllib.request


class Refused(Exception):
    """The server says no, and why."""


def commit_to(number):
    """The commitment to a number or seed of 64 hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(number)).hexdigest()


def key_of(proof):
    """What all draws of a game come from."""
    seed = bytes.fromhex(proof["seed"])
    if "chairs" not in proof:
        return seed
    lines = [c.get("nonce", "-") + "\n" for c in proof["chairs"]]
    return hmac.new(seed, f"atoll-chance/1\n{proof['game']}\n{''.join(lines)}".encode(), "sha256").digest()


def numbers(key, game, event):
    """The 64-bit numbers from which an event is drawn; -1 is who sits where."""
    block = 0
    while True:
        part = hmac.new(key, f"atoll-draw/1\n{game}\n{event}\n{block}".encode(), "sha256").digest()
        yield from (int.from_bytes(part[i : i + 8], "big") for i in range(0, 32, 8))
        block += 1


def below(stream, n):
    """A number from 0 to n-1, all equally likely."""
    while True:
        high, low = divmod(next(stream) * n, 1 << 64)
        if low >= (1 << 64) % n:
            return high


def seating(proof):
    """Which chair got each seat."""
    order = list(range(len(proof["chairs"])))
    if proof.get("drawn"):
        stream = numbers(key_of(proof), proof["game"], -1)
        for i in range(len(order) - 1, 0, -1):
            j = below(stream, i + 1)
            order[i], order[j] = order[j], order[i]
    return order


def check(record, kept=None):
    """Lists what is wrong with the commitments, numbers and seats of a record, by
    what was kept of its table. `atoll verify` repeats the draws as well."""
    kept, wrong, proof = kept or {}, [], record.get("proof")
    if not proof or "seed" not in proof:
        return ["the record has no proof of its chance"]
    if commit_to(proof["seed"]) != proof["commit"]:
        wrong.append("the seed does not match its commitment")
    if kept.get("seed", proof["commit"]) != proof["commit"]:
        wrong.append("the commitment to the seed is not the one that was told before the game")
    chairs = proof.get("chairs", [])
    for i, c in enumerate(chairs):
        if "nonce" in c and commit_to(c["nonce"]) != c.get("commit"):
            wrong.append(f"the number of chair {i + 1} does not match its commitment")
    if "chairs" in kept and kept["chairs"] != [c.get("commit", "") for c in chairs]:
        wrong.append("the players' commitments are not those that were told before the game")
    if kept.get("opened") and kept["number"] not in [c.get("nonce") for c in chairs]:
        wrong.append("our number was opened in time and is left out")
    for seat, chair in enumerate(seating(proof) if chairs else []):
        if chairs[chair]["seat"] != record["seats"][seat]:
            wrong.append(f"seat {record['seats'][seat]} was not drawn like that")
    return wrong


class Tables:
    """One person, or program, at a server."""

    def __init__(self, base, name="", token=""):
        self.base, self.token, self.kept = base.rstrip("/"), token, {}
        if not token:
            self.call("POST", "/guest", {"name": name} if name else {})

    def call(self, method, path, body=None):
        req = urllib.request.Request(self.base + "/api/v1" + path, method=method, data=None if body is None else json.dumps(body).encode())
        req.add_header("Content-Type", "application/json")
        if self.token:
            req.add_header("Authorization", "Bearer " + self.token)
        try:
            with urllib.request.urlopen(req, timeout=30) as res:
                self.token = res.headers.get("Atoll-Token") or self.token
                return json.loads(res.read() or b"null")
        except urllib.error.HTTPError as e:
            raise Refused(json.loads(e.read())["error"]["message"]) from None

    def create(self, setup):
        number = secrets.token_hex(32)
        made = self.call("POST", "/tables", {**setup, "commit": commit_to(number)})
        table = made["table"]["id"]
        self.kept[table] = {"number": number}
        self._heed(table, made["proof"], made["chairs"])
        return table

    def join(self, table, **seat):
        """Takes a seat: token and seat of a link, or the first free one."""
        kept = self.kept.setdefault(table, {"number": secrets.token_hex(32)})
        snap = self.call("POST", f"/tables/{table}/join", {**seat, "commit": commit_to(kept["number"])})
        self._heed(table, snap["view"]["proof"], snap["chairs"])
        return snap

    def open(self, table):
        """Opens our number if every seat is taken; True once it is."""
        snap = self.call("GET", f"/tables/{table}")
        return self._heed(table, snap["view"]["proof"], snap["chairs"])

    def record(self, table):
        return self.call("GET", f"/tables/{table}/record")

    def check(self, table):
        """What is wrong with the chance of a finished game, by what was kept."""
        return check(self.record(table), self.kept.get(table))

    def _heed(self, table, proof, chairs):
        kept = self.kept.setdefault(table, {})
        kept.setdefault("seed", proof["commitment"])
        if proof.get("open_until") and not kept.get("opened"):
            # Kept before our number is told: it proves nothing otherwise.
            kept.setdefault("chairs", [c.get("commit", "") for c in chairs])
            if kept.get("number") and commit_to(kept["number"]) in kept["chairs"]:
                self.call("POST", f"/tables/{table}/open", {"nonce": kept["number"]})
                kept["opened"] = True
        return kept.get("opened", False)
