# qkv: build, test, check, install. `make help` lists the targets.
#
# Settings, given on the command line:
#   CC=clang    the compiler
#   B=DIR       the folder for everything that is built
#   OPT=-O0     optimisation; the kernels are built with -O3 unless this is -O0
#   EXTRA=...   further flags for compiling and linking, such as -Werror
#   V=1         show whole commands
#   ROWS=...    what bench measures, such as "train-128 attention terminal"; QUICK=1: briefly

B = build
OPT = -O2
EXTRA =
KOPT = $(if $(filter -O0,$(OPT)),-O0,-O3)
PREFIX = /usr/local
DESTDIR =

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
Q = $(if $(V),,@)

# `make deps test`: what follows asks the compiler and pkg-config, which may only be there
# once deps is done, and -j must not run the two at once. So do one after the other.
FIRST := $(filter deps deps-check,$(MAKECMDGOALS))
THEN := $(filter-out deps deps-check,$(MAKECMDGOALS))
ifneq (,$(and $(FIRST),$(THEN)))

.PHONY: $(MAKECMDGOALS) in-turn
$(MAKECMDGOALS): in-turn
	@:
in-turn:
	@$(MAKE) $(FIRST)
	@$(MAKE) $(THEN)

else

# --- Flags ---------------------------------------------------------------------------------

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion \
	-Wdouble-promotion -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition \
	-Wredundant-decls -Wcast-qual -Wwrite-strings -Wpointer-arith -Wundef -Wvla -Wformat=2 \
	-Wswitch-enum -Wimplicit-fallthrough

