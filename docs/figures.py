"""The pictures of the README and the site: `python docs/figures.py` writes docs/_static/figures/.

The measured one shows every row of benchmarks/RESULTS.md in which JAX took part.
"""

import html
import math
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "_static" / "figures"
PEERS = ("jax", "torch", "numpy", "numba", "autograd")  # the columns of the tables, in order
UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}
INK, SOFT, BLUE, ORANGE, PAPER = "#22313a", "#7d8b93", "#2f6f8f", "#d9822b", "#fbfcfd"
FONT = "font-family='Helvetica, Arial, sans-serif'"


def ratios(peer="jax"):
    """{group: [(row, fjax's time over the peer's)]}, as benchmarks/RESULTS.md has them."""
    found, group, column = {}, None, 4 + PEERS.index(peer)
    for line in (ROOT / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8").split("\n"):
        if line.startswith("## "):
            group = line[3:]
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 8 and cells[1] not in ("row", "---") and seconds(cells[column]):
            ratio = seconds(cells[3]) / seconds(cells[column])
            found.setdefault(group, []).append((cells[1], ratio))
    return found


def summary(peer="jax"):
    """How many programs ran beside the peer, the geometric mean of the ratios, and the worst."""
    values = [ratio for group in ratios(peer).values() for _, ratio in group]
    return len(values), mean(values), max(values)


def seconds(text):
    """`1.5 ms` in seconds; None of what is no time."""
    match = re.fullmatch(r"([\d.]+) (ns|µs|ms|s)", text)
    return float(match[1]) * UNITS[match[2]] if match else None


def mean(values):
    """The geometric mean."""
    return math.exp(sum(map(math.log, values)) / len(values))


def text(x, y, words, size=13, anchor="start", colour=INK, weight="normal"):
    """A line of text."""
    return (
        f"<text x='{x:g}' y='{y:g}' {FONT} font-size='{size}' text-anchor='{anchor}' "
        f"fill='{colour}' font-weight='{weight}'>{html.escape(words)}</text>"
    )


def picture(width, height, parts, label):
    """An SVG on paper of its own, which reads on light and dark pages."""
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' "
        f"width='{width}' height='{height}' role='img' aria-label='{html.escape(label)}'>"
        f"<rect width='{width}' height='{height}' rx='10' fill='{PAPER}'/>"
        + "".join(parts)
        + "</svg>\n"
    )


def speed():
    """Every benchmark as a dot, the geometric mean of each group as a bar, JAX = 1."""
    groups = ratios()
    names = sorted(groups, key=lambda name: mean([ratio for _, ratio in groups[name]]))
    width, left, top, step = 760, 130, 74, 30
    scale = lambda ratio: left + (math.log10(max(ratio, 0.008)) + 2.1) / 2.3 * (width - left - 70)
    bottom = top + step * len(names)
    parts = [
        text(24, 30, "fjax's time over JAX's, on the same programs", 17, weight="bold"),
        text(
            24, 50, "a dot is a benchmark, a bar the geometric mean of its group", 12, colour=SOFT
        ),
    ]
    for tick in (0.01, 0.03, 0.1, 0.3, 1.0):
        colour = ORANGE if tick == 1.0 else "#dde3e7"
        parts.append(
            f"<path d='M{scale(tick):.1f} {top - 8}V{bottom}' stroke='{colour}' "
            f"stroke-width='{2 if tick == 1.0 else 1}'/>"
        )
        words = "JAX = 1" if tick == 1.0 else f"{tick:g}"
        parts.append(
            text(scale(tick), bottom + 18, words, 12, "middle", ORANGE if tick == 1.0 else SOFT)
        )
    for i, name in enumerate(names):
        y = top + step * i + step / 2
        centre = mean([ratio for _, ratio in groups[name]])
        parts.append(text(left - 12, y + 4, name, 13, "end"))
        parts.append(
            f"<rect x='{left}' y='{y - 7}' width='{scale(centre) - left:.1f}' height='14' rx='3' "
            f"fill='{BLUE}' opacity='0.28'/>"
        )
        for row, ratio in groups[name]:
            parts.append(
                f"<circle cx='{scale(ratio):.1f}' cy='{y}' r='4.5' fill='{BLUE}'>"
                f"<title>{row}: {ratio:.2f}</title></circle>"
            )
        parts.append(text(width - 16, y + 4, f"{centre:.2f}", 13, "end", weight="bold"))
    programs, centre, _ = summary()
    parts.append(
        text(
            24,
            bottom + 44,
            f"{programs} programs, geometric mean {centre:.2f}; measured on 2 cores by "
            "`make bench` (benchmarks/RESULTS.md)",
            12,
            colour=SOFT,
        )
    )
    return picture(width, bottom + 60, parts, "fjax's time over JAX's in each benchmark")


def curve(values, xs, ys, colour):
    """A line through points: xs and ys map values to places."""
    points = " ".join(f"{xs(x):.1f},{ys(y):.1f}" for x, y in values)
    return f"<polyline points='{points}' fill='none' stroke='{colour}' stroke-width='3'/>"


