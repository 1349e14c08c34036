"""Learns the network of EVO for two, from records of games or from positions.

    python3 bots/evo/tune/games.py --minutes 4 --out games      # needs clients/python on PYTHONPATH and $ATOLL
    python3 bots/evo/tune/net.py --places bots/learnt/evo/two.weights --out evo.net games/*.jsonl

The network learns what the places miss. The target of a position of a record is how the
game ended, later mixed with what the network itself thinks two rounds on; that of a
position from `tune -collect` is how the game ended mixed with what the search thought.
PyTorch; a minute on a GPU.
"""

import argparse
import json
import multiprocessing
import time
import zlib

import numpy as np
import torch

KINDS, PIECES, SCALE, TEMPO = 512, 8, 120.0, 8.0
LANE, OUT = 255, 32  # units of whole numbers, as in net.go
SAMPLE = np.dtype([("mine", "<u2", PIECES), ("yours", "<u2", PIECES), ("thought", "<f4"), ("result", "<f4")])


MAGIC = b"ATOLLWEIGHTS1\n"  # see bots/learnt


def places(path):
    """The value of every kind of piece, and 0 for none."""
    data = open(path, "rb").read()
    plain = zlib.decompress(data[len(MAGIC) :], -15)
    assert data.startswith(MAGIC) and plain[:8] == b"\x02\x06places"
    low, high = np.frombuffer(plain[10:], np.uint8).reshape(2, KINDS).astype(np.int16)
    return np.append((low | high << 8), 0).astype(np.float32)


def pack(lists):
    """The file of named lists of whole numbers."""
    plain = b""
    for name, numbers in lists.items():
        n, count = len(numbers), b""
        while n > 127:
            count, n = count + bytes([n % 128 + 128]), n // 128
        flat = np.asarray(numbers).astype("<i2").view(np.uint8).reshape(-1, 2)
        plain += b"\x02" + bytes([len(name)]) + name.encode() + count + bytes([n]) + flat.T.tobytes()
    z = zlib.compressobj(9, zlib.DEFLATED, -15)
    return MAGIC + z.compress(plain) + z.flush()


START = {
    "guard": ("f1 g1 h1 i1 g2 h2 i2 j2", "c11 d11 e11 f11 d12 e12 f12 g12"),
    "line": ("c2 d2 e2 f2 g2 h2 i2 j2", "c11 d11 e11 f11 g11 h11 i11 j11"),
}


def square(name):
    x, y = ord(name[0]) - ord("a"), int(name[1:]) - 1
    return y * 8 + x - 2 if y < 2 else 16 + (y - 2) * 12 + x if y < 10 else 112 + (y - 10) * 8 + x - 2


def replay(path):
    """Every position of the games of a file, and whether it is worth learning from."""
    rows, results, good = [], [], []
    for line in open(path):
        game = json.loads(line)
        if game["game"] != "evo" or len(game["seats"]) != 2 or "result" not in game:
            continue
        slots = [[], []]  # kinds of pieces as their owners see them
        at = {}  # which slot stands on a square
        for side, names in enumerate(START[game["options"].get("setup", "guard")]):
            for name in names.split():
                q = square(name)
                at[q] = (side, len(slots[side]))
                slots[side].append(127 - q if side else q)
        rank = game["result"]["rank"]
        won = 0.5 if rank["S"] == rank["N"] else float(rank["S"] < rank["N"])
        events = [e for e in game["events"] if e["do"][0] in "abcdefghijkl" and e["do"][1].isdigit()]
        for ply, event in enumerate(events):
            side = ply % 2
            way, _, role = event["do"].partition("=")
            start, _, to = way.partition("-")
            a, b = square(start), square(to or start)
            takes = to and b in at
            rows.append(slots[side] + slots[1 - side])
            results.append(1 - won if side else won)
            good.append(not takes and game.get("random", 0) <= ply < len(events) - 2)
            mine = at.pop(a)
            if b in at:
                other, n = at[b]
                slots[other] = slots[other][:]
                slots[other][n] = KINDS
            slots[side] = slots[side][:]
            old = slots[side][mine[1]] // 128
            slots[side][mine[1]] = ("WBCS".index(role) if role else old) * 128 + (127 - b if side else b)
            at[b] = mine
        if events:
            good[-1] = None  # the next row is of another game
    out = np.zeros(len(rows), SAMPLE)
    both = np.array(rows, np.uint16).reshape(-1, 2 * PIECES)
    out["mine"], out["yours"], out["result"] = both[:, :PIECES], both[:, PIECES:], results
    ends = np.array([g is None for g in good])
    return out, np.array([bool(g) for g in good]), ends


