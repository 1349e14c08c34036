"""Two learners with one interface: NumPy, and PyTorch where there is a GPU.

Both improve a policy by clipped policy gradients (PPO) with a bonus for entropy.
Rows of `wanted` that are not empty are learnt as they stand instead: what seats that
choose at once should mix (matrix.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List

import numpy as np

from .network import TRAINED, Shape, Weights, backward, forward


@dataclass
class Steps:
    """How to learn."""

    rate: float = 1e-3
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 1.0
    epochs: int = 2
    batch: int = 4096


NEVER = np.float32(-1e9)


class NumpyLearner:
    """Learns with NumPy alone."""

    def __init__(self, shape: Shape, weights: Weights, seed: int):
        self.shape = shape
        self.weights = weights
        self.rng = np.random.default_rng(seed)
        self._moments = {n: (np.zeros_like(weights[n]), np.zeros_like(weights[n])) for n in TRAINED}
        self._time = 0

    def _policy(self, logits: Any, legal: Any) -> Any:
        """Logarithms of the chances of the legal indices [n, max_legal]."""
        own = np.take_along_axis(logits, np.maximum(legal, 0), 1)
        own = np.where(legal >= 0, own, NEVER)
        own -= own.max(1, keepdims=True)
        return own - np.log(np.exp(own).sum(1, keepdims=True))

    def act(self, observations: Any, legal: Any) -> Any:
        logits, value, _ = forward(self.weights, observations)
        chances = self._policy(logits, legal)
        # The largest of chances and Gumbel noise is a draw by the chances.
        noise = -np.log(-np.log(self.rng.random(chances.shape) + 1e-12) + 1e-12)
        at = np.argmax(np.where(legal >= 0, chances + noise, -np.inf), 1)[:, None]
        return (
            np.take_along_axis(legal, at, 1)[:, 0],
            np.take_along_axis(chances, at, 1)[:, 0].astype(np.float32),
            (1 / (1 + np.exp(-value))).astype(np.float32),
            (observations.copy(), legal.copy()),
        )

    def keep(self, observations: Any) -> Any:
        return observations.copy()

    def value(self, observations: Any) -> Any:
        return (1 / (1 + np.exp(-forward(self.weights, observations)[1]))).astype(np.float32)

    def gradient(self, batch: Dict[str, Any], how: Steps) -> Any:
        """The loss of a batch and its gradient."""
        n = len(batch["actions"])
        logits, value, kept = forward(self.weights, batch["observations"])
        legal, mine = batch["legal"], batch["actions"][:, None]
        chances = self._policy(logits, legal)
        p = np.exp(chances)
        chosen = legal == mine
        now = (chances * chosen).sum(1)
        ratio = np.exp(now - batch["chances"])
        gain = batch["gain"]
        held = np.clip(ratio, 1 - how.clip, 1 + how.clip)
        entropy = -(p * np.where(legal >= 0, chances, 0)).sum(1)
        share = 1 / (1 + np.exp(-value))
        target = batch["target"]
        loss = {
            "policy": -np.minimum(ratio * gain, held * gain).mean(),
            "entropy": entropy.mean(),
            "value": -(target * np.log(share + 1e-9) + (1 - target) * np.log(1 - share + 1e-9)).mean(),
        }
        if "wanted" in batch:
            wanted = batch["wanted"]
            given = wanted.any(1)
            loss["policy"] = np.where(given, -(wanted * chances).sum(1), -np.minimum(ratio * gain, held * gain)).mean()
            loss["entropy"] = np.where(given, 0, entropy).mean()
        free = np.where((gain > 0) & (ratio > 1 + how.clip) | (gain < 0) & (ratio < 1 - how.clip), 0, ratio * gain)
        d = -(chosen - p) * free[:, None]
        d += how.entropy * p * (np.where(legal >= 0, chances, 0) + entropy[:, None])
        if "wanted" in batch:
            d = np.where(given[:, None], p - wanted, d)
        d = np.where(legal >= 0, d, 0) / n
        by_logits = np.zeros_like(logits)
        rows = np.broadcast_to(np.arange(n)[:, None], legal.shape)
        ok = legal >= 0
        by_logits[rows[ok], legal[ok]] = d[ok]
        grad = backward(self.weights, kept, by_logits, how.value * (share - target) / n)
        logits, value, kept = forward(self.weights, batch["watched"])
        share = 1 / (1 + np.exp(-value))
        more = backward(self.weights, kept, np.zeros_like(logits), how.value * (share - batch["foreseen"]) / n)
        return loss, {k: g + more[k] for k, g in grad.items()}

    def update(self, seen: List[Any], watched: List[Any], data: Dict[str, Any], how: Steps) -> Dict[str, float]:
        data = {**data, "watched": np.concatenate(watched)}
        data["observations"], data["legal"] = (np.concatenate([pair[i] for pair in seen]) for i in (0, 1))
        total = len(data["actions"])
        sums: Dict[str, float] = {}
        count = 0
        for _ in range(how.epochs):
            order = self.rng.permutation(total)
            for at in range(0, total, how.batch):
                rows = order[at : at + how.batch]
                loss, grad = self.gradient({k: v[rows] for k, v in data.items()}, how)
                self._step(grad, how.rate)
                count += 1
                for k, v in loss.items():
                    sums[k] = sums.get(k, 0.0) + float(v)
        return {k: v / count for k, v in sums.items()}

    def _step(self, grad: Weights, rate: float) -> None:
        """One step of Adam."""
        self._time += 1
        norm = np.sqrt(sum(float((g * g).sum()) for g in grad.values()))
        scale = min(1.0, 0.5 / (norm + 1e-9))
        for name in TRAINED:
            m, v = self._moments[name]
            g = grad[name] * scale
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            up = m / (1 - 0.9**self._time)
            self.weights[name] -= (rate * up / (np.sqrt(v / (1 - 0.999**self._time)) + 1e-8)).astype(np.float32)


class TorchLearner:
    """Learns with PyTorch, on a GPU if there is one."""

    def __init__(self, shape: Shape, weights: Weights, seed: int):
        import torch

        self.torch = torch
        self.shape = shape
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        self._w = {n: torch.tensor(a, device=self.device, requires_grad=n in TRAINED) for n, a in weights.items()}
        self._optimiser = torch.optim.Adam([self._w[n] for n in TRAINED], eps=1e-8)

    @property
    def weights(self) -> Weights:
        return {n: t.detach().cpu().numpy() for n, t in self._w.items()}

    def _hidden(self, observations: Any) -> Any:
        w = self._w
        x = observations.float() * w["scale"]
        h1 = (x @ w["w1"] + w["b1"]).clamp(0, 1)
        return (h1 @ w["w2"] + w["b2"]).clamp(0, 1)

    def _forward(self, observations: Any) -> Any:
        h2 = self._hidden(observations)
        return h2 @ self._w["wp"] + self._w["bp"], self._judge(h2)

    def _judge(self, h2: Any) -> Any:
        return (h2 @ self._w["wv"])[:, 0] + self._w["bv"][0]

    def _value(self, observations: Any) -> Any:
        return self._judge(self._hidden(observations))

    def _policy(self, logits: Any, legal: Any) -> Any:
        own = logits.gather(1, legal.clamp(min=0)).masked_fill(legal < 0, float(NEVER))
        return own.log_softmax(1)

    def _to(self, array: Any) -> Any:
        return self.torch.tensor(array, device=self.device)  # a copy: environments write into the same array again

    def act(self, observations: Any, legal: Any) -> Any:
        torch = self.torch
        with torch.no_grad():
            observations, seen = self._to(observations), self._to(legal)
            legal = seen.long()
            logits, value = self._forward(observations)
            chances = self._policy(logits, legal)
            noise = -torch.log(-torch.log(torch.rand_like(chances) + 1e-12) + 1e-12)
            at = (chances + noise).masked_fill(legal < 0, float("-inf")).argmax(1, keepdim=True)
            return (
                legal.gather(1, at)[:, 0].int().cpu().numpy(),
                chances.gather(1, at)[:, 0].cpu().numpy(),
                value.sigmoid().cpu().numpy(),
                (observations, seen),
            )

    def keep(self, observations: Any) -> Any:
        return self._to(observations)

    def value(self, observations: Any) -> Any:
        with self.torch.no_grad():
            return self._value(self._to(observations)).sigmoid().cpu().numpy()

    def update(self, seen: List[Any], watched: List[Any], data: Dict[str, Any], how: Steps) -> Dict[str, float]:
        torch = self.torch
        data = {k: self._to(v) for k, v in data.items()}
        data["observations"] = torch.cat([o for o, _ in seen])
        data["legal"] = torch.cat([m for _, m in seen])
        data["watched"] = torch.cat(watched)
        total = len(data["actions"])
        for group in self._optimiser.param_groups:
            group["lr"] = how.rate
        sums: Dict[str, Any] = {}
        count = 0
        for _ in range(how.epochs):
            order = torch.randperm(total, device=self.device)
            for at in range(0, total, how.batch):
                b = {k: v[order[at : at + how.batch]] for k, v in data.items()}
                legal = b["legal"].long()
                logits, value = self._forward(b["observations"])
                chances = self._policy(logits, legal)
                now = (chances * (legal == b["actions"][:, None])).sum(1)
                ratio = (now - b["chances"]).exp()
                held = ratio.clamp(1 - how.clip, 1 + how.clip)
                policy = -torch.minimum(ratio * b["gain"], held * b["gain"])
                entropy = -(chances.exp() * chances.masked_fill(legal < 0, 0)).sum(1)
                if "wanted" in b:
                    given = b["wanted"].any(1)
                    policy = torch.where(given, -(b["wanted"] * chances.masked_fill(legal < 0, 0)).sum(1), policy)
                    entropy = entropy.masked_fill(given, 0)
                guess = torch.nn.functional.binary_cross_entropy_with_logits
                parts = {
                    "policy": policy.mean(),
                    "entropy": entropy.mean(),
                    "value": guess(value, b["target"]),
                    "watched": guess(self._value(b["watched"]), b["foreseen"]),
                }
                loss = parts["policy"] - how.entropy * parts["entropy"] + how.value * (parts["value"] + parts["watched"])
                self._optimiser.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_([self._w[n] for n in TRAINED], 0.5)
                self._optimiser.step()
                count += 1
                for k, v in parts.items():
                    sums[k] = sums.get(k, 0) + v.detach()
        return {k: float(v) / count for k, v in sums.items()}
