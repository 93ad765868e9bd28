#!/bin/sh
# Checks the rules that a compiler does not: format, layers, headers, no mutable globals, sizes,
# marks, exits, what the README names. Says a line for each failure, goes on, and fails at the end.
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
all=$(find src include tests -name '*.[ch]' | sort)

# 1 Format.
if command -v clang-format >/dev/null; then
    clang-format --dry-run -Werror $all 2>"$work/out" ||
        awk -F : '
            /: error: / && !seen[$1]++ { print $1 ": not formatted; \047make format\047 does it" }
            END { if (!NR) print "clang-format: failed" }
        ' "$work/out" | failures
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
# alone FOLDER [FLAG]: compiles for each header of FOLDER a file that includes only this one. The
# declaration is there because a source file must not be empty.
alone() {
    rm -rf "$work/alone"
    mkdir "$work/alone"
    find "$1" -name '*.h' | awk -v folder="$work/alone" '{
        file = folder "/" NR ".c"
        sub("include/", "")
        print "#include \"" $0 "\"\nint header_alone(void);" >file
        close(file)
    }'
    shift
    LC_ALL=C $CC $FLAGS -Werror -Wfatal-errors "$@" -fsyntax-only "$work"/alone/*.c \
        >"$work/out" 2>&1 ||
        { grep 'error:' "$work/out" || cat "$work/out"; } | sort -u |
        sed "s/^/a header alone${1:+ with $1}: /" | failures
}
alone include
alone include/core -DQKV_DOUBLE

# 4 No mutable globals. Constant tables of pointers are in .data.rel.ro, which is all right.
case $FLAGS in
*-fsanitize*) skip "globals: sanitizers add their own" ;;
*)
    if size -A "$B/obj/main.o" >/dev/null 2>&1; then
        size -A $OBJECTS | awk -v tty="$B/obj/term/tty.o" '
            $2 == ":" { object = $1 }
            $1 ~ /^\.(data|bss|tdata|tbss)(\.|$)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 &&
                object != tty { print object ": " $2 " bytes of mutable globals in " $1 }
        ' | failures
    else
        skip "globals: there is no size -A"
    fi
    ;;
esac

# 5 Sizes.
wc -l $sources | awk '$1 > 450 && $2 != "total" { print $2 ": " $1 " lines, more than 450" }' |
    failures

# 6 Marks of unfinished work. Split here so that this file is not found.
marks='TO''DO|FIX''ME|XX''X|HA''CK'
grep -rnwE "$marks" src include tests data Makefile README.md 2>/dev/null | failures

# 7 Only main ends the program; comments may speak of it.
grep -nE '(^|[^A-Za-z0-9_])(exit|abort)[[:space:]]*\(' $sources |
    grep -vE '^(src/main\.c|src/tool/[^:]*):|^[^:]*:[0-9]+:[[:space:]]*(//|/?\*)' |
    sed 's/^\([^:]*:[0-9]*\):.*/\1: only src\/main.c may end the program/' | failures

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

# 9 No circles: an object is not called, however many are in between, by one that it calls. tsort
# names each circle that it meets. The double core has the same calls as the core.
circles() {
    nm -g -P $OBJECTS | awk -v objects="$B/obj/" '
        /:$/ {
            file = substr($0, length(objects) + 1)
            sub(/\.o:$/, "", file)
            next
        }
        file ~ /^double\// { next }
        $2 ~ /^[Uw]$/ { caller[++uses] = file; symbol[uses] = $1; next }
        { owner[$1] = file }
        END {
            for (i = 1; i <= uses; i++)
                if (symbol[i] in owner) print caller[i], owner[symbol[i]]
        }' | sort -u | LC_ALL=C tsort 2>&1 >/dev/null | awk '
        / (loop|cycle)/ { print circle; circle = ""; next }
        { circle = circle (circle == "" ? "a circle of objects: " : " > ") $2 }
        END { print circle }' | grep . | sort -u | failures
}

# 10 The source map of the README names every source file, in the row of its folder.
find src -name '*.c' | sort | awk '
    FILENAME == "README.md" {
        if (/^\| `.*\/` \|/) { split($0, part, "`"); row[part[2]] = $0 }
        next
    }
    {
        folder = file = $0
        sub(/^src\//, "", folder)
        sub(/[^\/]*$/, "", folder)
        sub(/.*\//, "", file)
        sub(/\.c$/, "", file)
        if (!index(row[folder == "" ? "./" : folder], "`" file "`"))
            print "README.md: the source map does not name " $0
    }' README.md - | failures

if [ -s "$work/failures" ]; then
    echo "check: $(wc -l <"$work/failures" | tr -d ' ') failures"
    exit 1
fi
echo "check: all rules hold"
