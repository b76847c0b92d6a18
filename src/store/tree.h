/* Keys as trees whose branches are shared (Laarman, van de Pol and Weber,
 * "Parallel recursive state compression for free", SPIN 2011).
 *
 * A key is cut into words of 32 bits, padded with 0; a key that may be shorter
 * than others ends with its length. Neighbouring words are paired, a pair is
 * replaced by its number in the set of all pairs, and so on until two words are
 * left: the root, which stands for the key. Numbers and pairs correspond one to
 * one, hence equal roots are equal keys. States differ from each other in a few
 * places, so most pairs of a new state are old: it costs little more than its root. */
#ifndef NOE_STORE_TREE_H
#define NOE_STORE_TREE_H

#include "store/set.h"

enum { NOE_TREE_MOST_BYTES = 4096, NOE_TREE_MOST_WORDS = NOE_TREE_MOST_BYTES / 4 + 1 };

struct noe_tree {
  uint32_t words, most_bytes;
  bool fixed;
  struct noe_set pairs;
};

/* False if there is no memory; free it then as well. most_bytes <= NOE_TREE_MOST_BYTES. */
bool noe_store_tree_init(struct noe_tree *tree, struct noe_pool *pool, uint32_t threads, uint32_t most_bytes,
                         bool fixed);
void noe_store_tree_free(struct noe_tree *tree);

/* The root of a key, with all its pairs stored; false if there is no room for one
 * (then it was not there, hence neither was the key). */
bool noe_store_tree_fold(struct noe_tree *tree, uint32_t thread, const uint8_t *key, uint32_t bytes, uint64_t *root);
/* The root of a key whose pairs are all stored; false if one is not. */
bool noe_store_tree_find(const struct noe_tree *tree, const uint8_t *key, uint32_t bytes, uint64_t *root);
/* Back again. `key` has room for most_bytes; returns the length. */
uint32_t noe_store_tree_unfold(const struct noe_tree *tree, uint64_t root, uint8_t *key);

/* Do the words of a root, and of all that hangs from it, name pairs that exist? */
bool noe_store_tree_is_complete(const struct noe_tree *tree, uint64_t root);

#endif
