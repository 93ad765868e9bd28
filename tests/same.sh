#!/bin/sh
# Compares the numbers of several builds, byte by byte, with every kernel variant that this
# machine can run.
#
#     tests/same.sh REFERENCE PROGRAM ...
#
# For each command line of the list below, what REFERENCE writes with --json must be what every
# program, REFERENCE included, writes with --kernels NAME.
set -u
cd "$(dirname "$0")/.." || exit 1

# The command lines, one on each line, quoted as for the shell.
command_lines() {
    for head in data/heads/*.head; do
        [ -e "$head" ] && echo "-c 'head $(basename "$head" .head)'"
    done
    cat <<'END'
END
}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
reference=$1
passed=0
failed=0
fail() {
    echo "same: $*"
    failed=$((failed + 1))
}

# numbers LINE PROGRAM [OPTION ...]: what the program writes for a command line.
numbers() {
    line=$1
    shift
    eval "\"\$@\" --json $line" </dev/null
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

for program; do
    if ! names=$("$program" --kernels list) || [ -z "$names" ]; then
        fail "$program --kernels list: failed, or wrote nothing"
        continue
    fi
    for kernels in $names; do
        number=0
        while read -r line; do
            number=$((number + 1))
            if ! numbers "$line" "$program" --kernels "$kernels" >"$work/out"; then
                fail "$program --kernels $kernels --json $line: failed"
            elif ! cmp -s "$work/$number" "$work/out"; then
                fail "$program --kernels $kernels --json $line: differs from $reference"
            else
                passed=$((passed + 1))
            fi
        done <"$work/lines"
    done
    # shellcheck disable=SC2086 # one name a line becomes a list
    echo "compared $program:" $names
done

echo "same: $passed passed, $failed failed"
[ "$failed" = 0 ]
