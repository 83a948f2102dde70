import treescope

from tests.libraries.inputs import x


def hello():
    return treescope.render_to_text({"a": 1, "b": [x.shape]})
