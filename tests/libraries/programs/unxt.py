import unxt as u

from tests.libraries.inputs import x


def hello():
    q = u.Quantity(x, "km")
    return (q * 2).uconvert("m").value, (q**2).unit.to_string()
