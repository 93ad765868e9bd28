#!/bin/sh
# Compares what the program prints for each tests/golden/NAME.script with NAME.txt beside it,
# or with --update writes NAME.txt anew. A script whose first line is `# args: ...` is run with
# these arguments, split at blanks; one that prints svg has its text in NAME.svg, a picture. B is
# the build folder. The program is that of tests/golden.c. A reader's own folder adds two heads,
# the first and the last of the list: no golden may change where a head is added.
set -u
cd "$(dirname "$0")/.." || exit 1
B=${B:-build}
update=false
[ "${1:-}" = --update ] && update=true

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
good=0
bad=0
mkdir -p "$work/qkv/heads" &&
    cp data/heads/one-before.head "$work/qkv/heads/aaa.head" &&
    sed '/^place/d' data/heads/average.head >"$work/qkv/heads/zzz.head" || exit 1
case $(XDG_DATA_HOME=$work "$B/qkv" --heads) in
' 1  aaa '*' zzz '*) ;;
*)
    echo "$B/qkv --heads: the heads that were added are not its first and its last"
    bad=1
    ;;
esac

# run SCRIPT: the output goes to $work/out, what is said on stderr is shown.
run() {
    arguments=$(sed -n '1s/^# args: *//p' "$1")
    set -f
    # shellcheck disable=SC2086 # splitting at blanks is meant
    XDG_DATA_HOME=$work "$B/tests/golden" $arguments --script "$1" >"$work/out" </dev/null
    status=$?
    set +f
    return $status
}

for script in tests/golden/*.script; do
    [ -e "$script" ] || continue
    text=${script%.script}.txt
    grep -q '^# args:.*--print=svg' "$script" && text=${script%.script}.svg
    if ! run "$script"; then
        echo "$script: the program failed (status $status)"
        bad=$((bad + 1))
    elif $update; then
        if ! cmp -s "$work/out" "$text"; then
            echo "wrote $text"
            cp "$work/out" "$text" || bad=$((bad + 1))
        fi
    elif [ ! -e "$text" ]; then
        echo "$text: missing; 'make golden' writes it"
        bad=$((bad + 1))
    elif diff -u "$text" "$work/out" >"$work/diff"; then
        good=$((good + 1))
    else
        cat "$work/diff"
        bad=$((bad + 1))
    fi
done

# A text whose script is gone would look like a test that passes.
for text in tests/golden/*.txt tests/golden/*.svg; do
    if [ -e "$text" ] && [ ! -e "${text%.*}.script" ]; then
        echo "$text: has no script"
        bad=$((bad + 1))
    fi
done

# A screen that the README shows stands behind the name of its golden.
for text in $(sed -n 's|^<!-- \(tests/golden/.*\) -->$|\1|p' README.md); do
    if ! awk -v mark="<!-- $text -->" '
        /^```/ { if (inside) exit; inside = behind; next }
        $0 == mark { behind = 1 }
        inside' README.md | cmp -s - "$text"; then
        echo "README.md: the screen behind $text is another"
        bad=$((bad + 1))
    fi
done

$update || echo "goldens: $good the same, $bad not"
[ "$bad" = 0 ]
