from dataclasses import dataclass

import dataclassish
import jax

from tests.libraries.inputs import x


@dataclass
class Point:
    a: jax.Array


def hello():
    return dataclassish.replace(Point(x), a=x * 2).a
