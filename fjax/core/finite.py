"""What `debug_nans` and `debug_infs` look for in results."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fjax import errors
from fjax.config import config
from fjax.core import dtypes, source
from fjax.core.array import Array


def check_finite(name: str, outputs: Sequence[Array], kind: str = "output") -> None:
    """Raise if debug_nans or debug_infs is on and an output has what it looks for."""
    for output in outputs:
        if not dtypes.is_inexact(output.aval.dtype):
            continue
        value = output.host()
        value = value.astype(dtypes.widened(value.dtype), copy=False)
        for option, test in (("debug_nans", np.isnan), ("debug_infs", np.isinf)):
            if getattr(config, option) and test(value).any():
                what = "nan" if option == "debug_nans" else "inf"
                raise errors.NonFiniteError(
                    f"invalid value ({what}) encountered in {name}, in its {kind} {output.aval} "
                    f"({option} is on)",
                    str(source.here() or ""),
                )
