"""The pictures of the gallery: `python docs/thumbnails.py [NAME…]` runs the examples for them.

What an example draws is shrunk; one that prints gets a picture of what it prints last.
"""

import html
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "_static" / "gallery"
ARGUMENTS = {"image_models": ["resnet18"]}
WIDTH, HEIGHT, LINES, COLUMNS = 640, 360, 8, 58
TIMES = re.compile(r"(( in|,)? +|^)\d+(\.\d+)? m?s\b", re.M)


def make(program):
    """Run a program in a folder of its own and make its picture."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "MPLBACKEND": "Agg", "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, str(program), *ARGUMENTS.get(program.stem, [])],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        drawn = sorted(Path(folder).rglob("*.png"))
        if drawn:
            shrink(drawn[0], FOLDER / f"{program.stem}.png")
        else:
            (FOLDER / f"{program.stem}.svg").write_text(terminal(done.stdout), encoding="utf-8")


def shrink(source, target):
    """Copy a picture at the gallery's width."""
    from PIL import Image

    with Image.open(source) as image:
        height = round(image.height * WIDTH / image.width)
        small = image.convert("RGB").resize((WIDTH, height), Image.Resampling.LANCZOS)
        small.quantize(64).save(target, optimize=True)


def terminal(printed):
    """The last lines of what a program printed, as a picture of a terminal.

    Times are left out: they are those of the machine that made the picture.
    """
    printed = TIMES.sub("", printed).replace("\r", "\n")
    lines = [line.strip() for line in printed.split("\n") if line.strip()][-LINES:]
    lines = [line if len(line) <= COLUMNS else line[: COLUMNS - 1] + "…" for line in lines]
    size = min(26, 1000 / max(map(len, lines)), (HEIGHT - 40) / 1.45 / len(lines))
    top = (HEIGHT - 1.45 * size * (len(lines) - 1) + 0.7 * size) / 2
    rows = "".join(
        f"<text x='22' y='{top + 1.45 * size * i:.1f}' xml:space='preserve'>{html.escape(line)}"
        "</text>"
        for i, line in enumerate(lines)
    )
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' "
        f"width='{WIDTH}' height='{HEIGHT}'>"
        f"<rect width='{WIDTH}' height='{HEIGHT}' fill='#1b262c'/>"
        f"<g font-family='DejaVu Sans Mono, Menlo, Consolas, monospace' font-size='{size:.1f}' "
        f"fill='#d6e4ea'>{rows}</g></svg>\n"
    )


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for program in sorted((ROOT / "examples").glob("*.py")):
        if program.stem in sys.argv[1:] or not sys.argv[1:]:
            make(program)
            print(program.stem)
