"""What parameters, results and errors are that many functions share: the texts in `fields/`.

A block of such a file begins with the functions that it is about, in brackets; `*` is all of the
namespace. The first block that says something of a field holds.
"""

import functools
import re
from pathlib import Path

FOLDER = Path(__file__).parent / "fields"
DISTRIBUTIONS = "fjax.scipy.stats"  # its file is about the modules of distributions, too


def of(name, parameters):
    """{field: text} of what `fields/` says of a function of these parameters."""
    namespace, _, function = name.rpartition(".")
    if namespace.startswith(f"{DISTRIBUTIONS}."):
        namespace, function = DISTRIBUTIONS, ""
    said = {}
    for functions, texts in blocks(namespace):
        if function in functions or functions == ("*",):
            said = {
                field: text
                for field, text in texts.items()
                if field in parameters or field == "returns" or field.startswith("raises ")
            } | said
    return said


@functools.cache
def blocks(namespace):
    """((functions, {field: text}), …) of a namespace's file."""
    path = FOLDER / f"{namespace}.txt"
    return tuple(parsed(path.read_text(encoding="utf-8"))) if path.is_file() else ()


def parsed(text):
    """(functions, {field: text}) of each block.

    >>> list(parsed("[f g]\\nx, y: numbers. n: how many.\\nreturns: A number."))
    [(('f', 'g'), {'x': 'numbers.', 'y': 'numbers.', 'n': 'how many.', 'returns': 'A number.'})]
    """
    for functions, lines in re.findall(r"^\[(.*)\]\n((?:.+\n?)*)", text, re.MULTILINE):
        texts = {}
        for line in lines.strip().split("\n"):
            starts = list(re.finditer(r"(?:^|(?<=\. ))((?:raises )?\w+(?:, \w+)*): ", line))
            for start, after in zip(starts, [*starts[1:], None]):
                content = line[start.end() : after.start() if after else None].strip()
                texts |= dict.fromkeys(start[1].split(", "), content)
        yield tuple(functions.split()), texts