# Fortified library calls need optimisation and hide errors from the sanitizers.
FORTIFY = $(if $(filter -O0,$(OPT))$(findstring -fsanitize,$(EXTRA)),,\
	-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
HARDEN = $(FORTIFY) -fstack-protector-strong -fPIE
HARDEN_LINK = $(if $(filter Darwin,$(shell uname -s)),,-pie -Wl,-z,relro,-z,now)

# Only where headers are: ncursesw also says which standard to compile for, another than ours.
cflags = $(foreach library,$(1),$(shell pkg-config --cflags-only-I $(library) 2>/dev/null))
libs = $(shell pkg-config --libs $(1) 2>/dev/null || echo -l$(1))

# No contraction of a * b + c: where a sum is fused is written in the source, as fmaf, so that
# every compiler and every processor gives the same bits.
FLAGS := $(strip -std=c11 -D_XOPEN_SOURCE=700 -DGCC_PRINTF -DGCC_SCANF -Iinclude $(OPT) -g \
	-ffp-contract=off -fno-math-errno -fno-common $(WARNINGS) $(HARDEN) \
	$(call cflags,jansson ncursesw termkey) $(EXTRA))
LINK_FLAGS := $(HARDEN_LINK) $(EXTRA)
LIBS := $(call libs,jansson) $(call libs,ncursesw) $(call libs,termkey) -lm

TEST_FLAGS := -Itests -DQKV_PROGRAM='"$(B)/qkv"' $(call cflags,cmocka vterm)
TEST_LIBS := $(call libs,cmocka) $(call libs,vterm)

# --- Files ---------------------------------------------------------------------------------

# kernels.c is compiled once per instruction set; src/core/kernels_pick.c chooses at run time.
X86 := $(if $(filter x86_64-% amd64-%,$(shell $(CC) -dumpmachine 2>/dev/null)),-DKERNELS_X86)
VARIANTS := baseline $(if $(X86),avx2 avx512)
VARIANT_baseline =
VARIANT_avx2 = -mavx2 -mfma
VARIANT_avx512 = -mavx512f -mavx512vl -mavx512dq -mavx512bw -mfma

# The part of the core that is compiled a second time with real = double, for the finite
# differences that the program shows and the tests check gradients against.
DOUBLE_SOURCES = src/core/attention.c src/core/kernels.c src/core/kernels_pick.c \
	src/core/lookup.c src/core/lookup_change.c src/core/lookup_draw.c \
	src/core/lookup_step.c \
	src/core/lookup_trace.c src/core/overrides.c src/core/trace.c $(DOUBLE_ONLY)

# Finite differences exist in double alone.
DOUBLE_ONLY = src/core/difference.c src/core/gradient.c

KERNELS := $(wildcard src/core/kernels.c src/core/kernels_lookup.c)
SOURCES := $(sort $(filter-out $(KERNELS) $(DOUBLE_ONLY),$(foreach layer,base core source app view term cli,\
	$(shell find src/$(layer) -name '*.c'))))
DOUBLES := $(filter-out $(KERNELS),$(wildcard $(DOUBLE_SOURCES)))
DATA := $(sort $(shell find data -type f ! -path '*/.*' 2>/dev/null))
LESSONS := $(sort $(wildcard data/lessons/*.lesson))
HEADS := $(sort $(basename $(notdir $(wildcard data/heads/*.head))))

KERNEL_OBJECTS := $(foreach file,$(KERNELS:src/core/%.c=%),$(VARIANTS:%=$(B)/obj/core/$(file)-%.o))
DOUBLE_KERNEL := $(if $(KERNELS),$(B)/obj/double/core/kernels-baseline.o)
OBJECTS := $(SOURCES:src/%.c=$(B)/obj/%.o) $(KERNEL_OBJECTS) \
	$(DOUBLES:src/%.c=$(B)/obj/double/%.o) $(DOUBLE_KERNEL) $(B)/obj/data_files.o
MAIN := $(B)/obj/main.o

# A test that ends in _both is built for both cores, the second time as NAME_double.
TEST_SOURCES := $(sort $(shell find tests -name 'test_*.c'))
BOTH := $(filter %_both.c,$(filter tests/core/%,$(TEST_SOURCES)))
TESTS := $(TEST_SOURCES:%.c=$(B)/%) $(BOTH:%.c=$(B)/%_double)
SUPPORT := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard tests/support/*.c)))
# The goldens count on some heads: this program has these and no others.
GOLDEN := $(B)/tests/golden
TEST_OBJECTS := $(TESTS:$(B)/%=$(B)/obj/%.o) $(B)/obj/tests/golden.o $(SUPPORT)

# How fast it is: bench/ is built as the tests are. peak.c, like the kernels, is compiled once
# per instruction set, and alone with contraction: it counts instructions, not bits.
PEAKS := $(VARIANTS:%=$(B)/obj/bench/peak-%.o)
BENCH := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard bench/bench*.c))) $(PEAKS)

# --- Building ------------------------------------------------------------------------------

.PHONY: all programs FORCE
all: $(B)/qkv ## build the program (the default)
programs: $(B)/qkv $(TESTS) $(GOLDEN) $(B)/bench ## build the program, the tests and bench, run nothing

# Notes of what the last build used, rewritten only when it changes: other flags recompile, a
# file that came or went relinks and embeds again.
FLAGS_NOTE = $(CC) $(FLAGS) $(KOPT) $(X86) $(LINK_FLAGS) $(LIBS)
FILES_NOTE = $(OBJECTS) $(SUPPORT) $(BENCH) $(DATA)
$(B)/flags.note: FORCE
	@mkdir -p $(@D); echo '$(FLAGS_NOTE)' | cmp -s - $@ || echo '$(FLAGS_NOTE)' > $@
$(B)/files.note: FORCE
	@mkdir -p $(@D); echo '$(FILES_NOTE)' | cmp -s - $@ || echo '$(FILES_NOTE)' > $@

# DEFINES is what only some objects get: see the lines with a pattern and DEFINES.
define compile
@mkdir -p $(@D)
$(if $(V),,@echo "  cc    $(@:$(B)/obj/%=%)")
$(Q)$(CC) $(FLAGS) $(DEFINES) -MMD -MP -c -o $@ $<
endef
define link
@mkdir -p $(@D)
$(if $(V),,@echo "  link  $@")
$(Q)$(CC) $(FLAGS) $(LINK_FLAGS) -o $@ $(filter %.o,$^) $(1)
endef

$(B)/qkv: $(MAIN) $(OBJECTS) $(B)/files.note
	$(call link,$(LIBS))

$(B)/obj/core/%.o: DEFINES = $(X86)
$(B)/obj/%.o: src/%.c $(B)/flags.note
	$(compile)

# -Wno-psabi: a vec is wider than the registers of some, but goes from no file to another.
define variant
$(B)/obj/core/%-$(1).o: DEFINES = $(X86) $(KOPT) -Wno-psabi -DKERNELS_NAME=$(1) $(VARIANT_$(1))
$(B)/obj/core/%-$(1).o: src/core/%.c $(B)/flags.note
	$$(compile)
endef
$(foreach name,$(VARIANTS),$(eval $(call variant,$(name))))

$(B)/obj/double/%.o: DEFINES = -DQKV_DOUBLE
$(B)/obj/double/%.o: src/%.c $(B)/flags.note
	$(compile)

$(DOUBLE_KERNEL): DEFINES = -DQKV_DOUBLE $(KOPT) -Wno-psabi -DKERNELS_NAME=baseline
$(DOUBLE_KERNEL): src/core/kernels.c $(B)/flags.note
	$(compile)

# The files under data/ become arrays in the program, which so needs nothing beside it.
$(B)/embed: src/tool/embed.c $(B)/flags.note
	@mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) $(LINK_FLAGS) -o $@ $<
$(B)/gen/data_files.c: $(B)/embed $(DATA) $(B)/files.note
	@mkdir -p $(@D)
	$(if $(V),,@echo "  embed $@")
	$(Q)$(B)/embed data $(DATA:data/%=%) > $@
$(B)/obj/data_files.o: $(B)/gen/data_files.c $(B)/flags.note
	$(compile)

$(B)/obj/tests/%.o: DEFINES = $(TEST_FLAGS)
$(B)/obj/tests/%.o: tests/%.c $(B)/flags.note
	$(compile)
$(B)/obj/tests/%_both_double.o: DEFINES = $(TEST_FLAGS) -DQKV_DOUBLE
$(B)/obj/tests/%_both_double.o: tests/%_both.c $(B)/flags.note
	$(compile)
$(TESTS) $(GOLDEN): $(B)/%: $(B)/obj/%.o $(SUPPORT) $(OBJECTS) $(B)/files.note
	$(call link,$(TEST_LIBS) $(LIBS))

$(B)/obj/bench/%.o: DEFINES = $(X86)
$(B)/obj/bench/%.o: bench/%.c $(B)/flags.note
	$(compile)
$(PEAKS): DEFINES = $(KOPT) -ffp-contract=fast -DPEAK_NAME=$* $(X86) $(VARIANT_$*)
$(PEAKS): $(B)/obj/bench/peak-%.o: bench/peak.c $(B)/flags.note
	$(compile)
$(B)/bench: $(BENCH) $(OBJECTS) $(B)/files.note
	$(call link,$(LIBS))

-include $(patsubst %.o,%.d,$(MAIN) $(OBJECTS) $(TEST_OBJECTS) $(BENCH))

# --- Running and testing -------------------------------------------------------------------

.PHONY: run test golden sanitize werror same memcheck bench check format
run: $(B)/qkv ## open the program
	@$(B)/qkv

# A test that hangs must not hang the whole run.
LIMIT := $(if $(shell command -v timeout),timeout 300)
# The tests see nothing of what is the user's own.
test golden: export XDG_DATA_HOME = /dev/null
test golden: export XDG_STATE_HOME = /dev/null

test: $(B)/qkv $(TESTS) $(GOLDEN) ## run all tests and compare the goldens
	@passed=0; failed=0; \
	for test in $(TESTS) golden lessons; do \
	    case $$test in \
	    golden) run='sh tests/golden.sh'; log=$(B)/golden.log ;; \
	    lessons) run='$(B)/qkv --check $(LESSONS)'; log=$(B)/lessons.log ;; \
	    *) run=$$test; log=$$test.log ;; \
	    esac; \
	    if B=$(B) $(LIMIT) $$run >$$log 2>&1 </dev/null; \
	    then echo "ok    $$test"; passed=$$((passed + 1)); \
	    else cat $$log; echo "FAIL  $$test"; failed=$$((failed + 1)); \
	    fi; \
	done; \
	echo "tests: $$passed passed, $$failed failed"; [ $$failed = 0 ]

golden: $(B)/qkv $(GOLDEN) ## write the goldens anew; review the diff
	@B=$(B) sh tests/golden.sh --update

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
sanitize: ## run all tests with the address and undefined-behaviour sanitizers
	@$(MAKE) B=$(B)/asan OPT=-O1 EXTRA='$(EXTRA) $(SANITIZE)' test

werror: ## build everything with gcc and with clang, warnings being errors
	@$(MAKE) B=$(B)/werror-gcc CC=gcc EXTRA='$(EXTRA) -Werror' programs
	@$(MAKE) B=$(B)/werror-clang CC=clang EXTRA='$(EXTRA) -Werror' programs

same: $(B)/qkv ## compare the numbers of two compilers, -O0 and -O2, and every kernel variant
	@$(MAKE) B=$(B)/gcc-O0 CC=gcc OPT=-O0 all
	@$(MAKE) B=$(B)/gcc-O2 CC=gcc OPT=-O2 all
	@$(MAKE) B=$(B)/clang-O0 CC=clang OPT=-O0 all
	@$(MAKE) B=$(B)/clang-O2 CC=clang OPT=-O2 all
	@sh tests/same.sh $(B)/qkv $(B)/gcc-O0/qkv $(B)/gcc-O2/qkv $(B)/clang-O0/qkv \
	    $(B)/clang-O2/qkv

memcheck: $(B)/qkv ## run the program under valgrind, without a terminal
	@for head in $(HEADS); do for form in --describe --json; do \
	    echo "  valgrind qkv $$form -c 'head $$head'"; \
	    valgrind -q --leak-check=full --error-exitcode=9 \
	        $(B)/qkv $$form -c "head $$head" >/dev/null || exit 1; \
	done; done

bench: $(B)/qkv $(B)/bench ## measure how fast it is beside others; ROWS says what, QUICK=1 briefly
	@python3 bench/bench.py --build $(B) $(if $(QUICK),--quick) $(ROWS)

check: $(B)/qkv ## check the rules for the source: format, layers, headers, no globals, ...
	@B='$(B)' CC='$(CC)' FLAGS='$(FLAGS)' OBJECTS='$(MAIN) $(OBJECTS)' sh tests/check.sh

format: ## format the source with clang-format
	@clang-format -i $$(find src include tests bench -name '*.[ch]')

# --- Installing ----------------------------------------------------------------------------

.PHONY: install deps deps-check clean help
install: $(B)/qkv ## copy the program to DESTDIR/PREFIX/bin (PREFIX is /usr/local)
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -m 755 $(B)/qkv '$(DESTDIR)$(PREFIX)/bin/qkv'

# $(call packages,for apt-get,for dnf,for pacman,for brew) installs; brew refuses to be root.
define packages
sudo=; [ "$$(id -u)" = 0 ] || ! command -v sudo >/dev/null || sudo=sudo; \
if command -v apt-get >/dev/null; then \
    echo "$@: installing with apt-get: $(strip $(1))"; \
    $$sudo apt-get -qq update && $$sudo env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -y --no-install-recommends install $(1) >/dev/null; \
elif command -v dnf >/dev/null; then \
    echo "$@: installing with dnf: $(strip $(2))"; $$sudo dnf -q -y install $(2); \
elif command -v pacman >/dev/null; then \
    echo "$@: installing with pacman: $(strip $(3))"; \
    $$sudo pacman -Sy --needed --noconfirm $(3) >/dev/null; \
elif command -v brew >/dev/null; then \
    echo "$@: installing with brew: $(strip $(4))"; brew install -q $(4); \
else \
    echo "$@: no apt-get, dnf, pacman or brew here; please install: $(strip $(2))" >&2; exit 1; \
fi
endef

# cmocka.h wants these four before it.
CAN_BUILD = $(CC) -fsyntax-only -x c $(call cflags,jansson ncursesw termkey cmocka vterm) \
	-include jansson.h -include curses.h -include termkey.h -include stdarg.h \
	-include stddef.h -include setjmp.h -include stdint.h -include cmocka.h \
	-include vterm.h /dev/null >/dev/null 2>&1
deps: ## install what building and testing need, if something is missing
	@if $(CAN_BUILD); then echo "$@: nothing is missing"; else \
	$(call packages,gcc libc6-dev make pkg-config libjansson-dev libncurses-dev \
	    libtermkey-dev libcmocka-dev libvterm-dev,\
	    gcc make pkgconf-pkg-config jansson-devel ncurses-devel libtermkey-devel \
	    libcmocka-devel libvterm-devel,\
	    gcc make pkgconf jansson ncurses libtermkey cmocka libvterm,\
	    pkg-config jansson ncurses libtermkey cmocka libvterm); \
	$(CAN_BUILD) || { echo "$@: $(CC) does not find all of jansson.h curses.h termkey.h \
	    cmocka.h vterm.h" >&2; exit 1; }; \
	fi

CAN_CHECK = mkdir -p $(B) && for tool in gcc clang clang-format valgrind; do \
	    command -v $$tool >/dev/null || exit 1; \
	done && echo 'int main(void) { return 0; }' | \
	    clang -fsanitize=address,undefined -x c -o $(B)/probe - >/dev/null 2>&1
deps-check: deps ## install what the checks need in addition, if something is missing
	@if ($(CAN_CHECK)); then echo "$@: nothing is missing"; else \
	$(call packages,gcc clang clang-format libclang-rt-dev valgrind,\
	    gcc clang clang-tools-extra compiler-rt libasan libubsan valgrind,\
	    gcc clang compiler-rt valgrind,gcc llvm clang-format); \
	fi

clean: ## remove everything that was built
	rm -rf $(B)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-11s %s\n", $$1, $$2 }' Makefile

endif
