"""Curves as SVG and images as PNG, in texts that stand in an HTML page by themselves."""

from __future__ import annotations

import base64
import html
import math
import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fjax.train.probe import Distribution

COLOURS = ("#2f6fde", "#e0662b", "#2a9d62", "#9b51c8", "#c7a100", "#d0395f", "#3aa6b9", "#7a7a7a")
WIDTH, HEIGHT = 440, 210
LEFT, RIGHT, TOP, BOTTOM = 58, 12, 30, 26  # of the frame, from the edges
ROWS = 32  # of an image of distributions
Points = Sequence[tuple[float, float]]


def text(value: object) -> str:
    """A value as text of HTML.

    >>> text("<b> & c")
    '&lt;b&gt; &amp; c'
    """
    return html.escape(str(value))


def chart(title: str, curves: Mapping[str, Points], logarithmic: bool = False) -> str:
    """An SVG with one curve for each name; points that are not finite are left out.

    >>> chart("loss", {"train": [(0, 1.0), (1, 0.5)]}).count("<polyline")
    1
    """
    shown = {name: _usable(points, logarithmic) for name, points in curves.items()}
    xs = [x for points in shown.values() for x, _ in points]
    ys = [y for points in shown.values() for _, y in points]
    parts = [f'<text class="title" x="{LEFT}" y="16">{text(title)}</text>']
    if xs:
        across = _scale(min(xs), max(xs), LEFT, WIDTH - RIGHT)
        low, high = _room(min(ys), max(ys))
        down = _scale(low, high, HEIGHT - BOTTOM, TOP)
        for y in _ticks(low, high):
            label = _label(10**y if logarithmic else y)
            at, right = down(y), WIDTH - RIGHT
            parts.append(
                f'<line class="grid" x1="{LEFT}" x2="{right}" y1="{at}" y2="{at}"/>'
                f'<text class="tick" x="{LEFT - 6}" y="{at + 4}" text-anchor="end">{label}</text>'
            )
        for x in _ticks(min(xs), max(xs)):
            place = f'x="{across(x)}" y="{HEIGHT - 8}" text-anchor="middle"'
            parts.append(f'<text class="tick" {place}>{_label(x)}</text>')
        for number, (name, points) in enumerate(shown.items()):
            parts.append(_curve(name, points, COLOURS[number % len(COLOURS)], across, down))
        parts.append(_legend(list(shown)))
    frame = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return f'<svg {frame} role="img" aria-label="{text(title)}">{"".join(parts)}</svg>'


def _usable(points: Points, logarithmic: bool) -> list[tuple[float, float]]:
    """The finite points, with the logarithms of those that have one."""
    found = [(float(x), float(y)) for x, y in points if math.isfinite(y)]
    return [(x, math.log10(y)) for x, y in found if y > 0] if logarithmic else found


def _curve(name: str, points: Points, colour: str, across: Any, down: Any) -> str:
    places = " ".join(f"{across(x)},{down(y)}" for x, y in points)
    dots = ""
    if len(points) <= 30:
        dots = "".join(
            f'<circle cx="{across(x)}" cy="{down(y)}" r="2" fill="{colour}"/>' for x, y in points
        )
    line = f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="1.6"/>'
    return f"<g><title>{text(name)}</title>{line}{dots}</g>"


def _legend(names: list[str]) -> str:
    """The names in their colours, from the right; too many are left to the tips of the curves."""
    if len(names) > len(COLOURS):
        return ""
    parts, x = [], WIDTH - RIGHT
    for number, name in reversed(list(enumerate(names))):
        parts.append(
            f'<text class="tick" x="{x}" y="16" text-anchor="end" '
            f'style="fill:{COLOURS[number]}">{text(name)}</text>'
        )
        x -= 7 * len(name) + 10
    return "".join(parts) if x > LEFT + 60 else ""


def _scale(low: float, high: float, start: float, end: float) -> Any:
    width = (high - low) or 1.0
    return lambda value: round(start + (value - low) / width * (end - start), 1)


def _room(low: float, high: float) -> tuple[float, float]:
    """The range of an axis: a little more than that of the values."""
    margin = 0.05 * (high - low) or 0.05 * abs(high) or 1.0
    return low - margin, high + margin


def _ticks(low: float, high: float) -> list[float]:
    """Two to six round numbers in a range.

    >>> _ticks(0.0, 1.0)
    [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]
    """
    if high <= low:
        return [low]
    rough = (high - low) / 5
    size = 10 ** math.floor(math.log10(rough))
    step = min((k * size for k in (1, 2, 5, 10) if k * size >= rough), default=10 * size)
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def _label(value: float) -> str:
    return f"{value:,.0f}" if 1e3 <= abs(value) < 1e7 else f"{value:.3g}"


# ---- images


def png(pixels: np.ndarray) -> str:
    """An image (height, width, 3) of bytes as the address of a PNG, for `<img src=…>`.

    >>> png(np.zeros((2, 2, 3), np.uint8))[:22]
    'data:image/png;base64,'
    """
    height, width = pixels.shape[:2]
    rows = b"".join(b"\0" + row.tobytes() for row in np.ascontiguousarray(pixels, np.uint8))

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n" + data).decode()


def picture_of(image: np.ndarray) -> str:
    """An image (channels, height, width) of one or three channels, from its darkest to lightest.

    >>> picture_of(np.zeros((1, 2, 2)))[:10]
    'data:image'
    """
    finite = np.nan_to_num(np.asarray(image, np.float64))
    low, high = finite.min(), finite.max()
    scaled = ((finite - low) / ((high - low) or 1.0) * 255).astype(np.uint8)
    return png(np.broadcast_to(scaled, (3, *scaled.shape[1:])).transpose(1, 2, 0))


def over_time(seen: Sequence[Distribution]) -> tuple[str, float, float]:
    """(image of distributions, one a column, darker where there are more elements, low, high).

    >>> over_time([Distribution(0.0, 1.0, np.ones(48)), Distribution(0.0, 2.0, np.ones(48))])[1:]
    (0.0, 2.0)
    """
    known = [each for each in seen if math.isfinite(float(each.low))]
    if not known:
        return png(np.full((1, 1, 3), 255, np.uint8)), math.nan, math.nan
    low, high = min(float(e.low) for e in known), max(float(e.high) for e in known)
    edges = np.linspace(low, high if high > low else low + 1.0, ROWS + 1)
    columns = np.stack([_shares(each, edges) for each in seen], axis=1)[::-1]
    dark = np.sqrt(columns / np.maximum(columns.max(0, keepdims=True), 1e-30))[..., None]
    colours = 255 - dark * (255 - np.array([31, 78, 170]))
    return png(colours.astype(np.uint8)), low, high


def _shares(seen: Distribution, edges: np.ndarray) -> np.ndarray:
    """The shares of elements between edges, by the distribution's own intervals."""
    counts = np.asarray(seen.counts, np.float64)
    if not counts.sum():
        return np.zeros(len(edges) - 1)
    low, high = float(seen.low), float(seen.high)
    if high <= low:
        return np.histogram([low], edges)[0].astype(np.float64)
    own = np.linspace(low, high, len(counts) + 1)
    below = np.interp(edges, own, np.concatenate([[0.0], np.cumsum(counts)]))
    return np.diff(below) / counts.sum()
