/* Decoding by the table of RFC 3629, nothing beyond it, and the classes of characters. */
#include "base/utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { LAST = 0x10ffff };

#define BYTES(s) s, sizeof(s) - 1

/* Decodes a copy that ends where `length` says: a sanitizer sees reading past it. */
static size_t
decode(const char *bytes, size_t length, uint32_t *code)
{
    char *copy = malloc(length + (length == 0));
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    size_t size = utf8_decode(copy, length, code);
    free(copy);
    return size;
}

static bool
is_surrogate(uint32_t code)
{
    return code >= 0xd800 && code <= 0xdfff;
}

static void
decodes_well_formed(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        uint32_t code;
    } rows[] = {
        {BYTES("\0"), 0},
        {BYTES("A"), 'A'},
        {BYTES("\x7f"), 0x7f},
        {BYTES("\xc2\x80"), 0x80},
        {BYTES("\xc3\xa9"), 0xe9},
        {BYTES("\xdf\xbf"), 0x7ff},
        {BYTES("\xe0\xa0\x80"), 0x800},
        {BYTES("\xe2\x82\xac"), 0x20ac},
        {BYTES("\xed\x9f\xbf"), 0xd7ff},
        {BYTES("\xee\x80\x80"), 0xe000},
        {BYTES("\xef\xbf\xbf"), 0xffff},
        {BYTES("\xf0\x90\x80\x80"), 0x10000},
        {BYTES("\xf0\x9f\x98\x80"), 0x1f600},
        {BYTES("\xf4\x8f\xbf\xbf"), LAST},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t code = 1;
        assert_int_equal(decode(rows[i].bytes, rows[i].length, &code), rows[i].length);
        assert_int_equal(code, rows[i].code);
        /* what follows does not matter, good or bad */
        char longer[8] = {0};
        memcpy(longer, rows[i].bytes, rows[i].length);
        longer[rows[i].length] = '\xff';
        assert_int_equal(decode(longer, sizeof longer, &code), rows[i].length);
        assert_int_equal(code, rows[i].code);
        /* one byte less is not enough, even where it stands there */
        assert_int_equal(utf8_decode(rows[i].bytes, rows[i].length - 1, &code), 0);
        assert_int_equal(decode(rows[i].bytes, rows[i].length - 1, &code), 0);
    }
}

static void
refuses_malformed(void **state)
{
    (void)state;
    static const struct {
        const char *what, *bytes;
        size_t length;
    } rows[] = {
        {"nothing", BYTES("")},
        {"continuation first", BYTES("\x80")},
        {"continuation first", BYTES("\xbf\x80")},
        {"overlong slash in 2", BYTES("\xc0\xaf")},
        {"overlong NUL in 2", BYTES("\xc0\x80")},
        {"overlong 0x7f in 2", BYTES("\xc1\xbf")},
        {"overlong slash in 3", BYTES("\xe0\x80\xaf")},
        {"overlong 0x7ff in 3", BYTES("\xe0\x9f\xbf")},
        {"overlong slash in 4", BYTES("\xf0\x80\x80\xaf")},
        {"overlong 0xffff in 4", BYTES("\xf0\x8f\xbf\xbf")},
        {"first surrogate", BYTES("\xed\xa0\x80")},
        {"last high surrogate", BYTES("\xed\xaf\xbf")},
        {"first low surrogate", BYTES("\xed\xb0\x80")},
        {"last surrogate", BYTES("\xed\xbf\xbf")},
        {"pair of surrogates", BYTES("\xed\xa0\xbd\xed\xb8\x80")},
        {"U+110000", BYTES("\xf4\x90\x80\x80")},
        {"U+13FFFF", BYTES("\xf4\xbf\xbf\xbf")},
        {"lead F5", BYTES("\xf5\x80\x80\x80")},
        {"U+1FFFFF", BYTES("\xf7\xbf\xbf\xbf")},
        {"five bytes", BYTES("\xf8\x88\x80\x80\x80")},
        {"six bytes", BYTES("\xfc\x84\x80\x80\x80\x80")},
        {"FE", BYTES("\xfe\x80\x80\x80")},
        {"FF", BYTES("\xff\xbf\xbf\xbf")},
        {"2 cut to 1", BYTES("\xc3")},
        {"3 cut to 1", BYTES("\xe2")},
        {"3 cut to 2", BYTES("\xe2\x82")},
        {"4 cut to 1", BYTES("\xf0")},
        {"4 cut to 2", BYTES("\xf0\x9f")},
        {"4 cut to 3", BYTES("\xf0\x9f\x98")},
        {"letter for byte 2 of 2", BYTES("\xc3(")},
        {"letter for byte 2 of 3", BYTES("\xe2(\xac")},
        {"letter for byte 3 of 3", BYTES("\xe2\x82(")},
        {"letter for byte 2 of 4", BYTES("\xf0(\x98\x80")},
        {"letter for byte 3 of 4", BYTES("\xf0\x9f(\x80")},
        {"letter for byte 4 of 4", BYTES("\xf0\x9f\x98(")},
        {"lead for byte 2", BYTES("\xc3\xc3\xa9")},
        {"lead for byte 3", BYTES("\xe2\x82\xe2\x82\xac")},
        {"NUL for byte 2", BYTES("\xc3\0")},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t code;
        size_t size = decode(rows[i].bytes, rows[i].length, &code);
        if (size != 0)
            fail_msg("%s: decoded %zu bytes", rows[i].what, size);
    }
}

