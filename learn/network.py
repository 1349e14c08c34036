"""The network, and the flat file that the Go program reads.

Observation -> hidden 1 -> hidden 2 -> a logit for every index, and one for the
share of the first place that the observer can expect. Hidden units are cut off at
0 and 1, so that whole numbers can stand for them.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any, Dict

import numpy as np

MAGIC = b"ATOLLNET1\n"
ONE = 127  # a hidden unit of 1 in whole numbers


@dataclass(frozen=True)
class Shape:
    """What a network is for and how large it is."""

    game: str  # with the version of the rules, as "evo-v1"
    config: str  # as the environment describes it
    players: int
    inputs: int
    actions: int
    first: int
    second: int


Weights = Dict[str, Any]  # name -> float32 array


def fresh(shape: Shape, scale: Any, rng: "np.random.Generator") -> Weights:
    """Weights of a network that knows nothing. `scale` is what each input is multiplied by."""

    def normal(rows: int, columns: int, gain: float) -> Any:
        return (rng.standard_normal((rows, columns)) * gain / np.sqrt(rows)).astype(np.float32)

    def zeros(n: int) -> Any:
        return np.zeros(n, dtype=np.float32)

    # Few inputs are not 0 at once: the gain of the first layer makes up for it.
    return {
        "scale": np.asarray(scale, dtype=np.float32),
        "w1": normal(shape.inputs, shape.first, 3.0),
        "b1": zeros(shape.first) + np.float32(0.2),
        "w2": normal(shape.first, shape.second, 1.4),
        "b2": zeros(shape.second) + np.float32(0.2),
        "wp": normal(shape.second, shape.actions, 0.05),
        "bp": zeros(shape.actions),
        "wv": normal(shape.second, 1, 0.1),
        "bv": zeros(1),
    }


TRAINED = ("w1", "b1", "w2", "b2", "wp", "bp", "wv", "bv")


def forward(w: Weights, observations: Any) -> Any:
    """The logits of all indices [n, actions] and of the value [n], with what backward needs."""
    x = observations.astype(np.float32) * w["scale"]
    a1 = x @ w["w1"] + w["b1"]
    h1 = np.clip(a1, 0, 1)
    a2 = h1 @ w["w2"] + w["b2"]
    h2 = np.clip(a2, 0, 1)
    return h2 @ w["wp"] + w["bp"], (h2 @ w["wv"])[:, 0] + w["bv"][0], (x, a1, h1, a2, h2)


def backward(w: Weights, kept: Any, by_logits: Any, by_value: Any) -> Weights:
    """The gradient of the weights from that of the outputs."""
    x, a1, h1, a2, h2 = kept
    grad = {
        "wp": h2.T @ by_logits,
        "bp": by_logits.sum(0),
        "wv": h2.T @ by_value[:, None],
        "bv": by_value.sum(keepdims=True),
    }
    d2 = by_logits @ w["wp"].T + by_value[:, None] * w["wv"][:, 0]
    d2 *= (a2 > 0) & (a2 < 1)
    grad["w2"], grad["b2"] = h1.T @ d2, d2.sum(0)
    d1 = d2 @ w["w2"].T
    d1 *= (a1 > 0) & (a1 < 1)
    grad["w1"], grad["b1"] = x.T @ d1, d1.sum(0)
    return grad


@dataclass
class Whole:
    """The network in whole numbers, as the flat file has it."""

    shape: Shape
    shift1: int
    shift2: int
    unit_p: float  # what a sum of the policy is divided by
    unit_v: float
    w1: Any  # int16 [inputs, first]
    b1: Any  # int32
    w2: Any  # int16 [second, first]
    b2: Any
    wp: Any  # int8 [actions, second]
    bp: Any
    wv: Any  # int16 [second]
    bv: Any  # int32 [1]

    def forward(self, observations: Any) -> Any:
        """As forward above, computed as the Go program does, to the bit."""
        x = observations.astype(np.int64)
        h1 = np.clip((x @ self.w1.astype(np.int64) + self.b1) >> self.shift1, 0, ONE)
        h2 = np.clip((h1 @ self.w2.T.astype(np.int64) + self.b2) >> self.shift2, 0, ONE)
        logits = (h2 @ self.wp.T.astype(np.int64) + self.bp).astype(np.float32) / np.float32(self.unit_p)
        value = (h2 @ self.wv.astype(np.int64) + self.bv[0]).astype(np.float32) / np.float32(self.unit_v)
        return logits, value


def quantise(w: Weights, shape: Shape) -> Whole:
    """Rounds a network to whole numbers."""

    def shift(values: Any, unit: float, top: int, most: int) -> int:
        room = top / max(float(np.abs(values).max()) * unit, 1e-9)
        return int(np.clip(np.floor(np.log2(room)), 0, most))

    w1 = w["w1"] * w["scale"][:, None]
    s1 = shift(w1, ONE, 32767, 8)
    s2 = shift(w["w2"], 1, 32767, 10)
    unit_p = 127 / max(float(np.abs(w["wp"]).max()), 1e-9)
    unit_v = 32767 / max(float(np.abs(w["wv"]).max()), 1e-9)

    def whole(values: Any, unit: float, kind: Any) -> Any:
        return np.rint(values * unit).astype(kind)

    return Whole(
        shape,
        s1,
        s2,
        unit_p * ONE,
        unit_v * ONE,
        whole(w1, ONE * 2.0**s1, np.int16),
        whole(w["b1"], ONE * 2.0**s1, np.int32),
        whole(w["w2"].T, 2.0**s2, np.int16),
        whole(w["b2"], ONE * 2.0**s2, np.int32),
        whole(w["wp"].T, unit_p, np.int8),
        whole(w["bp"], unit_p * ONE, np.int32),
        whole(w["wv"][:, 0], unit_v, np.int16),
        whole(w["bv"], unit_v * ONE, np.int32),
    )


_ARRAYS = (("w1", "<i2"), ("b1", "<i4"), ("w2", "<i2"), ("b2", "<i4"), ("wp", "i1"), ("bp", "<i4"), ("wv", "<i2"), ("bv", "<i4"))


def write(whole: Whole, about: str) -> bytes:
    """The flat file: a line that names it, the length of a header, the header as JSON, the arrays."""
    header = {
        **whole.shape.__dict__,
        "shift1": whole.shift1,
        "shift2": whole.shift2,
        "unit_p": whole.unit_p,
        "unit_v": whole.unit_v,
        "about": about,
    }
    text = json.dumps(header, sort_keys=True).encode()
    parts = [MAGIC, struct.pack("<I", len(text)), text]
    for name, kind in _ARRAYS:
        parts.append(np.ascontiguousarray(getattr(whole, name)).astype(kind).tobytes())
    return b"".join(parts)
