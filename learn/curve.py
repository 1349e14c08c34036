"""Curves of a log as SVG, with nothing but text."""

from __future__ import annotations

import json
from typing import List, Optional, Sequence, Tuple

WIDTH, HEIGHT, MARGIN = 640, 240, 48


def draw(log: str, names: Sequence[str] = ("value",), along: str = "seconds", span: Optional[Tuple[float, float]] = None) -> str:
    """How figures of the log went, against seconds or choices."""
    rows = [json.loads(line) for line in log.splitlines() if line.strip()]
    lines = [(name, [(float(r[along]), float(r[name])) for r in rows if name in r]) for name in names]
    for name, points in lines:
        if len(points) < 2:
            raise ValueError(f"the log has {len(points)} rows with {name!r}; a curve needs two")
    return plot(lines, along, span)


def plot(lines: List[Tuple[str, List[Tuple[float, float]]]], along: str, span: Optional[Tuple[float, float]] = None) -> str:
    """Lines in one picture; axes from the smallest to the largest number, or per cent up the given span."""
    xs = [x for _, line in lines for x, _ in line]
    ys = [y for _, line in lines for _, y in line]
    low_x, high_x = min(xs), max(xs)
    low_y, high_y = span or (min(ys), max(ys))

    def at(x: float, y: float) -> str:
        px = MARGIN + (x - low_x) / ((high_x - low_x) or 1) * (WIDTH - 2 * MARGIN)
        py = HEIGHT - MARGIN - (y - low_y) / ((high_y - low_y) or 1) * (HEIGHT - 2 * MARGIN)
        return f"{px:.1f},{py:.1f}"

    unit = " %" if span else ""
    colours = ("#0f766e", "#b45309", "#4338ca", "#be123c")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<path d="M{MARGIN},{MARGIN / 2} V{HEIGHT - MARGIN} H{WIDTH - MARGIN / 2}" fill="none" stroke="#888"/>',
    ]
    for text, x, y, anchor in (
        (f"{high_y:.3g}{unit}", MARGIN - 6, MARGIN + 4, "end"),
        (f"{low_y:.3g}{unit}", MARGIN - 6, HEIGHT - MARGIN, "end"),
        (f"{low_x:,.0f}", MARGIN, HEIGHT - MARGIN + 18, "middle"),
        (f"{high_x:,.0f} {along}", WIDTH - MARGIN, HEIGHT - MARGIN + 18, "end"),
    ):
        parts.append(f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="#888">{text}</text>')
    if span:
        half = at(low_x, sum(span) / 2).split(",")[1]
        parts.append(f'<path d="M{MARGIN},{half} H{WIDTH - MARGIN}" fill="none" stroke="#888" stroke-dasharray="3 4"/>')
    for i, (name, line) in enumerate(lines):
        colour = colours[i % len(colours)]
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{" ".join(at(x, y) for x, y in line)}"/>')
        parts.append(f'<text x="{MARGIN + 8}" y="{MARGIN / 2 + 14 * (i + 1)}" fill="{colour}">{name}</text>')
    return "\n".join(parts + ["</svg>"])