def derivatives():
    """tanh and its first three derivatives, computed by fjax."""
    import fjax
    import fjax.numpy as jnp

    grid = jnp.linspace(-4.0, 4.0, 121)
    function, parts = jnp.tanh, []
    xs, ys = (lambda x: 40 + (x + 4) * 60), (lambda y: 128 - y * 52)
    parts.append(f"<path d='M40 {ys(0)}H520' stroke='#dde3e7'/>")
    parts.append(
        text(24, 28, "one function, as many derivatives as you ask for", 16, weight="bold")
    )
    labels = ("f = jnp.tanh", "grad(f)", "grad(grad(f))", "grad(grad(grad(f)))")
    for i, (label, colour) in enumerate(zip(labels, (INK, BLUE, ORANGE, "#4c9a5b"))):
        values = fjax.vmap(function)(grid)
        parts.append(curve(zip(grid.tolist(), values.tolist()), xs, ys, colour))
        parts.append(f"<path d='M548 {84 + 30 * i}h22' stroke='{colour}' stroke-width='4'/>")
        parts.append(text(578, 89 + 30 * i, label, 14, colour=INK))
        function = fjax.grad(function)
    return picture(760, 244, parts, "tanh and three derivatives of it")


def box(x, y, width, words, colour=BLUE, below=""):
    """A box with a name in it and a remark below."""
    made = f"<rect x='{x}' y='{y}' width='{width}' height='40' rx='7' fill='{colour}'/>" + text(
        x + width / 2, y + 25, words, 14, "middle", "#fff", "bold"
    )
    return made + text(x + width / 2, y + 58, below, 11.5, "middle", SOFT)


def arrow(x, y, length=26):
    """An arrow to the right."""
    return (
        f"<path d='M{x} {y}h{length - 6}' stroke='{SOFT}' stroke-width='2'/>"
        f"<path d='M{x + length - 8} {y - 5}l8 5l-8 5z' fill='{SOFT}'/>"
    )


def chain(heading, steps):
    """Boxes in a row: (name, remark, colour)."""
    width, gap = 122, 28
    parts = [text(20, 30, heading, 16, weight="bold")]
    for i, (words, below, colour) in enumerate(steps):
        x = 20 + i * (width + gap)
        parts.append(box(x, 52, width, words, colour, below))
        if i:
            parts.append(arrow(x - gap + 1, 72))
    return picture(20 + len(steps) * (width + gap) - gap + 20, 128, parts, heading)


def pipeline():
    """From a Python function to machine code."""
    return chain(
        "from a function to machine code",
        [
            ("your function", "plain Python", INK),
            ("jaxpr", "equations with types", BLUE),
            ("passes", "share, fold, drop", BLUE),
            ("kernels", "fused loops", ORANGE),
            ("machine code", "LLVM, kept on disk", ORANGE),
        ],
    )


def tape():
    """How a gradient comes about."""
    return chain(
        "grad: forwards with a tape, then backwards",
        [
            ("jvp", "values and changes", BLUE),
            ("tape", "the linear part", ORANGE),
            ("transpose", "from the end", ORANGE),
            ("gradient", "one number each", INK),
        ],
    )


def fusion():
    """What fusion saves: memory that is written and read again."""
    parts = [text(20, 30, "jnp.sum(jnp.tanh(x * y) ** 2)", 16, weight="bold")]
    parts.append(text(20, 66, "one by one", 13, colour=SOFT))
    for i, words in enumerate(("x * y", "tanh", "** 2", "sum")):
        x = 130 + i * 150
        parts.append(box(x, 46, 92, words, BLUE))
        if i:
            parts.append(arrow(x - 56, 66, 54))
            parts.append(text(x - 29, 58, "memory", 11, "middle", SOFT))
    parts.append(text(20, 146, "one kernel", 13, colour=SOFT))
    parts.append(box(130, 126, 542, "for i: t = tanh(x[i] * y[i]);  total += t * t", ORANGE))
    parts.append(
        text(401, 186, "each element is read once, nothing is written", 12, "middle", SOFT)
    )
    return picture(700, 200, parts, "four operations, or one kernel")


def batching():
    """What vmap does to an equation."""
    parts = [text(20, 30, "vmap: every equation learns to carry one more axis", 16, weight="bold")]
    parts.append(box(40, 56, 200, "y : f[3] = tanh x : f[3]", BLUE, "for one example"))
    parts.append(arrow(262, 76, 60))
    parts.append(
        box(340, 56, 280, "y : f[128, 3] = tanh x : f[128, 3]", ORANGE, "for 128, in one loop")
    )
    return picture(660, 132, parts, "an equation before and after vmap")


FIGURES = (speed, derivatives, pipeline, tape, fusion, batching)


def write(figures=FIGURES):
    """Write the pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for figure in figures:
        (FOLDER / f"{figure.__name__}.svg").write_text(figure(), encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    write()
