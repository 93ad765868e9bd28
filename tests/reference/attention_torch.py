#!/usr/bin/env python3
"""Writes attention.txt, the numbers that tests/core/test_reference.c compares with.

    python3 tests/reference/attention_torch.py > tests/reference/attention.txt

The inputs are float32 numbers, printed so that they read back exactly; all that is made
of them is computed in float64. Needs PyTorch; the tests need only the file.
"""

import math

import torch

# n, d_model, d_k, d_v, masked, gain: scores are about gain^2 in size
CASES = [
    (1, 1, 1, 1, False, 1.0),
    (2, 2, 2, 2, False, 1.0),
    (2, 3, 1, 4, True, 1.0),
    (5, 36, 5, 15, False, 1.0),  # the shape of a hand-built head
    (5, 36, 5, 15, True, 2.0),
    (9, 8, 4, 4, True, 1.0),
    (17, 16, 8, 8, False, 1.5),
    (17, 12, 7, 5, True, 1.5),
    (8, 20, 16, 3, False, 4.0),  # sharp: most of a row's weight is on one key
]


def show(name, tensor):
    rows, cols = tensor.shape
    print(name, rows, cols)
    for row in tensor.tolist():
        print(" ".join("%.9g" % number for number in row))


def main():
    generator = torch.Generator().manual_seed(20170612)

    def normal(rows, cols, gain):
        return gain * torch.randn(rows, cols, generator=generator, dtype=torch.float32)

    print("# Written by attention_torch.py. A case is n d_model d_k d_v masked, then")
    print("# tensors: name, rows, columns, numbers. X Wq Wk Wv are float32 numbers.")
    for n, d_model, d_k, d_v, masked, gain in CASES:
        width = gain / math.sqrt(d_model)
        X = normal(n, d_model, 1.0)
        Wq, Wk = normal(d_model, d_k, width), normal(d_model, d_k, width)
        Wv = normal(d_model, d_v, 1 / math.sqrt(d_model))
        print("case", n, d_model, d_k, d_v, int(masked))
        for name, tensor in zip("X Wq Wk Wv".split(), (X, Wq, Wk, Wv)):
            show(name, tensor)

        X, Wq, Wk, Wv = X.double(), Wq.double(), Wk.double(), Wv.double()
        Q, K, V = X @ Wq, X @ Wk, X @ Wv
        S = Q @ K.T
        Z = S / math.sqrt(d_k)
        if masked:
            Z = Z.masked_fill(torch.ones(n, n, dtype=torch.bool).triu(1), -math.inf)
        A = torch.softmax(Z, dim=1)
        O = A @ V
        for name, tensor in zip("QKVSZAO", (Q, K, V, S, Z, A, O)):
            show(name, tensor)


if __name__ == "__main__":
    main()
