"""PTX text, taken apart as far as the emulator needs it."""

import re
from dataclasses import dataclass

import numpy as np

TYPES = {
    name: np.dtype(code)
    for name, code in {
        "f32": "f4",
        "f64": "f8",
        "f16": "f2",
        "s64": "i8",
        "u64": "u8",
        "b64": "u8",
        "s32": "i4",
        "u32": "u4",
        "b32": "u4",
        "s16": "i2",
        "u16": "u2",
        "b16": "u2",
        "bf16": "u2",
        "s8": "i1",
        "u8": "u1",
        "b8": "u1",
        "pred": "?",
    }.items()
}


class PtxError(Exception):
    """What a kernel does is wrong, or unknown to the emulator."""


@dataclass
class Instruction:
    """One instruction: its name in parts, its operands, and the predicate that it hangs on."""

    line: str
    op: tuple[str, ...]
    operands: list[str]
    guard: tuple[str, bool] | None  # the register, and what it has to be
    target: int = -1  # of a branch

    @property
    def dtype(self):
        """The type that it computes in."""
        return TYPES[self.op[-1]]


class Program:
    """A module with one kernel: its parameters, registers, shared memory and instructions."""

    def __init__(self, text: str):
        entry = re.search(r"\.visible \.entry (\w+)\((.*?)\)\s*\{(.*)\}", text, re.S)
        if entry is None:
            raise PtxError("the module has no .entry")
        self.name, body = entry[1], entry[3]
        self.parameters = re.findall(r"\.param\s+\.\w+[^,]*?\s(\w+)\s*(?:,|$)", entry[2].strip())
        self.shared: dict[str, int] = {}  # where each variable begins
        self.shared_bytes = 0
        for name, size in re.findall(r"\.shared \.align \d+ \.b8 (\w+)\[(\d+)\]", text):
            self.shared[name] = self.shared_bytes
            self.shared_bytes += -(-int(size) // 16) * 16
        self.registers = {
            f"{prefix}{k}": TYPES[kind]
            for kind, prefix, count in re.findall(r"\.reg \.(\w+)\s+(%\w+)<(\d+)>;", body)
            for k in range(int(count))
        }
        self.code: list[Instruction] = []
        self.labels: dict[str, int] = {}
        for raw in body.split("\n"):
            self._line(raw.split("//")[0].strip())
        for i in self.code:
            if i.op[0] == "bra":
                i.target = self.labels[i.operands[0]]
        self.joins = set(self.labels.values())

    def _line(self, line: str) -> None:
        if line.startswith("{ .reg"):  # { .reg .b32 tmp; mov.b64 {tmp, %r1}, %rd1; }
            line = line.split(";")[1].strip().replace("tmp", "_")
        if not line or line[0] == ".":
            return
        if line.endswith(":"):
            self.labels[line[:-1]] = len(self.code)
        else:
            self.code.append(_instruction(line.rstrip(";").strip()))


def _instruction(line: str) -> Instruction:
    guard, text = None, line
    if text[0] == "@":
        head, text = text.split(None, 1)
        guard = head.lstrip("@!"), head[1] != "!"
    op = text.split()[0]
    operands = re.findall(r"\{[^}]*\}|\[[^\]]*\]|[^,\s][^,]*", text[len(op) :].strip())
    return Instruction(line, tuple(op.split(".")), [o.strip() for o in operands], guard)
