#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes the character at s, of which `length` bytes may be read. Returns how many bytes
 * it has (1 to 4) and its code point; 0 where the bytes are no well-formed UTF-8 (RFC 3629:
 * no overlong forms, no surrogates, nothing above U+10FFFF) or length is 0. */
size_t utf8_decode(const char *s, size_t length, uint32_t *code);

/* Writes the 1 to 4 bytes of a code point (not a surrogate, at most U+10FFFF) and returns
 * their number. */
size_t utf8_encode(char out[4], uint32_t code);

/* Whether the character draws nothing a reader could see or does something to a terminal
 * or to the order of text: controls, bidirectional marks, line and paragraph separators. Not
 * the joiners U+200C and U+200D, which are part of words and of emoji. */
bool utf8_is_control(uint32_t code);

/* Whether the character is a blank that separates words (space, tab, line ends, the
 * no-break and typographic spaces). */
bool utf8_is_blank(uint32_t code);

/* Whether the character is punctuation that becomes a token of its own at the start or the
 * end of a word: ASCII punctuation and the quotation marks, dashes and stops of the
 * General Punctuation, Latin-1 and CJK blocks. */
bool utf8_is_punctuation(uint32_t code);

/* The lower-case form of a letter of the Latin, Greek and Cyrillic alphabets in use; any other
 * code point is returned as it is. The same on every machine, whatever the locale. */
uint32_t utf8_lower(uint32_t code);

/* How many columns of a terminal a character takes: 0 (a mark that combines with the
 * character before it), 1, or 2 (wide East Asian characters, emoji). */
int utf8_width(uint32_t code);

#endif
