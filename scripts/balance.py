"""Writes docs/balance.md from the JSON lines of atoll simulate."""

import json
import sys


def percent(x: float) -> str:
    return f"{100 * x:.0f}"


rows = [json.loads(line) for line in sys.stdin]
print(f"""# Balance

What {sys.argv[1]} games of each kind say about the games and about our own rulings. Made by `scripts/balance {sys.argv[1]}`: the bots are limited by nodes, so the same
command gives the same page. The bots are of middling strength; stronger ones may find more.

First places are shares of 100, with the 95 % interval in brackets; a shared first place counts in parts. A seat is **marked** where the interval
leaves out the fair share; with as many intervals as here, two or three do so by chance.

What we read from it:

- **Epigo** is even, as its symmetry demands, and ends by captures. In Islanders `island_exit=arrow` makes games half as long again and more of them quiet: the rulebook's "any adjacent space" is the
  livelier default. The +1 priority changes little.
- **EVO**: between two the first to move has the better of it, about three games in five with either setup. `setup=line` is sharper: games are a third shorter than from our
  guard. Among four no seat stands out. Nearly all games end at a castle; repetitions and bare boards are rare.
- **The Conqueror**: seats are names only, since the order of play is drawn; they come out even. Most games end with one player left, not with all islands won. Sharing all 48 coins
  (`coins=even`) all but does away with games that end for want of coins; with the rulebook's 12 each a quarter of two-player games does.
- **Earthquake Island**: whoever places first moves last in the first round, and from three players on that is worth something: seat 1 wins about a quarter more often than its share, the last seats
  less. Between two the rulebook's reverse order of play is fair.

| game | options | bot | decisions (90 % of games) | legal actions | first places by seat | endings |
|---|---|---|---|---|---|---|""")
for r in rows:
    spec, length = r["spec"], r["length"]
    fair = 1 / len(r["seats"])
    seats = []
    for s in r["scores"]:
        text = f"{s['Seat']} {percent(s['Mean'])} ({percent(s['Low'])}–{percent(s['High'])})"
        seats.append(text if s["Low"] <= fair <= s["High"] else f"**{text}**")
    endings = ", ".join(f"{k} {percent(n / r['games'])}" for k, n in sorted(r["endings"].items(), key=lambda x: -x[1]))
    options = " ".join(f"{k}={json.dumps(v).strip(chr(34))}" for k, v in (spec.get("options") or {}).items())
    print(f"| {spec['game']}, {spec['players']} | {options} | `{spec['bots'][0]}` | {length['Mean']:.0f} ({length['P5']}–{length['P95']}) "
          f"| {r['branching']:.0f} | {', '.join(seats)} | {endings} |")

print("\n## What was used, a game\n\n| game | options | what |\n|---|---|---|")
for r in rows:
    spec = r["spec"]
    options = " ".join(f"{k}={json.dumps(v).strip(chr(34))}" for k, v in (spec.get("options") or {}).items())
    uses = sorted(r["uses"].items(), key=lambda x: -x[1])
    shown = ", ".join(f"{k} {n / r['games']:.1f}" for k, n in uses if k not in ("turn", "scatter", "order", "place", "start") and n / r["games"] >= 0.05)
    print(f"| {spec['game']}, {spec['players']} | {options} | {shown} |")
