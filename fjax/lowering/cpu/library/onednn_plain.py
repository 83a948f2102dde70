"""Convolutions in plain loops: for the tasks in which oneDNN reports an error.

What fails there is the allocation of memory, so this allocates none. It is many times slower.
"""

from __future__ import annotations

from collections.abc import Sequence

AXES = 3  # of space, at most
# The sum over r and u of source * other, for each p, q and t: u and t together say where in space
# the source is read, or that it is beyond its edge. Counts, steps in the three tensors, moves.
WORDS = [
    *"source other result p q r result.p result.q source.p source.q source.r other.p other.q "
    "other.r".split(),
    *(
        f"{name}.{axis}"
        for axis in range(AXES)
        for name in "t u length by.t by.u before result.t source.at other.u".split()
    ),
]


def plain_text() -> str:
    """LLVM IR of `plain`, which computes the tasks [lo, hi) by the record that it is given."""
    loads = "\n".join(
        f"  %{name}.p = getelementptr i64, ptr %record, i64 {k}\n"
        f"  %n.{name} = load i64, ptr %{name}.p, align 8"
        for k, name in enumerate(WORDS)
    )
    buffers = "\n".join(
        f"  %{x}.b = getelementptr ptr, ptr %buffers, i64 %n.{x}\n"
        f"  %{x} = load ptr, ptr %{x}.b, align 8"
        for x in ("source", "other", "result")
    )
    body = _sum()
    for axis in reversed(range(AXES)):
        body = _loop(f"t{axis}", "0", f"%n.t.{axis}", body)
    body = _loop("p", "%first", "%last", _loop("q", "0", "%n.q", body))
    return f"""
define internal void @plain(ptr %buffers, ptr %record, i64 %lo, i64 %hi) nounwind {{
entry:
  %sum = alloca double, align 8
{loads}
{buffers}
  %first = mul i64 %lo, %n.p
  %last = mul i64 %hi, %n.p
{body}
  ret void
}}
"""


# One product of the sum, in double precision.
_TERM = """
  %from.r = mul i64 %r, %n.source.r
  %from = add i64 %from.0, %from.r
  %with.r = mul i64 %r, %n.other.r
  %with = add i64 %with.0, %with.r
  %x.p = getelementptr float, ptr %source, i64 %from
  %y.p = getelementptr float, ptr %other, i64 %with
  %x = load float, ptr %x.p, align 4
  %y = load float, ptr %y.p, align 4
  %x.wide = fpext float %x to double
  %y.wide = fpext float %y to double
  %product = fmul double %x.wide, %y.wide
  %so.far = load double, ptr %sum, align 8
  %more = fadd double %so.far, %product
  store double %more, ptr %sum, align 8
"""


def _sum() -> str:
    """One element of the result."""
    source = [(f"at{a}", f"source.at.{a}") for a in range(AXES)]
    other = [(f"u{a}", f"other.u.{a}") for a in range(AXES)]
    terms = [
        _products("from.0", [("p", "source.p"), ("q", "source.q"), *source]),
        _products("with.0", [("p", "other.p"), ("q", "other.q"), *other]),
    ]
    body = "\n".join(terms) + _loop("r", "0", "%n.r", _TERM)
    for a in reversed(range(AXES)):
        inside = (
            _products(f"moved{a}", [(f"t{a}", f"by.t.{a}"), (f"u{a}", f"by.u.{a}")])
            + f"""
  %at{a} = sub i64 %moved{a}, %n.before.{a}
  %in{a} = icmp ult i64 %at{a}, %n.length.{a}
  br i1 %in{a}, label %inside{a}, label %u{a}.latch
inside{a}:
"""
        )
        body = _loop(f"u{a}", "0", f"%n.u.{a}", inside + body)
    place = _products(
        "place",
        [("p", "result.p"), ("q", "result.q"), *[(f"t{a}", f"result.t.{a}") for a in range(AXES)]],
    )
    return f"""
  store double 0.0, ptr %sum, align 8
{body}
{place}
  %out.p = getelementptr float, ptr %result, i64 %place
  %total = load double, ptr %sum, align 8
  %out = fptrunc double %total to float
  store float %out, ptr %out.p, align 4
"""


def _products(name: str, pairs: Sequence[tuple[str, str]]) -> str:
    """%name is the sum of counters times words of the record."""
    lines, total = [], "0"
    for k, (counter, step) in enumerate(pairs):
        target = f"%{name}" if k == len(pairs) - 1 else f"%{name}.sum{k}"
        lines += [
            f"  %{name}.{k} = mul i64 %{counter}, %n.{step}",
            f"  {target} = add i64 {total}, %{name}.{k}",
        ]
        total = target
    return "\n".join(lines)


def _loop(name: str, start: str, stop: str, body: str) -> str:
    """The body for each %name from `start` to `stop`."""
    return f"""
  br label %{name}.before
{name}.before:
  br label %{name}.head
{name}.head:
  %{name} = phi i64 [ {start}, %{name}.before ], [ %{name}.next, %{name}.latch ]
  %{name}.more = icmp slt i64 %{name}, {stop}
  br i1 %{name}.more, label %{name}.body, label %{name}.end
{name}.body:
{body}
  br label %{name}.latch
{name}.latch:
  %{name}.next = add i64 %{name}, 1
  br label %{name}.head
{name}.end:"""
