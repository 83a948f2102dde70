import jaxley as jx
from jaxley.channels import HH


def hello():
    cell = jx.Cell(jx.Branch(jx.Compartment(), 2), parents=[-1])
    cell.insert(HH())
    cell.branch(0).loc(0.0).record(verbose=False)
    cell.branch(0).loc(0.0).stimulate(jx.step_current(0.5, 1.0, 0.1, 0.025, 2.0))
    return jx.integrate(cell)[:, -5:]
