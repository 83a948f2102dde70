"""What the parser and the verifier of kernels say when one word of a sound kernel is another one.

A golden file for each kernel: for every word that names a buffer, loop, size, parameter, result or
dtype, or gives a number, and for what it is replaced by, the mistake that is found, or none.
Recorded by `pytest --update-golden`, and to be read: what has no mistake must be sound.
"""

import re

import pytest

from fjax.core.parser import ParseError
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.kernel.verify import mistake
from tests.lowering.test_kernel_form import SEARCH, SOFTMAX, UNROLLED

UPDATE = """\
kernel (f32!, i64, f32) (i64, i64, f32)
  serial i0 in s0:
    v0:f32 = load b2[i0*s1]
    v1:i64 = load b1[i0]
    v2:bool = ge v1 0:i64
    v3:f32 = load b0[] at v1 where v2
    v4:f32 = fma v0 p2:f32 v3
    b0[] at v1 where v2 = v4"""
LANES = """\
kernel (f64, f64!, i32!) (i64, i64)
  parallel_vector i0 in s0:
    serial i1 in s1 carrying 1.0:f64, 0:i32:
      v0:f64 = load b0[i0 + i1*s0]
      v1:f64 = mul c1.0:f64 v0
      v2:bool = lt v0 0.0:f64
      v3:i32 = add c1.1:i32 1:i32
      v4:i32 = select v2 v3 c1.1:i32
      next = v1, = v4
    b1[i0] = r1.0:f64
    b2[i0] = r1.1:i32"""
TEXTS = {
    "softmax": SOFTMAX,
    "search": SEARCH,
    "unrolled": UNROLLED,
    "update": UPDATE,
    "lanes": LANES,
}
WORDS = re.compile(
    r"\b([bispvcrw])(\d+)(\.\d)?\b|\b(f32|f64|i64|i32|bool)\b"
    r"|\b(parallel_vector|parallel|vector|serial|unroll"
    r"|add|mul|sub|div|max|lt|ge|load|select|fma)\b"
    r"|(?<=[*( ])(\d+)(?=:i|\b)"
)


def others(match):
    """What may stand in place of a word."""
    letter, number, item, dtype, name, plain = match.groups()
    if letter:
        yield from (f"{letter}{n}{item or ''}" for n in {0, 1, 2, 9} if n != int(number))
        yield from (f"{letter}{number}.{n}" for n in (0, 1, 5) if item and f".{n}" != item)
    elif dtype:
        yield from (d for d in ("f32", "f64", "i64", "i32", "bool") if d != dtype)
    elif name in ("parallel_vector", "parallel", "vector", "serial", "unroll"):
        yield from (m for m in ("parallel", "vector", "serial", "unroll") if m != name)
    elif name:
        yield from (o for o in ("add", "max", "and", "lt", "neg", "fma") if o != name)
    else:
        yield str(int(plain) + 1)


def found(text):
    """What is wrong with a kernel's text."""
    try:
        kernel = parse_kernel(text)
    except ParseError as error:
        return f"parser: {str(error).partition(' at line')[0][:60]}"
    wrong = mistake(kernel)
    if wrong is None:
        again = print_kernel(kernel)
        return "none" if again == text else "none; it is printed in another way"
    return str(wrong)


@pytest.mark.parametrize("name", TEXTS)
def test_a_changed_word_is_judged_as_recorded(name, golden):
    text = TEXTS[name]
    assert found(text) == "none"
    lines = []
    for match in WORDS.finditer(text):
        line = text.count("\n", 0, match.start())
        for word in others(match):
            changed = text[: match.start()] + word + text[match.end() :]
            lines.append(f"{line}: {match[0]} {word}: {found(changed)}")
    for number, line in enumerate(text.splitlines()):
        rest = text.splitlines()
        shorter = "\n".join(rest[:number] + rest[number + 1 :])
        lines.append(f"{number} left out: {found(shorter)}")
        deeper = "\n".join([*rest[:number], "  " + line, *rest[number + 1 :]])
        lines.append(f"{number} moved in: {found(deeper)}")
    golden(f"kernels/{name}.txt", "\n".join(lines))
