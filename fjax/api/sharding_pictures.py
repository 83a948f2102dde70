"""Pictures of how an array is split: text for terminals, HTML for notebooks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fjax import errors
from fjax.core import lazy
from fjax.core.operand import Operand
from fjax.core.sharding import Sharding
from fjax.errors import api_boundary
from fjax.higher_order.inspected import InspectSharding

html = lazy.module("html")

BASE_HEIGHT = 10  # lines of an array of scale 1
COLUMNS_A_LINE = 2.5  # how much narrower than high a character is


class _Cell(NamedTuple):
    """A part of the array: its devices, and its share of the height and width."""

    label: str
    height: float
    width: float


class ShardingPicture:
    """The parts of an array of one or two axes as a table, each with its devices.

    `str` gives text; notebooks show it as HTML.
    """

    def __init__(
        self,
        shape: Sequence[int],
        sharding: Sharding,
        scale: float = 1.0,
        min_width: int = 9,
        max_width: int = 80,
    ):
        self.shape, self.scale = tuple(shape), scale
        self.min_width, self.max_width = min_width, max_width
        if not 1 <= len(self.shape) <= 2:
            raise errors.FjaxValueError(
                "`visualize_sharding` only works for shapes with 1 and 2 dimensions, got "
                f"{self.shape}; reshape the array, or read sharding.devices_indices_map(shape)"
            )
        self.rows = self._cells(sharding)

    def _cells(self, sharding: Sharding) -> list[list[_Cell]]:
        ranges: dict[tuple[tuple[int, int], ...], list[int]] = {}
        platform = "CPU"
        for device, index in sharding.devices_indices_map(self.shape).items():
            platform = device.platform.upper()
            found = tuple(s.indices(n)[:2] for s, n in zip(index, self.shape, strict=True))
            ranges.setdefault(found if len(found) == 2 else ((0, 1), *found), []).append(device.id)
        rows: dict[tuple[int, int], list[tuple[tuple[int, int], str]]] = {}
        for (vertical, horizontal), ids in sorted(ranges.items()):
            label = f"{platform} {','.join(map(str, sorted(ids)))}"
            rows.setdefault(vertical, []).append((horizontal, label))
        height, width = self.shape if len(self.shape) == 2 else (1, self.shape[0])
        return [
            [_Cell(label, _share(vertical, height), _share(across, width)) for across, label in row]
            for vertical, row in rows.items()
        ]

    def _line_count(self, row: list[_Cell]) -> int:
        """How many lines a row takes; those of an array of one axis take one."""
        if len(self.shape) == 1:
            return 1
        return max(1, int(row[0].height * int(BASE_HEIGHT * self.scale)) - 1)

    def _widths(self) -> list[int]:
        """How wide the columns are inside, at most what fits between the borders."""
        base = int(BASE_HEIGHT * self.scale)
        aspect = (self.shape[1] if len(self.shape) == 2 else 1) / max(1, self.shape[0])
        found = []
        for column in zip(*self.rows, strict=True):
            wide = [int(c.width * int(base * aspect) * COLUMNS_A_LINE) for c in column]
            fit = [min(max(w, self.min_width), self.max_width) - 2 for w in wide]
            found.append(max(max(n, len(c.label)) for n, c in zip(fit, column, strict=True)))
        room = (self.max_width - 1) // len(found) - 1
        return [
            max(min(n, room), max(len(r[k].label) for r in self.rows)) for k, n in enumerate(found)
        ]

    def __str__(self) -> str:
        widths = self._widths()

        def border(left: str, middle: str, right: str) -> str:
            return left + middle.join("─" * n for n in widths) + right

        lines = [border("┌", "┬", "┐")]
        for number, row in enumerate(self.rows):
            if number:
                lines.append(border("├", "┼", "┤"))
            count = self._line_count(row)
            for line in range(count):
                labels = [c.label if line == count // 2 else "" for c in row]
                cells = [_centred(x, n) for x, n in zip(labels, widths, strict=True)]
                lines.append(f"│{'│'.join(cells)}│")
        return "\n".join([*lines, border("└", "┴", "┘")])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """A table with the proportions of the array, one colour for each group of devices."""
        rows = []
        labels = sorted({cell.label for row in self.rows for cell in row})
        for row in self.rows:
            cells = "".join(
                f'<td style="border:1px solid #fff;text-align:center;color:#000;'
                f"width:{400 * c.width:.0f}px;height:{max(24, 200 * c.height):.0f}px;"
                f"background:hsl({360 * labels.index(c.label) / len(labels):.0f},60%,75%)"
                f'">{html.escape(c.label)}</td>'
                for c in row
            )
            rows.append(f"<tr>{cells}</tr>")
        return f'<table style="border-collapse:collapse">{"".join(rows)}</table>'


def _share(part: tuple[int, int], whole: int) -> float:
    return (part[1] - part[0]) / whole if whole else 1.0


def _centred(text: str, width: int) -> str:
    left = max(0, (width - len(text)) // 2)
    return (" " * left + text).ljust(width)


@api_boundary
def visualize_sharding(
    shape: Sequence[int],
    sharding: Sharding,
    *,
    use_color: bool = True,
    scale: float = 1.0,
    min_width: int = 9,
    max_width: int = 80,
    color_map: Callable[[float], Any] | None = None,
) -> None:
    """Print which devices hold which part of an array of this shape; in notebooks, show a table.

    shape: of one or two axes, ValueError otherwise. scale, min_width, max_width: of the text, in
    characters. use_color, color_map: accepted; text has no colours, and notebooks their own.

    >>> mesh = fjax.make_mesh((1,), ("x",))
    >>> visualize_sharding((5,), fjax.NamedSharding(mesh, fjax.P("x")))
    ┌───────┐
    │ CPU 0 │
    └───────┘
    """
    del use_color, color_map
    picture = ShardingPicture(shape, sharding, scale, min_width, max_width)
    interactive: Any = sys.modules.get("IPython")
    shell = None if interactive is None else interactive.get_ipython()
    if hasattr(shell, "kernel"):
        interactive.display.display(picture)
    else:
        print(picture)


@api_boundary
def visualize_array_sharding(arr: Any, **options: Any) -> None:
    """`visualize_sharding` of an array; of a traced one before its program first runs.

    >>> visualize_array_sharding(jnp.ones((4, 4)))
    ┌───────────────────────┐
    │                       │
    │                       │
    │                       │
    │                       │
    │         CPU 0         │
    │                       │
    │                       │
    │                       │
    │                       │
    └───────────────────────┘
    """
    inspect_array_sharding(
        arr, callback=lambda sharding: visualize_sharding(arr.shape, sharding, **options)
    )


@api_boundary
def inspect_array_sharding(value: Any, *, callback: Callable[[Sharding], Any]) -> None:
    """Call `callback` with the sharding of an array, as soon as it is known.

    For a traced value, that is before the program first runs for arguments split in one way. It is
    the sharding in the program of one member of the mesh (`fjax.inspect(f)(*args).partitioned`).
    Within a `shard_map` it is `P()`, as members have values of their own. Compiled programs do
    nothing else because of it.

    >>> inspect_array_sharding(jnp.ones(3), callback=lambda s: print(s.num_devices))
    1
    >>> def f(x):
    ...     inspect_array_sharding(2 * x, callback=lambda s: print(s.num_devices))
    >>> fjax.jit(f)(jnp.ones(3))
    1
    """
    if not isinstance(value, Operand):
        raise errors.FjaxTypeError(
            f"inspect_array_sharding takes an array, got {value!r} of type {type(value).__name__}"
        )
    if not callable(callback):
        raise errors.FjaxTypeError(
            "inspect_array_sharding: callback must be a function of a sharding, got "
            f"{callback!r} of type {type(callback).__name__}"
        )
    InspectSharding(callback)(value)
