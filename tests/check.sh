#!/bin/sh
# Checks the rules that a compiler does not: format, layers, headers, no mutable globals, sizes,
# marks, exits, the key table. Says a line for each failure, goes on, and fails at the end.
# `make check` sets B, CC, FLAGS and OBJECTS (the objects of the program).
# shellcheck disable=SC2086 # lists of files and flags are meant to be split
set -u
cd "$(dirname "$0")/.." || exit 1
: "${B:?}" "${CC:?}" "${FLAGS:?}" "${OBJECTS:?}"

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
: >"$work/failures"

# Reads failures, a line each, and adds them to the list.
failures() {
    tee -a "$work/failures"
}
fail() {
    echo "$*" | failures
}
skip() {
    echo "skipped: $*"
}

sources=$(find src include -name '*.[ch]' | sort)
headers=$(find include -name '*.h' | sort)
all=$(find src include tests bench -name '*.[ch]' | sort)

# 1 Format.
if command -v clang-format >/dev/null; then
    for file in $all; do
        clang-format --dry-run -Werror "$file" >/dev/null 2>&1 ||
            fail "$file: not formatted; 'make format' does it"
    done
else
    skip "format: there is no clang-format"
fi

# 2 Layers. A file may include its own layer and those to its left in this list; one file knows
# ncurses and one knows libtermkey. src/tool stands alone.
awk '
    BEGIN {
        count = split("base core source app view term cli main", name)
        for (i = 1; i <= count; i++) rank[name[i]] = i
    }
    FNR == 1 {
        split(FILENAME, part, "/")
        layer = part[2]
        sub(/\.[ch]$/, "", layer)
        known = layer in rank
        if (!known && layer != "tool") print FILENAME ": " layer " is not a layer"
    }
    /^[ \t]*#[ \t]*include/ {
        where = FILENAME ":" FNR ": "
        target = $0
        sub(/^[ \t]*#[ \t]*include[ \t]*/, "", target)
        quoted = target ~ /^"/
        sub(/^["<]/, "", target)
        sub(/[">].*$/, "", target)
        folder = target ~ /\// ? substr(target, 1, index(target, "/") - 1) : ""
        if (folder in rank) {
            if (!quoted) print where "write \"" target "\""
            if (known && rank[folder] > rank[layer])
                print where layer " must not include " target
        } else if (quoted && known) {
            print where "write the folder of " target ", as in \"base/text.h\""
        }
        if (target ~ /curses/ && FILENAME != "src/term/screen.c")
            print where "only src/term/screen.c may include " target
        if (target ~ /termkey/ && FILENAME != "src/term/keys.c")
            print where "only src/term/keys.c may include " target
    }
' $sources /dev/null | failures

# 3 Headers. Each has a guard and compiles with nothing before it.
awk '
    function finish() {
        if (file != "" && (guard == "" || last !~ /^#[ \t]*endif/)) print file ": no guard"
    }
    FNR == 1 { finish(); file = FILENAME; guard = first = last = "" }
    /^#[ \t]*/ {
        if (first != "" && guard == "" && $1 == "#define" && $2 == first) guard = first
        else if (first == "") first = $1 == "#ifndef" ? $2 : "none"
        else if (guard == "") first = "none"
    }
    NF { last = $0 }
    END { finish() }
' $headers /dev/null | failures
compiles() {
    header=$1
    shift
    # The declaration is there because a source file must not be empty.
    printf '#include "%s"\nint header_alone(void);\n' "${header#include/}" |
        $CC $FLAGS -Werror "$@" -fsyntax-only -x c - >"$work/out" 2>&1 ||
        fail "$header: does not compile alone${1:+ with $1}:" \
            "$(grep -m 1 -E 'error|warning' "$work/out")"
}
for header in $headers; do
    compiles "$header"
    case $header in
    include/core/*) compiles "$header" -DQKV_DOUBLE ;;
    esac
done

# 4 No mutable globals. Constant tables of pointers are in .data.rel.ro, which is all right.
case $FLAGS in
*-fsanitize*) skip "globals: sanitizers add their own" ;;
*)
    if size -A "$B/obj/main.o" >/dev/null 2>&1; then
        for object in $OBJECTS; do
            [ "$object" = "$B/obj/term/tty.o" ] && continue
            size -A "$object" | awk -v object="$object" '
                $1 ~ /^\.(data|bss|tdata|tbss)(\.|$)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 {
                    print object ": " $2 " bytes of mutable globals in " $1
                }'
        done | failures
    else
        skip "globals: there is no size -A"
    fi
    ;;
esac

# 5 Sizes.
for file in $sources; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 500 ] || fail "$file: $((lines)) lines, more than 500"
done

# 6 Marks of unfinished work. Split here so that this file is not found.
marks='TO''DO|FIX''ME|XX''X|HA''CK'
grep -rnwE "$marks" src include tests bench data Makefile README.md 2>/dev/null | failures

# 7 Only main ends the program; comments may speak of it.
for file in $sources; do
    case $file in
    src/main.c | src/tool/*) continue ;;
    esac
    grep -nE '(^|[^A-Za-z0-9_])(exit|abort)[[:space:]]*\(' "$file" |
        grep -vE '^[0-9]+:[[:space:]]*(//|/?\*)' |
        sed "s|^\([0-9]*\):.*|$file:\1: only src/main.c may end the program|"
done | failures

# 8 The key table of the README is that of the program.
if grep -q '^<!-- keys -->' README.md 2>/dev/null; then
    sed -n '/^<!-- keys -->/,/^<!-- \/keys -->/p' README.md |
        awk '/^```/ { inside = !inside; next } inside' >"$work/written"
    if ! "$B/qkv" --keys >"$work/keys"; then
        fail "$B/qkv --keys: failed"
    elif ! cmp -s "$work/keys" "$work/written"; then
        fail "README.md: the key table is not what $B/qkv --keys prints"
    fi
fi

if [ -s "$work/failures" ]; then
    echo "check: $(wc -l <"$work/failures" | tr -d ' ') failures"
    exit 1
fi
echo "check: all rules hold"
