"""What a user can change so that a step joins its neighbour, for each reason to stand alone."""

from __future__ import annotations

import re

# The first pattern that a reason matches says what to do; "" where nothing would be gained.
REMEDIES: tuple[tuple[str, str], ...] = tuple(
    (pattern, " ".join(said.split()))
    for pattern, said in (
        (r"^$|its result is an output|it is a loop", ""),
        (
            r"^\w+ reads it$|a library routine",
            """a kernel never joins a library routine, which reads and writes memory. A small
            product that is written as a sum, (a * b).sum(-1), is part of a kernel.""",
        ),
        (
            r"several kernels need it",
            """if those kernels were one. It is stored once, which is quicker than to compute it in
            each of them.""",
        ),
        (
            r"again for each row",
            """if it were cheaper to compute again for each row than to store. It is small, and many
            rows need it.""",
        ),
        (
            r"one after another",
            """running totals walk their axis in order. What follows joins if it reads the total at
            the same element; a sum or a maximum over an axis has no order.""",
        ),
        (
            r"in place|an update needs it|updates take turns|reads what the kernel changes"
            r"|written|writes",
            """if new values are chosen with jnp.where rather than written with .at[], or if all of
            them are written at once.""",
        ),
        (
            r"at \d+ places|at several places|computed \d+ times|runs over \d+ elements",
            """if it is read at fewer places: shifted copies of one array as one convolution or one
            gather, or the result before it is repeated, padded or stacked.""",
        ),
        (
            r"other axes|axes differently|rows are not|outer axes|across its (rows|blocks)"
            r"|kernel's rows|another axis|another order|walked by the kernel|not walked",
            """if all reductions run along the same axis, best the last one, of arrays that are laid
            out so.""",
        ),
        (
            r"each pass|passes enough|few lanes|lanes would go",
            """if fewer reductions of a row depend on each other (a mean of squares rather than a
            mean of squared deviations), or along the last axis.""",
        ),
        (
            r"one thread would walk|partial results|blocks have another|blocked rows",
            """a total over all elements needs every part of them first. Use it later, on what is
            small by then, or keep totals for each row.""",
        ),
        (
            r"computed index|under a condition|place in the iteration",
            """if it is indexed with loops or slices rather than with computed positions, and
            outside of jnp.where.""",
        ),
        (
            r"large enough|position takes long",
            """nothing: the kernel is as large as one should be. fjax.lax.scan makes a loop of what
            is written out.""",
        ),
        (
            r"rows are too short",
            """nothing: short rows are reduced several at a time, which the kernel that reduces
            columns does not do.""",
        ),
        (r"complex numbers", "with real and imaginary part as two arrays."),
        (
            r"would round|would be rounded|rounds",
            "in float32: running values of a smaller type are rounded after each step.",
        ),
        (r"no data|without elements|nothing to|is a literal", ""),
        (
            r"has no kernel|runs in Python|callback|no index map|gives ",
            "if it is written with functions that have a kernel, rather than in Python.",
        ),
        (r"no scalar program|^\w+: ", "in another dtype: this operation has no kernel for these."),
        (r"moving whole blocks", "if fewer arrays are concatenated at once."),
    )
)


def remedy(reason: str) -> str | None:
    """What would let a step with this reason fuse; "" where it ends well, None if nobody said.

    >>> remedy("its result is an output")
    ''
    >>> remedy("it is reduced over other axes")
    'if all reductions run along the same axis, best the last one, of arrays that are laid out so.'
    """
    return next((said for pattern, said in REMEDIES if re.search(pattern, reason)), None)
