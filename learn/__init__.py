"""Learning from self-play: one form of network for every game of Atoll.

    python3 -m learn train evo --minutes 5 --out evo.net
    python3 -m learn curve evo.jsonl > evo.svg
    python3 -m learn strength evo.net > strength.jsonl

NumPy alone is enough; PyTorch is used where it is installed and asked for.
"""
