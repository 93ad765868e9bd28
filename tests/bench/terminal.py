#!/usr/bin/env python3
"""Measures qkv on a pseudo-terminal, next to programs that everybody has; prints JSON.

    terminal.py PROGRAM [--quick]

Times are taken where a terminal would be: from the start, or a key's bytes, to bytes that come
back. A frame is whole when nothing follows it for a while. Only the Python library is used; what
/proc tells is left out where there is none.
"""
import argparse
import fcntl
import json
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from dataclasses import dataclass, field

SIZES = ((80, 24), (200, 60))
FRAME_QUIET = 0.15  # seconds without a byte after which a frame is whole
KEY_QUIET = 0.02
TRAIN_QUIET = 0.008  # while training draws a frame every 50 ms
KEY_WAIT = 0.5
ARROWS = {"Up": b"A", "Down": b"B", "Right": b"C", "Left": b"D"}


@dataclass
class Program:
    name: str
    command: list[str]
    keys: list[str] = field(default_factory=lambda: ["Down"] * 8 + ["Up"] * 8)


class Session:
    """A program on a terminal of its own."""

    def __init__(self, command: list[str], size: tuple[int, int], home: str):
        environment = {name: value for name, value in os.environ.items()
                       if name in ("PATH", "TMPDIR")}
        environment.update(TERM="xterm-256color", LANG="C.UTF-8", HOME=home,
                           XDG_CONFIG_HOME=home)
        self.start = time.perf_counter()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
                os.execvpe(command[0], command, environment)
            finally:
                os._exit(127)
        self.arrow = b"\x1b["

    def read(self, wait: float) -> bytes:
        if not select.select([self.terminal], [], [], max(0.0, wait))[0]:
            return b""
        try:
            return os.read(self.terminal, 65536)
        except OSError:  # so ends a terminal whose program is gone
            raise EOFError("it ended by itself") from None

    def until_quiet(self, quiet: float, wait: float):
        """-> when the first byte came, when the last before a silence, how many; or None."""
        data = self.read(wait)
        if not data:
            return None
        first = last = time.perf_counter()
        count, everything = 0, b""
        while data:
            last = time.perf_counter()
            count += len(data)
            everything += data
            data = self.read(quiet)
        if b"\x1b[?1h" in everything:  # it asked for the other form of the arrow keys
            self.arrow = b"\x1bO"
        return first, last, count

    def press(self, key: str) -> float:
        when = time.perf_counter()
        os.write(self.terminal, self.arrow + ARROWS[key] if key in ARROWS else key.encode())
        return when

    def effort(self):
        """-> voluntary context switches and CPU seconds so far, of all threads."""
        switches = nanoseconds = 0
        for task in os.listdir(f"/proc/{self.pid}/task"):
            folder = f"/proc/{self.pid}/task/{task}"
            switches += int(status(f"{folder}/status", "voluntary_ctxt_switches"))
            with open(f"{folder}/schedstat", encoding="ascii") as file:
                nanoseconds += int(file.read().split()[0])
        return switches, nanoseconds * 1e-9

    def close(self) -> None:
        for number in (signal.SIGTERM, signal.SIGKILL):
            os.kill(self.pid, number)
            end = time.perf_counter() + 0.5
            while time.perf_counter() < end:
                try:
                    self.read(0.01)
                except EOFError:
                    time.sleep(0.005)
                if os.waitpid(self.pid, os.WNOHANG)[0]:
                    os.close(self.terminal)
                    return
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def status(path: str, name: str) -> str:
    with open(path, encoding="ascii") as file:
        return next(line.split()[1] for line in file if line.startswith(name + ":"))


