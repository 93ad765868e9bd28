#!/usr/bin/env python3
"""Writes lookup.txt, the numbers that tests/core/test_lookup_torch.c compares with.

    python3 tests/reference/lookup_torch_fixture.py > tests/reference/lookup.txt

The lookup task as PyTorch computes it, at steps 0 and 25 of two sizes: a batch, the parameters
and Adam's means (float32 numbers, printed so that they read back exactly), and what follows
from them in float64: the loss, its gradient, the parameters after the step. Needs PyTorch;
the tests need only the file.
"""

import math

import torch

# tags, values, entries, d_model, d_k, d_v, batch; share
CASES = [
    ((5, 3, 3, 4, 3, 5, 7), ""),
    ((5, 3, 3, 4, 3, 5, 7), "qk"),
    ((5, 3, 3, 4, 3, 3, 7), "kv"),
    ((8, 8, 4, 16, 8, 16, 32), ""),
]
STEPS = (0, 25)
LR, INIT = 0.02, 0.2
NAMES = "Et Ev Wq Wk Wv Wo".split()


def show(name, tensor, digits=9):
    rows, cols = tensor.shape
    print(name, rows, cols)
    for row in tensor.tolist():
        print(" ".join("%.*g" % (digits, number) for number in row))


def owners(share):
    """The matrix whose numbers each parameter has."""
    own = {name: name for name in NAMES}
    if share == "qk":
        own["Wk"] = "Wq"
    if share == "kv":
        own["Wv"] = "Wk"
    return own


def forward(p, own, d_k, tags, values, query):
    X = p["Et"][tags] + p["Ev"][values]
    q = p["Et"][query] @ p["Wq"]
    K, V = X @ p[own["Wk"]], X @ p[own["Wv"]]
    S = (K @ q.unsqueeze(-1)).squeeze(-1)
    A = torch.softmax(S / math.sqrt(d_k), -1)
    return (A.unsqueeze(1) @ V).squeeze(1) @ p["Wo"]


def draw(g, T, V, n, B):
    tags = torch.rand(B, T, generator=g).argsort(1)[:, :n]
    values = torch.randint(0, V, (B, n), generator=g)
    entry = torch.randint(0, n, (B,), generator=g)
    rows = torch.arange(B)
    return tags, values, tags[rows, entry], values[rows, entry]


def step(p, moments, t, own, d_k, batch, dtype):
    """Loss, gradient, means and parameters after step number t (from 0), in a precision."""
    tags, values, query, answer = batch
    p = {k: v.detach().to(dtype).requires_grad_() for k, v in p.items()}
    loss = torch.nn.functional.cross_entropy(forward(p, own, d_k, tags, values, query), answer)
    optimiser = torch.optim.Adam(p.values(), lr=LR)
    loss.backward()
    grad = {k: v.grad.clone() for k, v in p.items()}
    if t > 0:
        for k, v in p.items():
            m, s = moments[k]
            optimiser.state[v] = {"step": torch.tensor(float(t)), "exp_avg": m.to(dtype).clone(),
                                  "exp_avg_sq": s.to(dtype).clone()}
    optimiser.step()
    moments = {k: (optimiser.state[v]["exp_avg"], optimiser.state[v]["exp_avg_sq"])
               for k, v in p.items()}
    return loss.item(), grad, moments, {k: v.detach() for k, v in p.items()}


def case(g, sizes, share):
    T, V, n, d, dk, dv, B = sizes
    own = owners(share)
    shape = {"Et": (T, d), "Ev": (V, d), "Wq": (d, dk), "Wk": (d, dk), "Wv": (d, dv),
             "Wo": (dv, V)}
    kept = [name for name in NAMES if own[name] == name]
    p = {}
    for name in kept:
        rows, cols = shape[name]
        deviation = INIT if name[0] == "E" else rows**-0.5
        p[name] = torch.randn(rows, cols, generator=g) * deviation
    moments = {}
    for t in range(max(STEPS) + 1):
        batch = draw(g, T, V, n, B)
        if t in STEPS:
            loss, grad, _, after = step(p, moments, t, own, dk, batch, torch.float64)
            print("case", *sizes, int(share == "qk"), int(share == "kv"), t)
            for name in kept:
                show(name, p[name])
            if t > 0:
                for name in kept:
                    show(name + ".m", moments[name][0])
                    show(name + ".v", moments[name][1])
            tags, values, query, answer = batch
            for name, tensor in (("tags", tags.T), ("values", values.T),
                                 ("query", query[None]), ("answer", answer[None])):
                show(name, tensor)
            show("loss", torch.tensor([[loss]], dtype=torch.float64))
            for name in kept:
                show(name + ".g", grad[name], 7)
            for name in kept:
                show(name + ".after", after[name], 7)
        _, _, moments, p = step(p, moments, t, own, dk, batch, torch.float32)


def main():
    g = torch.Generator().manual_seed(20170612)
    print("# Written by lookup_torch_fixture.py. A case is tags values entries d_model d_k d_v")
    print("# batch share_qk share_kv step, then tensors: name, rows, columns, numbers.")
    for sizes, share in CASES:
        case(g, sizes, share)


if __name__ == "__main__":
    main()
