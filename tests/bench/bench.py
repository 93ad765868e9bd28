#!/usr/bin/env python3
"""Measures qkv next to its peers, in turns, and prints medians and ratios.

    bench.py [--build DIR] [--quick] [ROW ...]    measures; writes DIR/bench.json
    bench.py --markdown FILE                      prints a bench.json as tables of Markdown

A ROW is a row's name or what it begins with before a dash: train-128, attention, terminal.
PEER_PYTHON names the Python that has PyTorch.
"""
import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from typing import Optional

HERE = os.path.dirname(os.path.abspath(__file__))
CORE_TYPES = ("unset", "Haswell", "SkylakeX")  # OpenBLAS picks a slow one on some machines
HISTORY = "-history"  # such a row is compared with the peer's row without it


class Peer:
    """A PyTorch that runs all the time and measures a row when asked."""

    def __init__(self, core: str):
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        environment.pop("OPENBLAS_CORETYPE", None)
        if core != "unset":
            environment["OPENBLAS_CORETYPE"] = core
        self.core, self.version = core, ""
        self.process = subprocess.Popen(
            [peer_python(), os.path.join(HERE, "peer_torch.py"), "--serve"], env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def measure(self, row: str, seconds: float) -> Optional[float]:
        """None where it has died: a core type of another machine has instructions that this one
        does not have."""
        try:
            self.process.stdin.write(f"{row} {seconds}\n")
            self.process.stdin.flush()
            answer = json.loads(self.process.stdout.readline())
        except (OSError, ValueError):
            return None
        self.version = answer["torch"]
        return answer["value"]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def peer_python() -> str:
    return os.environ.get("PEER_PYTHON") or (
        "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable)


def peer_rows() -> list[str]:
    """What the peer can do; nothing, and a message, where it is not there."""
    done = subprocess.run([peer_python(), os.path.join(HERE, "peer_torch.py"), "--list"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["it does not start"])[-1]
        print(f"skipped: the peer: {last}", file=sys.stderr)
    return done.stdout.split()


def our_rows(program: str) -> dict[str, dict]:
    lines = subprocess.run([program, "--list"], capture_output=True, text=True, check=True)
    rows = [line.split("\t") for line in lines.stdout.splitlines()]
    return {name: {"row": name, "unit": unit, "better": better} for name, unit, better in rows}


def our_value(program: str, row: str, seconds: float) -> dict:
    done = subprocess.run([program, row, str(seconds)], stdout=subprocess.PIPE, text=True,
                          check=True)
    return json.loads(done.stdout)


def wanted(row: str, words: list[str]) -> bool:
    return not words or any(row == word or row.startswith(word + "-") for word in words)


def measure_turns(program: str, rows: list[dict], peers: list[Peer], peer_row: str,
                  options) -> None:
    """Measures rows that share a peer's row: in every round each peer, then each of them."""
    theirs: dict[Peer, list[float]] = {peer: [] for peer in peers}
    for row in rows:
        row["runs"] = []
    for _ in range(options.rounds):
        for peer in list(theirs):
            value = peer.measure(peer_row, options.seconds)
            if value is not None:
                theirs[peer].append(value)
                continue
            print(f"skipped: the peer with OPENBLAS_CORETYPE={peer.core} does not run here",
                  file=sys.stderr)
            peer.close()
            peers.remove(peer)
            del theirs[peer]
        for row in rows:
            found = our_value(program, row["row"], options.seconds)
            row["kernels"] = found["kernels"]
            row["runs"].append(found["value"])
    for row in rows:
        row["median"] = statistics.median(row["runs"])
        if theirs:
            compare(row, theirs)


def compare(row: dict, theirs: dict[Peer, list[float]]) -> None:
    """Adds the fastest of the peers and how many times as fast we are."""
    medians = {peer: statistics.median(runs) for peer, runs in theirs.items()}
    lower = row["better"] == "lower"
    best = min(medians, key=lambda peer: medians[peer] if lower else -medians[peer])
    row["peer"] = {"core": best.core, "torch": best.version, "median": medians[best],
                   "runs": {peer.core: runs for peer, runs in theirs.items()}}
    ours = row["median"]
    row["ratio"] = medians[best] / ours if lower else ours / medians[best]


def measure_rows(program: str, options) -> list[dict]:
    rows = [row for name, row in our_rows(program).items() if wanted(name, options.row)]
    with_peer = peer_rows() if rows else []
    groups: dict[str, list[dict]] = {}
    for row in rows:
        groups.setdefault(row["row"].removesuffix(HISTORY), []).append(row)
    peers = [Peer(core) for core in CORE_TYPES] if with_peer else []
    try:
        for name, group in groups.items():
            print("  measure", *(row["row"] for row in group), file=sys.stderr)
            measure_turns(program, group, peers if name in with_peer else [], name, options)
    finally:
        for peer in peers:
            peer.close()
    return rows


def measure_terminal(options) -> list[dict]:
    print("  measure terminal", file=sys.stderr)
    command = [sys.executable, os.path.join(HERE, "terminal.py"),
               os.path.join(options.build, "qkv")] + ["--quick"] * options.quick
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


# --- Showing ---------------------------------------------------------------------------------

ROW_TITLES = ("row", "qkv", "unit", "PyTorch", "ratio", "core")
TERMINAL_LINES = (  # title, fields, format of each
    ("first frame, ms", ("first_frame_ms",), "{:.1f}"),
    ("bytes of the first frame", ("first_frame_bytes",), "{:,.0f}"),
    ("arrow key to first byte, ms: median, 99 %", ("key_p50_ms", "key_p99_ms"), "{:.2f}"),
    ("the same while it trains", ("training_key_p50_ms", "training_key_p99_ms"), "{:.2f}"),
    ("bytes for ← or →, median", ("key_bytes_sides",), "{:,.0f}"),
    ("bytes for ↑ or ↓, median", ("key_bytes_other",), "{:,.0f}"),
    ("bytes for an arrow key, most", ("key_bytes_most",), "{:,.0f}"),
    ("idle: wake-ups/s, CPU %", ("idle_wakeups_per_s", "idle_cpu_percent"), "{:.3g}"),
    ("resident memory, kB", ("resident_kb",), "{:,.0f}"),
    ("the same while it trains", ("training_resident_kb",), "{:,.0f}"),
)


def short(number: float) -> str:
    """Three digits, or all before the point."""
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"


def row_cells(row: dict) -> list[str]:
    peer = row.get("peer")
    return [row["row"], short(row["median"]), row["unit"],
            *([short(peer["median"]), short(row["ratio"]), peer["core"]] if peer
              else ["", "", ""])]


def terminal_table(found: list[dict], size: str) -> list[list[str]]:
    programs = [row for row in found if row["size"] == size]
    table = [[size] + [row["program"] for row in programs]]
    for title, fields, form in TERMINAL_LINES:
        cells = [", ".join(form.format(row[name]) for name in fields if name in row)
                 for row in programs]
        if any(cells):
            table.append([title] + cells)
    return table


def print_table(table: list[list[str]], markdown: bool) -> None:
    widths = [max(len(line[k]) for line in table) for k in range(len(table[0]))]
    for number, line in enumerate(table):
        if markdown:
            print("| " + " | ".join(line) + " |")
        else:
            print("  ".join(map(str.ljust, line, widths)).rstrip())
        if markdown and number == 0:
            print("|---" * len(line) + "|")


def tables(result: dict, markdown: bool) -> None:
    kernels = {row["kernels"] for row in result["rows"]}
    torch = {row["peer"]["torch"] for row in result["rows"] if "peer" in row}
    print(result["machine"] + "".join(f", kernels {name}" for name in kernels)
          + "".join(f", PyTorch {name}" for name in torch)
          + f"; medians of {result['rounds']} rounds"
          + (" (quick: only that it works)" if result["quick"] else "") + ":\n")
    if result["rows"]:
        print_table([list(ROW_TITLES)] + [row_cells(row) for row in result["rows"]], markdown)
    for size in dict.fromkeys(row["size"] for row in result["terminal"]):
        print()
        print_table(terminal_table(result["terminal"], size), markdown)


def machine() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":", 1)[1].strip() for line in file
                        if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("row", nargs="*", help="what to measure; without any, everything")
    parser.add_argument("--build", default="build", help="the folder of qkv and bench")
    parser.add_argument("--quick", action="store_true", help="short: only to see that it works")
    parser.add_argument("--markdown", metavar="FILE", help="print a bench.json, measure nothing")
    options = parser.parse_args()
    if options.markdown:
        with open(options.markdown, encoding="utf-8") as file:
            return tables(json.load(file), markdown=True)
    options.rounds, options.seconds = (3, 0.05) if options.quick else (5, 0.5)
    result = {"machine": machine(), "quick": options.quick,
              "rounds": options.rounds, "seconds": options.seconds,
              "rows": measure_rows(os.path.join(options.build, "bench"), options),
              "terminal": measure_terminal(options) if wanted("terminal", options.row) else []}
    if not result["rows"] and not result["terminal"]:
        sys.exit(f"bench: there is no row {' '.join(options.row)}")
    print()
    tables(result, markdown=False)
    path = os.path.join(options.build, "bench.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1)
    print(f"\nwritten: {path}")


if __name__ == "__main__":
    main()
