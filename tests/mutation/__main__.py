"""Plants faults in the package and reports which of them the tests catch.

    python -m tests.mutation --count 300 --seed 1

Everything runs in a copy of the checkout, which may change meanwhile. The first run records which
tests reach which code (as long as one run of the tests); later ones record again only the files of
tests that have changed.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import time
from collections import Counter

from tests.mutation import checks, choice, known, reach
from tests.mutation.blocks import ROOT
from tests.mutation.trial import OPTIONS, WORK
from tests.mutation.whole import copied

HOME = pathlib.Path(os.environ.get("FJAX_MUTATION_HOME", ROOT))  # the checkout that was copied
OUT = HOME / "out" / "mutation"
SAME = pathlib.Path(__file__).with_name("equivalent.txt")
NOT_TRIED = (
    "tests/architecture",
    "tests/mutation",
    "tests/test_documentation.py",
    "tests/test_benchmarks.py",
    "tests/test_examples.py",
    "tests/explanation/test_browser.py",  # a browser needs processes that a trial does not have
)
FILES = 6  # of tests that a process of its own collects
MEMBERS = "tests/members/check_"  # files that want a process with several devices
SEVERAL = {"FJAX_NUM_CPU_DEVICES": "8"}
SINGLE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MPLBACKEND": "Agg"}


class Server:
    """The process that forks trials."""

    def __init__(self, files: list[str]):
        self.folder = WORK / f"jobs-{os.getpid()}"
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [
            sys.executable,
            "-m",
            "pytest",
            *OPTIONS,
            "-p",
            "tests.mutation.trial",
            f"--basetemp={self.folder / 'base'}",
            *files,
        ]
        environment = {
            **os.environ,
            **SINGLE,
            "FJAX_MUTATION_JOBS": str(self.folder),
            "FJAX_MUTATION_WORK": str(WORK),
        }
        self.log = open(self.folder / "log", "w")
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=self.log, stderr=subprocess.STDOUT
        )

    def ask(self, job: dict) -> tuple[str, str, str]:
        """What came of a job."""
        file = self.folder / "job.part"
        if job["cold"]:
            job["file"] = str(self.folder / "cold")
        file.write_bytes(pickle.dumps(job))
        os.replace(file, self.folder / "job")
        answer = self.folder / "answer"
        while not answer.exists():
            if self.process.poll() is not None:
                said = (self.folder / "log").read_text()[-1000:]
                raise RuntimeError(f"the server ended: {said}")
            time.sleep(0.01)
        found = pickle.loads(answer.read_bytes())
        answer.unlink()
        return found

    def close(self) -> None:
        """End the process."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        subprocess.run(["rm", "-rf", str(self.folder)], check=True)


