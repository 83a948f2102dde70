from beartype import beartype
from jaxtyping import Array, Float, jaxtyped

from tests.libraries.inputs import x


@jaxtyped(typechecker=beartype)
def f(a: Float[Array, "n m"]) -> Float[Array, "m n"]:  # noqa: F722
    return a.T


def hello():
    try:
        f(x[0])
    except Exception as error:
        return f(x), type(error).__name__
