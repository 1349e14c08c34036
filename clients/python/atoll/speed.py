"""Steps a second from Python, as a table.

    python3 -m atoll.speed [--seconds 3] [--games 1024] [--threads 1]

A step is one choice of one seat. Observations (uint8) and legal indices are filled after
every step, random legal actions are drawn by NumPy, and resets are included. Seconds are
of the processor, so that a busy machine counts less. Where PettingZoo or OpenSpiel is
installed, some of its games follow, stepped from Python in its own way, and with
PettingZoo ours in that way too.
"""

from __future__ import annotations

import argparse
import platform
import time
from typing import Any, Iterator

import numpy as np

from .vector import Vector

TABLES = (("epigo", 2), ("evo", 2), ("evo", 4), ("conqueror", 2), ("conqueror", 4), ("earthquake", 2), ("earthquake", 6))


def rate(game: str, players: int, games: int, seconds: float, threads: int = 1) -> float:
    """Steps a second of processor time (of the clock with several threads)."""
    clock = time.process_time if threads == 1 else time.perf_counter
    rng, steps = np.random.default_rng(1), 0
    with Vector(game, games, players=players, threads=threads) as env:
        for _ in range(20):
            env.step(env.sample(rng))
        start = clock()
        while clock() - start < seconds:
            for _ in range(20):
                env.step(env.sample(rng))
            steps += 20 * games
        return steps / (clock() - start)


def rate_states(load_game: Any, name: str, seconds: float) -> float:
    """The same of one game at a time, with OpenSpiel's methods; `load_game` may be its own or atoll.spiel's."""
    rng, steps, start = np.random.default_rng(1), 0, time.process_time()
    game = load_game(name)
    state = game.new_initial_state()
    while time.process_time() - start < seconds:
        if state.is_terminal():
            state = game.new_initial_state()
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.random() * len(legal))])
        if not state.is_terminal():
            state.observation_tensor(state.current_player())
        steps += 1
    return steps / (time.process_time() - start)


def rate_agents(env: Any, seconds: float) -> float:
    """The same of one game at a time, with PettingZoo's methods; `env` may be its own or atoll.zoo's."""
    rng, steps, start = np.random.default_rng(1), 0, time.process_time()
    while time.process_time() - start < seconds:
        env.reset(seed=steps)
        for _ in env.agent_iter(1000):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
    return steps / (time.process_time() - start)


def others(seconds: float) -> Iterator[str]:
    """Rows about the conventions of others, where their packages are installed."""
    try:
        from .zoo import aec_env

        for game, players in TABLES:
            env = aec_env(game, players)
            yield f"| {game}, one at a time by PettingZoo's methods | {players} | {rate_agents(env, seconds) / 1e6:.3f} |"
            env.close()
        from pettingzoo.classic import connect_four_v3  # type: ignore[import-not-found]

        yield f"| PettingZoo's connect_four | 2 | {rate_agents(connect_four_v3.raw_env(), seconds) / 1e6:.3f} |"
    except ImportError:
        pass
    try:
        import pyspiel  # type: ignore[import-not-found]
    except ImportError:
        return
    for name in ("breakthrough", "connect_four", "go(board_size=9)"):
        yield f"| OpenSpiel's {name}, one at a time | 2 | {rate_states(pyspiel.load_game, name, seconds) / 1e6:.3f} |"


def main() -> None:
    a = argparse.ArgumentParser(prog="python3 -m atoll.speed", description="Steps a second from Python.")
    a.add_argument("--seconds", type=float, default=3)
    a.add_argument("--games", type=int, default=1024)
    a.add_argument("--threads", type=int, default=1)
    a = a.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}, NumPy {np.__version__}, ", end="")
    print(f"{a.games} games at once, {a.threads} thread(s)\n")
    print("| game | players | million steps a second |\n|---|---:|---:|")
    for game, players in TABLES:
        print(f"| {game} | {players} | {rate(game, players, a.games, a.seconds, a.threads) / 1e6:.2f} |", flush=True)
    for row in others(a.seconds):
        print(row, flush=True)


if __name__ == "__main__":
    main()
