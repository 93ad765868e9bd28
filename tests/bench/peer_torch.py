#!/usr/bin/env python3
"""The peer of `make bench`: PyTorch, eager, on one thread, doing what a row of bench.c does.

    peer_torch.py ROW [SECONDS]    one row, printed as a line of JSON
    peer_torch.py --list           the rows
    peer_torch.py --serve          reads such lines (ROW SECONDS), answers each: PyTorch takes
                                   seconds to start, and a core type stays what it was at the start

Exit status 3: this Python has no PyTorch.
"""
import json
import math
import sys
import time
from typing import Callable

try:
    import torch
except ImportError:
    print(f"{sys.executable} has no PyTorch", file=sys.stderr)
    sys.exit(3)

torch.set_num_threads(1)
torch.set_flush_denormal(True)  # Adam's second moments become denormal: 10 times slower


class Lookup:
    """The lookup task: T tags, V values, n entries, B examples in a batch."""

    def __init__(self, B: int, T=8, V=8, n=4, d=16, dk=8, dv=16):
        self.random = torch.Generator().manual_seed(1)
        self.B, self.T, self.V, self.n, self.dk = B, T, V, n, dk

        def normal(rows: int, cols: int, deviation: float):
            return (torch.randn(rows, cols, generator=self.random) * deviation).requires_grad_()

        self.Et, self.Ev = normal(T, d, 0.2), normal(V, d, 0.2)
        self.Wq, self.Wk, self.Wv = (normal(d, width, d**-0.5) for width in (dk, dk, dv))
        self.Wo = normal(dv, V, dv**-0.5)
        self.adam = torch.optim.Adam(
            [self.Et, self.Ev, self.Wq, self.Wk, self.Wv, self.Wo], lr=0.02)

    def draw(self):
        """tags and values (B, n), the tag asked and the value that is right (B)."""
        tags = torch.rand(self.B, self.T, generator=self.random).argsort(1)[:, :self.n]
        values = torch.randint(0, self.V, (self.B, self.n), generator=self.random)
        entry = torch.randint(0, self.n, (self.B,), generator=self.random)
        rows = torch.arange(self.B)
        return tags, values, tags[rows, entry], values[rows, entry]

    def step(self):
        tags, values, query, answer = self.draw()
        X = self.Et[tags] + self.Ev[values]
        q = self.Et[query] @ self.Wq
        S = (X @ self.Wk @ q.unsqueeze(-1)).squeeze(-1)
        A = torch.softmax(S / math.sqrt(self.dk), -1)
        O = (A.unsqueeze(1) @ (X @ self.Wv)).squeeze(1)
        loss = torch.nn.functional.cross_entropy(O @ self.Wo, answer)
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()
        return loss.item()


def attention(n: int, d=64) -> Callable[[], object]:
    """Every tensor is kept, and written where it was the last time: memory that is new to the
    process each time makes the large sizes up to twice as slow."""
    X = torch.rand(n, d) * 2 - 1
    Wq, Wk, Wv = ((torch.rand(d, d) * 2 - 1) * 0.2 for _ in range(3))
    Q, K, V, O = (torch.empty(n, d) for _ in range(4))
    S, Z, A = (torch.empty(n, n) for _ in range(3))

    @torch.no_grad()
    def forward():
        torch.matmul(X, Wq, out=Q)
        torch.matmul(X, Wk, out=K)
        torch.matmul(X, Wv, out=V)
        torch.matmul(Q, K.T, out=S)
        torch.mul(S, 1 / math.sqrt(d), out=Z)
        torch._softmax(Z, -1, False, out=A)  # torch.softmax takes no `out` in every version
        torch.matmul(A, V, out=O)

    return forward


ROWS: dict[str, tuple[str, Callable[[], Callable[[], object]]]] = {
    **{f"train-{B}": ("steps/s", lambda B=B: Lookup(B).step) for B in (1, 32, 128, 1024, 8192)},
    "train-large": ("steps/s",
                    lambda: Lookup(128, T=64, V=64, n=16, d=64, dk=32, dv=64).step),
    **{f"attention-{n}": ("ms", lambda n=n: attention(n)) for n in (64, 256, 512, 1024, 2048)},
}


def rate(once: Callable[[], object], seconds: float) -> float:
    """Calls per second; those of the first part of the time do not count."""
    end = time.perf_counter() + seconds / 5
    once()
    while time.perf_counter() < end:
        once()
    calls, start = 0, time.perf_counter()
    while (taken := time.perf_counter() - start) < seconds or calls == 0:
        once()
        calls += 1
    return calls / taken


def measure(row: str, seconds: float) -> str:
    unit, make = ROWS[row]
    value = rate(make(), seconds)
    return json.dumps({"row": row, "value": 1e3 / value if unit == "ms" else value,
                       "unit": unit, "torch": torch.__version__})


def main(words: list[str]) -> None:
    if words == ["--list"]:
        print("\n".join(ROWS))
    elif words == ["--serve"]:
        for line in sys.stdin:
            row, seconds = line.split()
            print(measure(row, float(seconds)), flush=True)
    elif words and words[0] in ROWS:
        print(measure(words[0], float(words[1]) if len(words) > 1 else 0.5))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
