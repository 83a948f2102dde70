import array_api_compat

from tests.libraries.inputs import x


def hello():
    xp = array_api_compat.array_namespace(x)
    return (
        array_api_compat.is_jax_array(x),
        array_api_compat.is_jax_namespace(xp),
        xp.sum(x),
        array_api_compat.size(x),
        xp.__name__,
    )
