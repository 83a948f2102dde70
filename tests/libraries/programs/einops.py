import einops

from tests.libraries.inputs import x


def hello():
    return (
        einops.rearrange(x, "a b -> (b a)"),
        einops.reduce(x, "a b -> a", "max"),
        einops.einsum(x, x, "a b, c b -> a c"),
    )