def main():
    a = argparse.ArgumentParser()
    a.add_argument("files", nargs="+")
    a.add_argument("--places", required=True)
    a.add_argument("--out", required=True)
    a.add_argument("--units", type=int, default=32)
    a.add_argument("--epochs", type=int, default=20)
    a.add_argument("--batch", type=int, default=16384)
    a.add_argument("--rate", type=float, default=2e-3)
    a.add_argument("--thought", type=float, default=0.5, help="weight of what the search thought against how the game ended")
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    a = a.parse_args()
    torch.manual_seed(a.seed)
    dev = torch.device(a.device)
    records = a.files[0].endswith(".jsonl")
    if records:
        with multiprocessing.Pool() as pool:
            parts = pool.map(replay, a.files)
        data, good, ends = (np.concatenate([p[i] for p in parts]) for i in range(3))
    else:
        data = np.concatenate([np.fromfile(f, SAMPLE) for f in a.files])
        good, ends = np.ones(len(data), bool), np.zeros(len(data), bool)
    block = np.arange(len(data)) // 1024  # neighbours in a game are alike: whole stretches are held back
    held = torch.tensor((block % 20 == 0) & good)
    mine = torch.tensor(data["mine"].astype(np.int16)).to(dev)
    yours = torch.tensor(data["yours"].astype(np.int16)).to(dev)
    result = data["result"]
    target = result if records else np.where(result < 0, data["thought"], a.thought * data["thought"] + (1 - a.thought) * result)
    target = torch.tensor(target.astype(np.float32)).to(dev)
    ended = torch.tensor(result).to(dev)
    value = torch.tensor(places(a.places)).to(dev)
    H = a.units
    w1 = torch.zeros(2 * KINDS + 1, H, device=dev)  # what never stands on the board says nothing
    b1 = torch.zeros(H, device=dev).uniform_(0.1, 0.6)
    w2 = torch.zeros(2 * H, device=dev).uniform_(-0.5, 0.5)
    b2 = torch.zeros((), device=dev)
    weights = [w1, b1, w2, b2]
    for w in weights:
        w.requires_grad_()
    optimiser = torch.optim.AdamW(weights, lr=a.rate, weight_decay=1e-3)

    def forward(m, y):
        none = 2 * KINDS
        other = lambda k: torch.where(k == KINDS, none, k + KINDS)  # noqa: E731
        own = lambda k: torch.where(k == KINDS, none, k)  # noqa: E731
        base = (value[m].sum(1) - value[y].sum(1) + TEMPO) / SCALE
        me = torch.nn.functional.embedding_bag(torch.cat([own(m), other(y)], 1), w1, mode="sum") + b1
        you = torch.nn.functional.embedding_bag(torch.cat([own(y), other(m)], 1), w1, mode="sum") + b1
        h = torch.cat([me, you], 1).clamp(0, 1).square()
        return base, base + h @ w2 + b2

    train = torch.nonzero(~held & torch.tensor(good))[:, 0].to(dev)
    test = torch.nonzero(held)[:, 0].to(dev)
    bce = torch.nn.functional.binary_cross_entropy_with_logits

    def look_ahead():
        """Targets mixed with what the network thinks two rounds on."""
        with torch.no_grad():
            values = torch.cat([forward(mine[i : i + 65536].int(), yours[i : i + 65536].int())[1].sigmoid() for i in range(0, len(mine), 65536)])
            n, ahead = len(values), 4
            later = values.clone()
            later[: n - ahead] = values[ahead:]
            # Within four plies of the end the result is what comes.
            over = torch.tensor(np.convolve(ends, np.ones(ahead))[: n + ahead - 1][ahead - 1 :].astype(bool)).to(dev)
            later = torch.where(over, ended, later)
            target.copy_(a.thought * later + (1 - a.thought) * ended)

    def judge():
        with torch.no_grad():
            sums = np.zeros(4)
            for at in range(0, len(test), 65536):
                rows = test[at : at + 65536]
                base, out = forward(mine[rows].int(), yours[rows].int())
                known = ended[rows] >= 0
                t, e = target[rows], ended[rows].clamp(0, 1)
                n = len(rows)
                sums += np.array([
                    float(bce(base, t)) * n, float(bce(out, t)) * n,
                    float(bce(base[known], e[known])) * n, float(bce(out[known], e[known])) * n])
            return sums / len(test)

    total = a.epochs * (len(train) // a.batch)
    print(f"{len(data):,} positions, {total:,} steps, {(result >= 0).mean():.0%} with a result", flush=True)
    step, start = 0, time.time()
    for epoch in range(a.epochs):
        if records and epoch in (a.epochs // 3, 2 * a.epochs // 3):
            look_ahead()
        order = train[torch.randperm(len(train), device=dev)]
        for at in range(0, len(order) - a.batch + 1, a.batch):
            rows = order[at : at + a.batch]
            for group in optimiser.param_groups:
                group["lr"] = a.rate * (1 - step / total) + 1e-5
            _, out = forward(mine[rows].int(), yours[rows].int())
            loss = bce(out, target[rows])
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            w1.grad[-1] = 0
            optimiser.step()
            with torch.no_grad():
                w1.clamp_(-7, 7)
                w1[-1] = 0
            step += 1
        if epoch % 5 == 4 or epoch == a.epochs - 1:
            j = judge()
            print(f"epoch {epoch + 1}, {time.time() - start:.0f} s: loss held back {j[1]:.4f} (places {j[0]:.4f}), of results {j[3]:.4f} (places {j[2]:.4f})", flush=True)
    whole = lambda w, unit: np.clip(np.round(w.detach().cpu().numpy().astype(np.float64) * unit), -32767, 32767)  # noqa: E731
    rows = np.clip(whole(w1[:-1], LANE), -1900, 1900)  # so that the sums of 16 pieces fit into 16 bits
    lists = {
        "units": [H],
        "rows": rows.reshape(-1),
        "biases": np.clip(whole(b1, LANE), -2000, 2000),
        "out": whole(w2, SCALE * OUT),
        "last": [float(whole(b2, SCALE * OUT))],
    }
    with open(a.out, "wb") as f:
        f.write(pack(lists))
    print(f"{a.out}: {H} units", flush=True)


main()
