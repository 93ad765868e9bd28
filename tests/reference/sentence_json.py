#!/usr/bin/env python3
"""Writes sentence.txt, the numbers that tests/view/test_json_reference.c compares with.

    python3 tests/reference/sentence_json.py build/qkv > tests/reference/sentence.txt

They are what `qkv --json` says, printed so that floats read back to the bit: run it only
where numbers are meant to change, and read the difference.
"""

import json
import math
import os
import subprocess
import sys

CAT = "The cat chased the mouse"
HEADS = "one-before one-after verb-object determiner-noun first-token same-word average"

# sentence, commands with ; between them
STATES = [
    (CAT, "head verb-noun"),
    (CAT, "mask on"),
    (CAT, "share qk on"),
    (CAT, "share kv on; mask on"),
    (CAT, "share qk on; share kv on; set d_k 9"),
    *[(CAT, f"head {name}") for name in HEADS.split()],
    (CAT, "head random; set d_k 3; set d_v 2"),
    (CAT, "head random; set seed 7; set d_k 2; set d_v 2; share qk on; mask on"),
    (CAT, "word chased noun; word cat verb person"),
    (CAT, "edit X[cat,noun] 2; edit S[The,mouse] 3; edit Wv[noun,noun] -0.7"),
    ("The blorf saw the blorf", "head determiner-noun; mask on; share qk on; share kv on"),
    ("Mary met Tom because she liked music", "head pronoun-antecedent; mask on"),
    ("cat", "mask on"),
]


def ask(program, sentence, commands):
    line = [program, "--json"]
    for command in commands.split("; "):
        line += ["-c", command]
    environment = dict(os.environ, XDG_DATA_HOME="/dev/null")
    out = subprocess.run(line + [sentence], env=environment, check=True, capture_output=True)
    return json.loads(out.stdout)["tensors"]


def is_plain_zero(number):
    return number == 0 and math.copysign(1, number) > 0


def show(name, tensor, before):
    if "same_as" in tensor:
        print(name, "same", tensor["same_as"])
        return
    if tensor == before.get(name):
        print(name, "before")
        return
    rows, cols = tensor["shape"]
    print(name, rows, cols)
    for r in range(rows):
        row = tensor["data"][r * cols : (r + 1) * cols]
        if all(number is not None and is_plain_zero(number) for number in row):
            continue
        words = ["-" if number is None else "%.9g" % number for number in row]
        print(f"{r}:", " ".join(words))


def main():
    print("# Written by sentence_json.py. A state is a sentence and commands, then all its tensors:")
    print("# NAME ROWS COLUMNS and the rows that are not all 0 (-: masked), NAME before: as in the")
    print("# state above, or NAME same OTHER: one matrix for both.")
    before = {}
    for sentence, commands in STATES:
        print("\nsentence", sentence)
        print("do", commands)
        tensors = ask(sys.argv[1], sentence, commands)
        for name, tensor in tensors.items():
            show(name, tensor, before)
        before = tensors


if __name__ == "__main__":
    main()
