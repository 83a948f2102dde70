import inox.nn as nn

from tests.libraries.inputs import key, x


def hello():
    layer = nn.Linear(3, 2, key=key)
    return layer(x)