def record(folder: pathlib.Path, share: int) -> None:
    """Bring the map up to date: run the files of tests that are new or changed."""
    for pattern, settings in (("test_*.py", {}), ("check_*.py", SEVERAL)):
        stale = []
        for path in sorted((ROOT / "tests").rglob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            part = folder / f"{name.replace('/', '+')}.reach"
            if name.startswith(NOT_TRIED) or settings and not name.startswith(MEMBERS):
                continue
            if not part.exists() or reach.recorded_digest(part) != reach.file_digest(path):
                stale.append(name)
        if stale:
            words = {"FJAX_REACH_FOLDER": str(folder), "FJAX_REACH_SHARE": str(share)}
            print(f"recording what {len(stale)} files of tests reach", flush=True)
            command = [sys.executable, "-m", "pytest", *OPTIONS, "-p", "tests.mutation.reach"]
            subprocess.run(
                [*command, *stale],
                cwd=ROOT,
                check=False,
                stdout=subprocess.DEVNULL,
                env={**os.environ, **SINGLE, **settings, **words},
            )


class Trials:
    """Tries mutants one after another and keeps what came of them."""

    def __init__(
        self, options: argparse.Namespace, mutants: list[choice.Mutant], killers: dict[str, str]
    ):
        self.options, self.mutants, self.killers = options, mutants, killers
        self.map = choice.Reach(options.map, mutants)
        self.distrusted: set[str] = set()
        self.tried: set[str] = set()
        self.part, self.parts = map(int, options.part.split("/"))
        self.results: dict[str, dict] = {}
        name = options.list.stem if options.list else f"seed-{options.seed}"
        self.path = OUT / f"{name}{options.name}.jsonl"
        if self.path.exists() and not options.again:
            for line in self.path.read_text().splitlines():
                entry = json.loads(line)
                self.results[entry["digest"]] = entry

    def run(self) -> None:
        """Try all that have no result yet; a killer that fails without a fault does not count."""
        found = [*self.map.tests, *self.map.others]
        tests = {test for names in found for test in names} | set(self.killers.values())
        files = {name for name in {x.partition("::")[0] for x in tests} if (ROOT / name).exists()}
        server = Server(sorted(name for name in files if not name.startswith(MEMBERS)))
        try:
            self._all(server)
            while bad := self._without_fault(server):
                self.distrusted |= bad
                for digest in [d for d, r in self.results.items() if r["test"] in bad]:
                    del self.results[digest]
                self._all(server)
        finally:
            server.close()

    def _all(self, server: Server) -> None:
        for place, mutant in sorted(enumerate(self.mutants), key=lambda item: item[1].digest):
            result = self.results.get(mutant.digest)
            again = self.options.survivors and mutant.digest not in self.tried
            if (
                place % self.parts != self.part
                or result is not None
                and (result["caught"] or not again)
            ):
                continue
            self.tried.add(mutant.digest)
            start = time.monotonic()
            outcome, test, reason, tried = self._one(server, place, mutant)
            entry = {
                "digest": mutant.digest,
                "file": mutant.file,
                "line": mutant.fault.line,
                "scope": mutant.fault.scope,
                "kind": mutant.fault.kind,
                "outcome": outcome,
                "caught": outcome in ("killed", "timeout", "crash", "checked"),
                "test": test,
                "reason": reason,
                "tried": tried,
                "reaching": len(self.map.tests[place]),
                "before": mutant.before,
                "after": mutant.after,
            }
            self.results[mutant.digest] = entry
            with open(self.path, "a") as file:
                file.write(json.dumps(entry) + "\n")
            print(
                f"{place + 1:4} {outcome:9} {time.monotonic() - start:5.1f} s {mutant.file}:"
                f"{mutant.fault.line} {mutant.fault.kind}  {test}",
                flush=True,
            )

    def _one(self, server, place, mutant):
        tests, others = (
            {name: seconds for name, seconds in found.items() if name not in self.distrusted}
            for found in (self.map.tests[place], self.map.others[place])
        )
        tests = tests or others
        examples = choice.examples_of(mutant)
        tests, first = {**examples, **tests}, [*examples, *self.options.first]
        if (killer := self.killers.get(mutant.digest, "")) and killer not in self.distrusted:
            tests.setdefault(killer, 1.0)
            first = [killer, *first]
        if not tests:
            return "unreached", "", "no test runs this code", 0
        options = {"first": first, "focus": self.map.focus[place]}
        budget = self.options.seconds, self.options.most
        outcome, test, reason, done = self._look(server, place, tests, others, budget, options)
        if outcome == "survived" and self.options.second:
            tests, others = (
                {name: seconds for name, seconds in found.items() if name not in done}
                for found in (tests, others)
            )
            if tests := tests or others:
                budget = self.options.second, len(tests) + len(others)
                found = self._look(server, place, tests, others, budget, options)
                outcome, test, reason, done = *found[:3], done | found[3]
        if outcome == "survived" and (reason := checks.seen(mutant)):
            outcome, test = "checked", ""
        return outcome, test, reason, len(done)

    def _look(self, server, place, tests, others, budget, options):
        """What comes of a fault by some of the tests (and which), within a budget."""
        mutant, options = self.mutants[place], {**options, "others": others}
        several = {name: s for name, s in tests.items() if name.startswith(MEMBERS)}
        tests = {name: s for name, s in tests.items() if name not in several}
        job = {"path": str(mutant.path), "fault": mutant.fault, "cold": False}
        outcome, test, reason, done = "survived", "", "", {}
        if tests:
            chosen = choice.ordered(mutant, tests, *budget, **options)
            done |= chosen
            outcome = "cold"
            if mutant.fault.block is not None:
                outcome, test, reason = server.ask({**job, "tests": chosen})
            if outcome == "cold" or outcome == "survived" and self.map.at_import[place]:
                chosen = choice.ordered(mutant, tests, *budget, FILES, **options)
                done |= chosen
                outcome, test, reason = server.ask({**job, "tests": chosen, "cold": True})
        if several and outcome == "survived":
            chosen = choice.ordered(mutant, several, *budget, FILES, **options)
            done |= chosen
            job |= {"tests": chosen, "cold": True, "settings": SEVERAL}
            outcome, test, reason = server.ask(job)
        return outcome, test, reason, done

    def _without_fault(self, server: Server) -> set[str]:
        """The killers that fail without any fault, run as they were."""
        mine = {mutant.digest for mutant in self.mutants[self.part :: self.parts]}
        wanted = {
            r["test"]: 10.0
            for r in self.results.values()
            if r["digest"] in mine
            and r["outcome"] in ("killed", "timeout")
            and "::" in r["test"]
            and not r["test"].startswith(MEMBERS)
        }
        bad: set[str] = set()
        while wanted:
            outcome, test, reason = server.ask(
                {"path": "", "fault": None, "tests": wanted, "cold": False}
            )
            if outcome == "survived":
                break
            print(f"without a fault: {outcome} {test} {reason}", flush=True)
            bad.add(test)
            wanted.pop(test)
        return bad

    def report(self) -> str:
        """The score, and each mutant that no test caught."""
        same = equivalent()
        results = [self.results[m.digest] for m in self.mutants if m.digest in self.results]
        counted = [r for r in results if r["digest"] not in same]
        caught = sum(r["caught"] for r in counted)
        lines = [
            f"{self.path.stem}: {len(results)} faults, {len(results) - len(counted)} "
            f"of them change nothing; {caught} of {len(counted)} caught "
            f"({100 * caught / max(1, len(counted)):.1f} %)",
            "outcomes: "
            + ", ".join(
                f"{name} {number}"
                for name, number in sorted(Counter(r["outcome"] for r in counted).items())
            ),
        ]
        folders, lost = Counter(), Counter()
        for r in counted:
            name = choice.stratum(ROOT / r["file"])
            folders[name] += 1
            lost[name] += not r["caught"]
        lines += [f"  {name}: {count - lost[name]} of {count}" for name, count in folders.items()]
        for r in counted:
            if not r["caught"]:
                lines += [
                    "",
                    f"{r['digest']} {r['file']}:{r['line']} {r['scope']} ({r['kind']}; "
                    f"{r['outcome']}, {r['tried']} of {r['reaching']} tests)",
                    *(f"  - {part}" for part in r["before"].splitlines()),
                    *(f"  + {part}" for part in r["after"].splitlines()),
                ]
        return "\n".join(lines)


def equivalent() -> dict[str, str]:
    """The faults that are known to change nothing that fjax promises, each with its reason."""
    lines = SAME.read_text().splitlines() if SAME.exists() else []
    pairs = [line.split(None, 1) for line in lines if line and not line.startswith("#")]
    return dict(pairs)


def again(path: pathlib.Path, seed: int) -> tuple[list[choice.Mutant], dict[str, str]]:
    """The faults of a list and what caught them; another fault stands for one that is gone."""
    mutants, killers, gone = known.listed(path)
    for entry in gone:
        mutant = known.successor(entry, mutants, seed)
        print(f"gone: {entry['file']} {entry['scope']} ({entry['kind']})", flush=True)
        mutants += [mutant] if mutant is not None else []
    return mutants, killers


def in_a_copy() -> int:
    """Run the same command in a copy of the checkout."""
    with copied() as copy:
        words = {"FJAX_MUTATION_HOME": str(HOME), "PYTHONPATH": str(copy)}
        command = [sys.executable, "-m", "tests.mutation", *sys.argv[1:]]
        return subprocess.run(
            command, cwd=copy, check=False, env={**os.environ, **words}
        ).returncode


def main() -> None:
    """Run from the command line."""
    if "FJAX_MUTATION_HOME" not in os.environ:
        sys.exit(in_a_copy())
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many faults")
    parser.add_argument("--seed", type=int, default=1, help="which faults")
    parser.add_argument("--seconds", type=float, default=40, help="of tests for each fault")
    parser.add_argument(
        "--second", type=float, default=0, help="of other tests for each fault that survives"
    )
    parser.add_argument("--most", type=int, default=400, help="tests for each fault at most")
    parser.add_argument("--only", action="append", default=[], help="a part of the files' paths")
    parser.add_argument("--first", action="append", default=[], help="tests to try before others")
    parser.add_argument("--list", type=HOME.joinpath, help="try the faults of earlier results")
    parser.add_argument(
        "--map", type=HOME.joinpath, default=OUT / "reach", help="folder of the map"
    )
    parser.add_argument(
        "--share", type=int, default=1, help="record every n-th case of a test for the map"
    )
    parser.add_argument("--part", default="0/1", help="1/2: the second half, for two processes")
    parser.add_argument("--name", default="", help="put behind the seed in the results' name")
    parser.add_argument("--again", action="store_true", help="forget earlier results")
    parser.add_argument("--survivors", action="store_true", help="try uncaught ones once more")
    parser.add_argument("--as-is", action="store_true", help="take the map as it is")
    parser.add_argument("--report", action="store_true", help="only print earlier results")
    options = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    if not options.report:
        if not options.as_is:
            record(options.map, options.share)
    killers: dict[str, str] = {}
    if options.list:
        mutants, killers = again(options.list, options.seed)
    else:
        mutants = choice.choose(options.count, options.seed, options.only)
    trials = Trials(options, mutants, killers)
    if not options.report:
        trials.run()
    print(trials.report())


if __name__ == "__main__":
    main()
