#!/bin/sh
# Compares the numbers of several builds, byte by byte, with every kernel variant that this
# machine can run.
#
#     tests/same.sh REFERENCE PROGRAM ...
#
# For each command line of the list below, what REFERENCE writes with --json must be what every
# program, REFERENCE included, writes with --kernels NAME. The programs run at the same time.
set -u
cd "$(dirname "$0")/.." || exit 1

# words N: a sentence of N words.
words() {
    awk -v count="$1" 'BEGIN {
        n = split("the old cat saw a small dog and quickly chased it because she liked", word)
        for (i = 0; i < count; i++) printf "%s%s", i ? " " : "", word[i % n + 1]
    }'
}

# The command lines, one on each line, quoted as for the shell.
command_lines() {
    for head in data/heads/*.head; do
        head="-c 'head $(basename "$head" .head)'"
        echo "$head"
        echo "$head -c 'mask on'"
        echo "$head -c 'share qk on'"
        echo "$head -c 'share kv on' -c 'mask on'"
        echo "$head -c 'set d_k 37'"
        echo "$head -c 'word chased noun' -c 'word cat verb person'"
        echo "$head -c 'share qk on' -c 'share kv on' -c 'set d_k 13' $(words 100)"
        echo "$head -c 'mask on' $(words 100)"
    done
    # around the 16 lanes of a softmax
    for n in 1 2 15 16 17 31 32 33 48; do
        echo "-c 'head random' -c 'set seed $n' $(words $n)"
        echo "-c 'head random' -c 'mask on' -c 'set d_k $n' -c 'set d_v $n' $(words $n)"
    done
    echo "-c 'head random' -c 'set d_k 256' -c 'set d_v 255' -c 'mask on' $(words 512)"
    cat <<'END'
"It's" 'a "quoted" thing,' said blorfs -c 'head same-word'
-c 'query the' -c 'key mouse' -c 'set d_k 9' -c 'mask on' -c undo -c step
END
}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
reference=$1
: >"$work/failures"
: >"$work/passed"
fail() {
    echo "same: $*" | tee -a "$work/failures"
}

# numbers LINE PROGRAM [OPTION ...]: what the program writes for a command line.
numbers() {
    line=$1
    shift
    eval "\"\$@\" --json $line" </dev/null
}

# compare PROGRAM OUT: each of its variants with what the reference wrote; OUT is a file for it.
compare() {
    program=$1
    out=$2
    if ! names=$("$program" --kernels list) || [ -z "$names" ]; then
        fail "$program --kernels list: failed, or wrote nothing"
        return
    fi
    for kernels in $names; do
        number=0
        while read -r line; do
            number=$((number + 1))
            if ! numbers "$line" "$program" --kernels "$kernels" >"$out"; then
                fail "$program --kernels $kernels --json $line: failed"
            elif ! cmp -s "$work/$number" "$out"; then
                fail "$program --kernels $kernels --json $line: differs from $reference"
            else
                echo "$program" >>"$work/passed"
            fi
        done <"$work/lines"
    done
    # shellcheck disable=SC2086 # one name a line becomes a list
    echo "compared $program:" $names
}

command_lines >"$work/lines"
number=0
while read -r line; do
    number=$((number + 1))
    if ! numbers "$line" "$reference" >"$work/$number" || [ ! -s "$work/$number" ]; then
        fail "$reference --json $line: failed, or wrote nothing"
    fi
done <"$work/lines"
[ "$number" -gt 0 ] || fail "no command line to compare"

place=0
for program; do
    place=$((place + 1))
    compare "$program" "$work/out$place" &
done
wait

passed=$(wc -l <"$work/passed")
failed=$(wc -l <"$work/failures")
echo "same: $((passed)) passed, $((failed)) failed"
[ "$((failed))" = 0 ]
