# How the tests, the goldens and bench are built and run, and what else is checked. The Makefile
# includes this.

# --- Files ---------------------------------------------------------------------------------

# A test that ends in _both is built for both cores, the second time as NAME_double. Backwards:
# those that take long, of the views and the terminal, are run first.
TEST_SOURCES := $(shell find tests -name 'test_*.c' | sort -r)
BOTH := $(filter %_both.c,$(filter tests/core/%,$(TEST_SOURCES)))
TESTS := $(TEST_SOURCES:%.c=$(B)/%) $(BOTH:%.c=$(B)/%_double)
SUPPORT := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard tests/support/*.c)))
LIBSUPPORT := $(B)/libsupport.a
# The goldens count on some heads: this program has these and no others.
GOLDEN := $(B)/tests/golden

# How fast it is. peak.c, like the kernels, is compiled once per instruction set, and alone with
# contraction: it counts instructions, not bits.
PEAKS := $(VARIANTS:%=$(B)/obj/tests/bench/peak-%.o)
BENCH := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard tests/bench/bench*.c))) $(PEAKS)

# --- Building ------------------------------------------------------------------------------

TEST_FLAGS := -Itests -DQKV_PROGRAM='"$(B)/qkv"' $(call cflags,cmocka vterm)
TEST_LIBS := $(call libs,cmocka) $(call libs,vterm)

.PHONY: programs
programs: $(B)/qkv $(TESTS) $(GOLDEN) $(B)/bench ## build the program, the tests and bench, run nothing

$(B)/obj/tests/%.o: DEFINES = $(TEST_FLAGS)
$(B)/obj/tests/%.o: tests/%.c $(B)/flags.note
	$(compile)
$(B)/obj/tests/%_both_double.o: DEFINES = $(TEST_FLAGS) -DQKV_DOUBLE
$(B)/obj/tests/%_both_double.o: tests/%_both.c $(B)/flags.note
	$(compile)
$(LIBSUPPORT): $(SUPPORT) $(B)/files.note
	$(archive)
$(TESTS) $(GOLDEN): $(B)/%: $(B)/obj/%.o $(LIBSUPPORT) $(LIBQKV)
	$(call link,$(TEST_LIBS) $(LIBS))

$(B)/obj/tests/bench/%.o: DEFINES = $(X86)
$(PEAKS): DEFINES = $(KOPT) -ffp-contract=fast -DPEAK_NAME=$* $(X86) $(VARIANT_$*)
$(PEAKS): $(B)/obj/tests/bench/peak-%.o: tests/bench/peak.c $(B)/flags.note
	$(compile)
$(B)/bench: $(BENCH) $(LIBQKV)
	$(call link,$(LIBS))

-include $(patsubst $(B)/%,$(B)/obj/%.d,$(TESTS) $(GOLDEN)) $(patsubst %.o,%.d,$(SUPPORT) $(BENCH))

# --- Testing -------------------------------------------------------------------------------

.PHONY: test golden sanitize
# Each test, the goldens and the lessons write a log, every time, whose last line says how it
# went. Nothing is run before all is built; a test that hangs must not hang the whole run.
LOGS := $(TESTS:=.log) $(B)/golden.log $(B)/lessons.log
LIMIT := $(if $(shell command -v timeout),timeout 300)
RUN = $(@:.log=)
$(B)/golden.log: RUN = sh tests/golden.sh
$(B)/lessons.log: RUN = $(B)/qkv --check data/lessons/*.lesson
# The tests see nothing of what is the user's own.
test golden: export XDG_DATA_HOME = /dev/null
test golden: export XDG_STATE_HOME = /dev/null

$(LOGS): FORCE | $(B)/qkv $(TESTS) $(GOLDEN)
	@said=ok; B=$(B) $(LIMIT) $(RUN) >$@ 2>&1 </dev/null || \
	    { [ $$? != 124 ] || echo 'stopped by $(LIMIT)' >>$@; said=FAIL; }; \
	printf '\n%-5s %s\n' $$said $(@:.log=) >>$@; \
	if [ $$said = ok ]; then tail -n 1 $@; else cat $@; fi
test: $(LOGS) ## run all tests and compare the goldens
	@tail -q -n 1 $(LOGS) | awk '$$1 == "ok" { passed++; next } { failed++; print } \
	    END { print "tests: " passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 }'

golden: $(B)/qkv $(GOLDEN) ## write the goldens anew; review the diff
	@B=$(B) sh tests/golden.sh --update

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
sanitize: ## run all tests with the address and undefined-behaviour sanitizers
	@$(MAKE) B=$(B)/asan OPT=-O1 EXTRA='$(EXTRA) $(SANITIZE)' test

# --- Checking ------------------------------------------------------------------------------

.PHONY: werror same memcheck check format bench
# The settings of a tree of its own: $(call tree,COMPILER,LEVEL)
tree = B=$(B)/$(1)$(2) CC=$(1) OPT=$(2) EXTRA='$(strip $(EXTRA) -Werror)'
werror: ## build everything with gcc and with clang, warnings being errors
	@$(MAKE) $(call tree,gcc,-O2) programs
	@$(MAKE) $(call tree,clang,-O2) programs

# Where both are asked for, one after the other: they share two trees.
same: | $(filter werror,$(MAKECMDGOALS))
same: ## compare the numbers of two compilers, -O0 and -O2, and every kernel variant
	@$(MAKE) $(call tree,gcc,-O0) all
	@$(MAKE) $(call tree,gcc,-O2) all
	@$(MAKE) $(call tree,clang,-O0) all
	@$(MAKE) $(call tree,clang,-O2) all
	@sh tests/same.sh $(foreach tree,gcc-O2 gcc-O0 clang-O0 clang-O2,$(B)/$(tree)/qkv)

memcheck: $(B)/qkv ## run the program under valgrind, without a terminal
	@for head in data/heads/*.head; do for form in --describe --json; do \
	    head=$$(basename $$head .head); \
	    echo "  valgrind qkv $$form -c 'head $$head'"; \
	    valgrind -q --leak-check=full --error-exitcode=9 \
	        $(B)/qkv $$form -c "head $$head" >/dev/null || exit 1; \
	done; done

check: $(B)/qkv ## check the rules for the source: format, layers, headers, no globals, ...
	@B='$(B)' CC='$(CC)' FLAGS='$(FLAGS)' OBJECTS='$(MAIN) $(OBJECTS)' sh tests/check.sh

format: ## format the source with clang-format
	@clang-format -i $$(find src include tests -name '*.[ch]')

bench: $(B)/qkv $(B)/bench ## measure how fast it is beside others; ROWS says what, QUICK=1 briefly
	@python3 tests/bench/bench.py --build $(B) $(if $(QUICK),--quick) $(ROWS)
