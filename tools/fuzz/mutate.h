/* Mutations of texts, for where AFL++ is not at hand: no feedback, but tokens are
 * known. The text in hand is also in a file, so that it survives a crash. */
#ifndef NOE_FUZZ_MUTATE_H
#define NOE_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

struct noe_mutator;

/* Texts of at most `longest` bytes; NULL if `keep` cannot be written. */
struct noe_mutator *noe_fuzz_mutator_new(uint64_t seed, size_t longest, const char *keep);
void noe_fuzz_mutator_delete(struct noe_mutator *mutator);

/* A text to start from; the bytes are copied. */
void noe_fuzz_mutator_add(struct noe_mutator *mutator, const char *bytes, size_t length);

/* Words to put in, one `"word"` to a line as in the dictionaries of AFL++. */
void noe_fuzz_mutator_words(struct noe_mutator *mutator, const char *bytes, size_t length);

/* The next text, valid until the next call. */
const char *noe_fuzz_mutate(struct noe_mutator *mutator, size_t *length);

#endif
