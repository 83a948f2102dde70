import einx

from tests.libraries.inputs import x


def hello():
    return (
        einx.sum("a [b]", x),
        einx.dot("a b, c b -> a c", x, x),
        einx.id("a b -> b a", x) if hasattr(einx, "id") else einx.rearrange("a b -> b a", x),
    )
