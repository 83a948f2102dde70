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
NAMES = dict(zip(PEERS, ("JAX", "PyTorch", "NumPy", "Numba", "autograd"), strict=True))
COLOURS = dict(zip(PEERS, ("#2f6f8f", "#d9822b", "#4c9a5b", "#8e6bbf", "#7d8b93"), strict=True))
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


def speed(peer="jax"):
    """Every benchmark as a dot, the geometric mean of each group as a bar, the peer = 1."""
    groups, (programs, whole, worst) = ratios(peer), summary(peer)
    names = sorted(groups, key=lambda name: mean([ratio for _, ratio in groups[name]]))
    width, left, top, step = 760, 130, 74, 30
    span = max(2.3, 2.1 + math.log10(1.2 * worst))
    scale = lambda r: left + (math.log10(max(r, 0.008)) + 2.1) / span * (width - left - 70)
    bottom, name = top + step * len(names), NAMES[peer]
    parts = [
        text(24, 30, f"fjax's time over {name}'s, on the same programs", 17, weight="bold"),
        text(
            24, 50, "a dot is a benchmark, a bar the geometric mean of its group", 12, colour=SOFT
        ),
        *ticks(scale, top - 8, bottom, f"{name} = 1"),
    ]
    for i, group in enumerate(names):
        y = top + step * i + step / 2
        centre = mean([ratio for _, ratio in groups[group]])
        parts.append(text(left - 12, y + 4, group, 13, "end"))
        parts.append(
            f"<rect x='{left}' y='{y - 7}' width='{scale(centre) - left:.1f}' height='14' rx='3' "
            f"fill='{BLUE}' opacity='0.28'/>"
        )
        parts += [dot(scale(ratio), y, f"{row}: {ratio:.2f}") for row, ratio in groups[group]]
        parts.append(text(width - 16, y + 4, f"{centre:.2f}", 13, "end", weight="bold"))
    said = (
        f"{programs} programs, geometric mean {whole:.2f}; measured on 2 cores by "
        "`make bench` (benchmarks/RESULTS.md)"
    )
    parts.append(text(24, bottom + 44, said, 12, colour=SOFT))
    return picture(width, bottom + 60, parts, f"fjax's time over {name}'s in each benchmark")


def ticks(scale, top, bottom, one, values=(0.01, 0.03, 0.1, 0.3, 1.0)):
    """Lines at ratios, with their values below; the one at 1 is that of the peer."""
    parts = []
    for tick in values:
        colour, wide = (ORANGE, 2) if tick == 1.0 else ("#dde3e7", 1)
        line = f"M{scale(tick):.1f} {top}V{bottom}"
        parts.append(f"<path d='{line}' stroke='{colour}' stroke-width='{wide}'/>")
        words, ink = (one, ORANGE) if tick == 1.0 else (f"{tick:g}", SOFT)
        parts.append(text(scale(tick), bottom + 18, words, 12, "middle", ink))
    return parts


def dot(x, y, words, colour=BLUE):
    """A benchmark."""
    return (
        f"<circle cx='{x:.1f}' cy='{y}' r='4.5' fill='{colour}'>"
        f"<title>{html.escape(words)}</title></circle>"
    )


def speed_torch():
    """The same beside PyTorch."""
    return speed("torch")


def speed_numpy():
    """The same beside NumPy."""
    return speed("numpy")


def speed_numba():
    """The same beside Numba."""
    return speed("numba")


def rows():
    """Every row of the benchmarks by its group, a dot for each peer; narrow, for phones."""
    beside = {peer: ratios(peer) for peer in PEERS}
    groups = list(dict.fromkeys(group for found in beside.values() for group in found))
    width, left, y = 480, 158, 60
    scale = lambda r: left + (math.log10(max(r, 0.008)) + 2.1) / 2.65 * (width - left - 14)
    marks = []
    for group in groups:
        y += 30
        marks.append(text(12, y, group, 14, weight="bold"))
        named = {peer: dict(beside[peer].get(group, ())) for peer in PEERS}
        for row in dict.fromkeys(row for found in named.values() for row in found):
            y += 19
            marks.append(text(left - 8, y, row, 12, "end"))
            marks.append(f"<path d='M{left} {y - 4}H{width - 10}' stroke='#eef2f4'/>")
            for peer, found in named.items():
                if row in found:
                    words = f"{row}: {found[row]:.2f} of {NAMES[peer]}"
                    marks.append(dot(scale(found[row]), y - 4, words, COLOURS[peer]))
    parts = [text(12, 26, "fjax's time over a peer's, row by row", 15, weight="bold")]
    x = 12
    for peer in PEERS:
        parts.append(dot(x + 5, 46, NAMES[peer], COLOURS[peer]))
        parts.append(text(x + 14, 50, NAMES[peer], 12))
        x += 30 + 7.5 * len(NAMES[peer])
    parts += ticks(scale, 62, y + 8, "1", (0.01, 0.1, 0.3, 1.0))
    return picture(width, y + 40, parts + marks, "every benchmark beside each peer")


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


def orbit():
    """Three equal bodies on one curve (Chenciner and Montgomery 2000); forces by `grad`."""
    import fjax
    import fjax.numpy as jnp

    def potential(x):
        apart = [jnp.linalg.norm(x[i] - x[j]) for i, j in ((0, 1), (0, 2), (1, 2))]
        return -sum(1 / r for r in apart)

    force, dt = fjax.grad(lambda x: -potential(x)), 6.32591398 / 400

    def step(state, _):
        x, v = state
        v = v + 0.5 * dt * force(x)
        x = x + dt * v
        return (x, v + 0.5 * dt * force(x)), x

    place, speed = jnp.array([0.97000436, -0.24308753]), jnp.array([-0.93240737, -0.86473146])
    start = jnp.stack([place, -place, 0 * place]), jnp.stack([-speed / 2, -speed / 2, speed])
    _, path = fjax.lax.scan(step, start, None, length=400)
    xs, ys = (lambda x: 270 + 190 * x), (lambda y: 138 - 190 * y)
    parts = [text(24, 28, "three bodies, forces by fjax.grad", 16, weight="bold")]
    parts.append(curve(path[:, 0].round(4).tolist(), xs, ys, "#c9d6dd"))
    for i, colour in enumerate((BLUE, ORANGE, "#4c9a5b")):
        parts.append(curve(path[330:, i].round(4).tolist(), xs, ys, colour))
        x, y = path[-1, i].tolist()
        parts.append(f"<circle cx='{xs(x):.1f}' cy='{ys(y):.1f}' r='9' fill='{colour}'/>")
    return picture(540, 244, parts, "three bodies that follow each other on a figure of eight")


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


MEASURED = speed, speed_torch, speed_numpy, speed_numba, rows
FIGURES = (*MEASURED, derivatives, orbit, pipeline, tape, fusion, batching)


def write(figures=FIGURES):
    """Write the pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for figure in figures:
        (FOLDER / f"{figure.__name__}.svg").write_text(figure(), encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    write()
