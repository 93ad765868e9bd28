#!/bin/sh
# Installs what is missing, with the package manager that is there.
#
#     tests/deps.sh deps          what building and testing need; CC is the compiler
#     tests/deps.sh deps-check    what the checks need in addition
set -u
what=$1
CC=${CC:-cc}

# packages MANAGER: what it calls that which is needed.
packages() {
    case $what:$1 in
    deps:apt-get)
        echo gcc libc6-dev make pkg-config libjansson-dev libncurses-dev libtermkey-dev \
            libcmocka-dev libvterm-dev
        ;;
    deps:dnf)
        echo gcc make pkgconf-pkg-config jansson-devel ncurses-devel libtermkey-devel \
            libcmocka-devel libvterm-devel
        ;;
    deps:pacman) echo gcc make pkgconf jansson ncurses libtermkey cmocka libvterm ;;
    deps:brew) echo pkg-config jansson ncurses libtermkey cmocka libvterm ;;
    deps-check:apt-get) echo gcc clang clang-format libclang-rt-dev valgrind ;;
    deps-check:dnf)
        echo gcc clang clang-tools-extra compiler-rt libasan libubsan valgrind
        ;;
    deps-check:pacman) echo gcc clang compiler-rt valgrind ;;
    deps-check:brew) echo gcc llvm clang-format ;;
    esac
}

# brew refuses to be root.
# shellcheck disable=SC2046 # a list of packages is meant to be split
install() {
    sudo=
    [ "$(id -u)" = 0 ] || ! command -v sudo >/dev/null || sudo=sudo
    for manager in apt-get dnf pacman brew; do
        command -v $manager >/dev/null || continue
        echo "$what: installing with $manager:" $(packages $manager)
        case $manager in
        apt-get)
            $sudo apt-get -qq update && $sudo env DEBIAN_FRONTEND=noninteractive apt-get \
                -qq -y --no-install-recommends install $(packages apt-get) >/dev/null
            ;;
        dnf) $sudo dnf -q -y install $(packages dnf) ;;
        pacman) $sudo pacman -Sy --needed --noconfirm $(packages pacman) >/dev/null ;;
        brew) brew install -q $(packages brew) ;;
        esac
        return
    done
    echo "$what: no apt-get, dnf, pacman or brew here; please install:" $(packages dnf) >&2
    return 1
}

# cmocka.h wants the four before it.
# shellcheck disable=SC2046,SC2086 # flags, and a compiler such as "ccache gcc", are words
can_build() {
    $CC -fsyntax-only -x c $(for library in jansson ncursesw termkey cmocka vterm; do
        pkg-config --cflags-only-I $library 2>/dev/null
    done) -include jansson.h -include curses.h -include termkey.h -include stdarg.h \
        -include stddef.h -include setjmp.h -include stdint.h -include cmocka.h \
        -include vterm.h /dev/null >/dev/null 2>&1
}

can_check() {
    for tool in gcc clang clang-format valgrind; do
        command -v $tool >/dev/null || return 1
    done
    probe=$(mktemp) || return 1
    echo 'int main(void) { return 0; }' |
        clang -fsanitize=address,undefined -x c -o "$probe" - >/dev/null 2>&1
    status=$?
    rm -f "$probe"
    return $status
}

case $what in
deps)
    can_build && echo "$what: nothing is missing" && exit
    install || exit
    can_build && exit
    echo "$what: $CC does not find all of jansson.h curses.h termkey.h cmocka.h vterm.h" >&2
    exit 1
    ;;
deps-check)
    can_check && echo "$what: nothing is missing" && exit
    install
    ;;
*)
    echo "usage: tests/deps.sh deps|deps-check" >&2
    exit 2
    ;;
esac
