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

# --- Files ---------------------------------------------------------------------------------

# kernels.c is compiled once per instruction set; src/core/kernels_pick.c chooses at run time.
X86 := $(if $(filter x86_64-% amd64-%,$(shell $(CC) -dumpmachine 2>/dev/null)),-DKERNELS_X86)
VARIANTS := baseline $(if $(X86),avx2 avx512)
VARIANT_baseline =
VARIANT_avx2 = -mavx2 -mfma
VARIANT_avx512 = -mavx512f -mavx512vl -mavx512dq -mavx512bw -mfma

# The part of the core that is compiled a second time with real = double, for the finite
# differences that the program shows and the tests check gradients against.
DOUBLE_SOURCES = $(addprefix src/core/,attention.c kernels.c kernels_pick.c lookup.c \
	lookup_draw.c lookup_step.c op.c op_loss.c op_product.c op_softmax.c op_statistics.c \
	op_sum.c overrides.c tensors.c terms.c) $(DOUBLE_ONLY)

# Derivatives and finite differences exist in double alone.
DOUBLE_ONLY = src/core/derivatives.c

KERNELS := $(wildcard src/core/kernels.c src/core/kernels_lookup.c)
SOURCES := $(sort $(filter-out $(KERNELS) $(DOUBLE_ONLY),$(foreach layer,base core source app view term cli,\
	$(shell find src/$(layer) -name '*.c'))))
DOUBLES := $(filter-out $(KERNELS),$(wildcard $(DOUBLE_SOURCES)))
DATA := $(sort $(shell find data -type f ! -path '*/.*' 2>/dev/null))

KERNEL_OBJECTS := $(foreach file,$(KERNELS:src/core/%.c=%),$(VARIANTS:%=$(B)/obj/core/$(file)-%.o))
DOUBLE_KERNEL := $(if $(KERNELS),$(B)/obj/double/core/kernels-baseline.o)
OBJECTS := $(SOURCES:src/%.c=$(B)/obj/%.o) $(KERNEL_OBJECTS) \
	$(DOUBLES:src/%.c=$(B)/obj/double/%.o) $(DOUBLE_KERNEL) $(B)/obj/data_files.o
MAIN := $(B)/obj/main.o
LIBQKV := $(B)/libqkv.a

# --- Building ------------------------------------------------------------------------------

.PHONY: all FORCE
all: $(B)/qkv ## build the program (the default)

# Notes of what the last build used, rewritten only when it changes: other flags recompile, a
# file that came or went makes the libraries and all that links them anew, and embeds again.
flags = $(CC) $(FLAGS) $(KOPT) $(X86) $(LINK_FLAGS) $(LIBS)
files = $(OBJECTS) $(SUPPORT) $(BENCH) $(DATA)
$(B)/flags.note $(B)/files.note: $(B)/%.note: FORCE
	@mkdir -p $(@D); echo '$($*)' | cmp -s - $@ || echo '$($*)' > $@

# DEFINES is what only some objects get: see the lines with a pattern and DEFINES.
define compile
@mkdir -p $(@D)
$(if $(V),,@echo "  cc    $(@:$(B)/obj/%=%)")
$(Q)$(CC) $(FLAGS) $(DEFINES) -MMD -MP -c -o $@ $<
endef
define link
@mkdir -p $(@D)
$(if $(V),,@echo "  link  $@")
$(Q)$(CC) $(FLAGS) $(LINK_FLAGS) -o $@ $(filter %.o %.a,$^) $(1)
endef
define archive
$(if $(V),,@echo "  ar    $@")
$(Q)rm -f $@; $(AR) rcs $@ $(filter %.o,$^)
endef

# All but main: the program, the tests and bench link of it what they use.
$(LIBQKV): $(OBJECTS) $(B)/files.note
	$(archive)
$(B)/qkv: $(MAIN) $(LIBQKV)
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

-include $(patsubst %.o,%.d,$(MAIN) $(OBJECTS))

# --- Testing and measuring -----------------------------------------------------------------

include tests/tests.mk

# --- Running and installing ----------------------------------------------------------------

.PHONY: run install deps deps-check clean help
run: $(B)/qkv ## open the program
	@$(B)/qkv

install: $(B)/qkv ## copy the program to DESTDIR/PREFIX/bin (PREFIX is /usr/local)
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -m 755 $(B)/qkv '$(DESTDIR)$(PREFIX)/bin/qkv'

deps: ## install what building and testing need, if something is missing
	@CC='$(CC)' sh tests/deps.sh deps
deps-check: deps ## install what the checks need in addition, if something is missing
	@sh tests/deps.sh deps-check

clean: ## remove everything that was built
	rm -rf $(B)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-11s %s\n", $$1, $$2 }' Makefile tests/tests.mk

endif