/* RFC 3629 has 128 characters of one byte, 1920 of two and 61440 of three, no more. */
static void
counts_all_of_three_bytes(void **state)
{
    (void)state;
    long count[5] = {0};
    for (uint32_t bits = 0; bits < 1u << 24; bits++) {
        char bytes[3] = {(char)(bits >> 16), (char)(bits >> 8 & 0xff),
                         (char)(bits & 0xff)};
        uint32_t code;
        size_t size = utf8_decode(bytes, sizeof bytes, &code);
        assert_true(size <= 3);
        count[size]++;
    }
    assert_int_equal(count[1], 128L * 256 * 256);
    assert_int_equal(count[2], 1920L * 256);
    assert_int_equal(count[3], 61440L);
}

static void
decides_on_four_bytes(void **state)
{
    (void)state;
    static const unsigned char tails[] = {0x00, 0x41, 0x7f, 0x80, 0x9f, 0xbf, 0xc0, 0xff};
    for (unsigned lead = 0xf0; lead <= 0xff; lead++)
        for (unsigned second = 0; second <= 0xff; second++)
            for (unsigned tail = 0; tail < 64; tail++) {
                unsigned third = tails[tail / 8], fourth = tails[tail % 8];
                char bytes[4] = {(char)lead, (char)second, (char)third, (char)fourth};
                unsigned least = lead == 0xf0 ? 0x90 : 0x80;
                unsigned most = lead == 0xf4 ? 0x8f : 0xbf;
                bool good = lead <= 0xf4 && second >= least && second <= most &&
                            third >= 0x80 && third <= 0xbf && fourth >= 0x80 &&
                            fourth <= 0xbf;
                uint32_t code;
                if (utf8_decode(bytes, 4, &code) != (good ? 4 : 0))
                    fail_msg("%02X %02X %02X %02X", lead, second, third, fourth);
            }
}

static void
encodes_what_it_decodes(void **state)
{
    (void)state;
    for (uint32_t code = 0; code <= LAST; code++) {
        if (is_surrogate(code))
            continue;
        char bytes[4];
        size_t size = utf8_encode(bytes, code);
        size_t wanted = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        uint32_t back = LAST + 1;
        if (size != wanted || utf8_decode(bytes, size, &back) != size || back != code)
            fail_msg("U+%04X becomes %zu bytes and U+%04X", (unsigned)code, size,
                     (unsigned)back);
    }
}

static void
classes_agree_with_c_on_ascii(void **state)
{
    (void)state;
    for (int c = 0; c < 0x80; c++) {
        uint32_t code = (uint32_t)c;
        assert_int_equal(utf8_is_control(code), iscntrl(c) != 0);
        assert_int_equal(utf8_is_blank(code), isspace(c) != 0);
        assert_int_equal(utf8_is_punctuation(code), ispunct(c) != 0);
        assert_int_equal(utf8_lower(code), tolower(c));
    }
}

static void
classes_of_some_characters(void **state)
{
    (void)state;
    static const uint32_t controls[] = {
        0x80,   0x85,   0x9b,   0x9f,   0xad,   0x61c,  0x200b, 0x200e, 0x200f, 0x2028,
        0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0xfeff, 0xfff9, 0xffff, 0xe0001};
    static const uint32_t blanks[] = {0xa0,   0x1680, 0x2000, 0x2009,
                                      0x200a, 0x202f, 0x3000};
    static const uint32_t marks[] = {
        0xa1,   0xab,   0xbb,   0xbf,   0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d,
        0x201e, 0x2026, 0x203a, 0x3001, 0x3002, 0x300c, 0x300d, 0xff01, 0xff0c, 0xff1f};
    static const uint32_t letters[] = {
        0xaa,   0xb5,   0xc0,   0xe9,   0xff,   0x3b1,  0x416,  0x5d0,   0x627,  0x905,
        0x1e00, 0x20ac, 0x3042, 0x4e00, 0xac00, 0xff21, 0xff10, 0x1f600, 0x20000};
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (!utf8_is_control(controls[i]))
            fail_msg("U+%04X is a control", (unsigned)controls[i]);
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (!utf8_is_blank(blanks[i]))
            fail_msg("U+%04X is a blank", (unsigned)blanks[i]);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (!utf8_is_punctuation(marks[i]))
            fail_msg("U+%04X is punctuation", (unsigned)marks[i]);
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (utf8_is_control(letters[i]) || utf8_is_blank(letters[i]) ||
            utf8_is_punctuation(letters[i]))
            fail_msg("U+%04X is in none of the classes", (unsigned)letters[i]);
}