def percentile(numbers: list[float], part: float) -> float:
    """The smallest number that this part of them does not exceed."""
    return sorted(numbers)[max(0, -int(-part * len(numbers) // 1) - 1)]


def first_frame(program: Program, size, home: str) -> tuple[float, int]:
    session = Session(program.command, size, home)
    try:
        seen = session.until_quiet(FRAME_QUIET, 5)
        if seen is None:
            raise EOFError("it draws nothing")
        return (seen[1] - session.start) * 1e3, seen[2]
    finally:
        session.close()


def press_all(session: Session, keys: list[str]) -> tuple[list[float], dict[str, list[int]]]:
    """The times, and the bytes of keys to the sides and of the others."""
    times: list[float] = []
    sizes: dict[str, list[int]] = {"sides": [], "other": []}
    for key in keys:
        when = session.press(key)
        seen = session.until_quiet(KEY_QUIET, KEY_WAIT)
        if seen:
            times.append((seen[0] - when) * 1e3)
            sizes["sides" if key in ("Left", "Right") else "other"].append(seen[2])
    return times, sizes


def idle(session: Session, seconds: float) -> dict:
    if not os.path.exists(f"/proc/{session.pid}/task"):
        return {}
    session.until_quiet(KEY_QUIET, 0.1)
    switches, cpu = session.effort()
    start, count = time.perf_counter(), 0
    while (left := start + seconds - time.perf_counter()) > 0:
        count += len(session.read(left))
    switches_after, cpu_after = session.effort()
    return {"idle_wakeups_per_s": (switches_after - switches) / seconds,
            "idle_cpu_percent": (cpu_after - cpu) / seconds * 100,
            "idle_bytes_per_s": count / seconds,
            "resident_kb": int(status(f"/proc/{session.pid}/status", "VmRSS"))}


def measure(program: Program, size, home: str, quick: bool) -> dict:
    starts = [first_frame(program, size, home) for _ in range(3 if quick else 9)]
    session = Session(program.command, size, home)
    try:
        session.until_quiet(FRAME_QUIET, 5)
        keys = program.keys * -(-(48 if quick else 208) // len(program.keys))
        times, sizes = press_all(session, keys)
        found = {"first_frame_ms": statistics.median(took for took, _ in starts),
                 "first_frame_bytes": statistics.median(count for _, count in starts)}
        if times:
            found.update(key_p50_ms=percentile(times, 0.5), key_p99_ms=percentile(times, 0.99),
                         key_bytes_most=max(max(kind) for kind in sizes.values() if kind),
                         **{f"key_bytes_{name}": statistics.median(kind)
                            for name, kind in sizes.items() if kind})
        return {**found, "keys": len(keys), "keys_answered": len(times),
                **idle(session, 1 if quick else 3)}
    finally:
        session.close()


def press_while_training(session: Session, keys: list[str]) -> list[float]:
    """A frame of the training is not taken for the answer to a key: a key is pressed soon after
    such a frame, when the next is not due yet, at a moment that moves on from key to key."""
    times = []
    for number, key in enumerate(keys):
        if session.until_quiet(TRAIN_QUIET, KEY_WAIT) is None:
            raise EOFError("training does not go on")
        time.sleep(number % 10 * 0.0011)
        when = session.press(key)
        while not (data := session.read(KEY_WAIT)) and time.perf_counter() - when < 5:
            pass
        if data:
            times.append((time.perf_counter() - when) * 1e3)
    return times


def training(path: str, size, home: str, quick: bool) -> dict:
    """Each session is short: a run has a last step, and training must not reach it."""
    times: list[float] = []
    for _ in range(1 if quick else 5):
        session = Session([path, "-c", "view train", "-c", "speed 0"], size, home)
        try:
            session.until_quiet(FRAME_QUIET, 5)
            session.press(" ")
            times += press_while_training(session, ["Down", "Up"] * 20)
            memory = status(f"/proc/{session.pid}/status", "VmRSS") \
                if os.path.exists(f"/proc/{session.pid}/status") else None
        finally:
            session.close()
    return {"training_key_p50_ms": percentile(times, 0.5),
            "training_key_p99_ms": percentile(times, 0.99),
            **({"training_resident_kb": int(memory)} if memory else {})}


def programs(path: str) -> list[Program]:
    text = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "README.md")
    arrows = ["Down", "Down", "Up", "Up", "Right", "Right", "Left", "Left"]
    return [Program("qkv", [path], arrows), Program("less", ["less", text]),
            Program("tig", ["tig"]), Program("vim", ["vim", "-N", "-u", "NONE", "-n", text]),
            Program("htop", ["htop"])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the path of qkv")
    parser.add_argument("--quick", action="store_true", help="fewer starts and keys")
    options = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as home:
        for program in programs(os.path.abspath(options.program)):
            if not shutil.which(program.command[0]):
                print(f"skipped: there is no {program.name}", file=sys.stderr)
                continue
            for size in SIZES:
                row = {"program": program.name, "size": f"{size[0]}x{size[1]}"}
                try:
                    row.update(measure(program, size, home, options.quick))
                    if program.name == "qkv":
                        row.update(training(program.command[0], size, home, options.quick))
                    found.append(row)
                except EOFError as error:
                    print(f"skipped: {program.name} at {row['size']}: {error}",
                          file=sys.stderr)
    json.dump(found, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
