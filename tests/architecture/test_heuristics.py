"""The kind of a machine is asked where its heuristic is chosen, and nowhere else."""

from tests.architecture.source import check, modules

WHERE = ("lowering.machine", "lowering.nest.choices")


def test_the_kind_of_a_machine_is_asked_by_itself_and_by_the_choice_of_a_heuristic():
    found = {
        (module.name, f"{module.where}:{node.lineno}: is_gpu")
        for module in modules()
        for node in module.nodes
        if getattr(node, "attr", getattr(node, "value", None)) == "is_gpu"
    }
    assert {name for name, _ in found} >= set(WHERE)
    check(f"{text}: ask the machine's heuristic" for name, text in found if name not in WHERE)