/* The sentence is split by these classes, so no character may be in two of them, but for
 * the control characters of ASCII that are blanks. */
static void
classes_are_disjoint(void **state)
{
    (void)state;
    for (uint32_t code = 0; code <= LAST; code++) {
        bool control = utf8_is_control(code), blank = utf8_is_blank(code);
        bool mark = utf8_is_punctuation(code);
        if ((mark && (control || blank)) ||
            (control && blank && !(code >= '\t' && code <= '\r')))
            fail_msg("U+%04X is in two classes", (unsigned)code);
    }
}

static const struct pair {
    uint32_t upper, lower;
} pairs[] = {
    {0xc0, 0xe0},   {0xd6, 0xf6},   {0xd8, 0xf8},   {0xde, 0xfe},   {0x100, 0x101},
    {0x12e, 0x12f}, {0x132, 0x133}, {0x136, 0x137}, {0x139, 0x13a}, {0x147, 0x148},
    {0x14a, 0x14b}, {0x160, 0x161}, {0x176, 0x177}, {0x178, 0xff},  {0x179, 0x17a},
    {0x17d, 0x17e}, {0x391, 0x3b1}, {0x3a3, 0x3c3}, {0x3a9, 0x3c9}, {0x400, 0x450},
    {0x401, 0x451}, {0x40f, 0x45f}, {0x410, 0x430}, {0x42f, 0x44f},
};

static void
lowers_letters(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (utf8_lower(pairs[i].upper) != pairs[i].lower)
            fail_msg("U+%04X becomes U+%04X", (unsigned)pairs[i].upper,
                     (unsigned)utf8_lower(pairs[i].upper));
    /* no letters, or lower already: times, divide, eszett, kra, n with apostrophe */
    static const uint32_t kept[] = {0xd7,  0xdf,  0xf7,  0x130,  0x138,  0x149,  0x17f,
                                    0x3a2, 0x3c2, 0x5d0, 0x20ac, 0x3042, 0x4e00, LAST};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        assert_int_equal(utf8_lower(kept[i]), kept[i]);
    /* lowering twice is lowering once, and a letter stays a letter */
    for (uint32_t code = 0; code <= LAST; code++) {
        uint32_t lower = utf8_lower(code);
        if (utf8_lower(lower) != lower || lower > LAST ||
            is_surrogate(lower) != is_surrogate(code))
            fail_msg("U+%04X", (unsigned)code);
    }
}

/* Capitals of alphabets in daily use that stand outside the first blocks: Greek with
 * tonos and dialytika, Romanian, Vietnamese, Ukrainian. */
static void
lowers_letters_of_living_alphabets(void **state)
{
    (void)state;
    static const struct pair living[] = {
        {0x386, 0x3ac}, {0x388, 0x3ad}, {0x389, 0x3ae}, {0x38a, 0x3af}, {0x38c, 0x3cc},
        {0x38e, 0x3cd}, {0x38f, 0x3ce}, {0x3aa, 0x3ca}, {0x3ab, 0x3cb}, {0x218, 0x219},
        {0x21a, 0x21b}, {0x1a0, 0x1a1}, {0x1af, 0x1b0}, {0x490, 0x491},
    };
    for (size_t i = 0; i < sizeof living / sizeof *living; i++)
        if (utf8_lower(living[i].upper) != living[i].lower)
            fail_msg("U+%04X becomes U+%04X, not U+%04X", (unsigned)living[i].upper,
                     (unsigned)utf8_lower(living[i].upper), (unsigned)living[i].lower);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decodes_well_formed),
        cmocka_unit_test(refuses_malformed),
        cmocka_unit_test(counts_all_of_three_bytes),
        cmocka_unit_test(decides_on_four_bytes),
        cmocka_unit_test(encodes_what_it_decodes),
        cmocka_unit_test(classes_agree_with_c_on_ascii),
        cmocka_unit_test(classes_of_some_characters),
        cmocka_unit_test(classes_are_disjoint),
        cmocka_unit_test(lowers_letters),
        cmocka_unit_test(lowers_letters_of_living_alphabets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
