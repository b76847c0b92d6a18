#include "store/tree.h"

#include <assert.h>

#include "base/contract.h"

bool noe_store_tree_init(struct noe_tree *tree, struct noe_pool *pool, uint32_t threads, uint32_t most_bytes,
                         bool fixed) {
  assert(most_bytes <= NOE_TREE_MOST_BYTES && "longer keys are stored as they are");
  *tree = (struct noe_tree){.most_bytes = most_bytes, .fixed = fixed};
  tree->words = (most_bytes + 3) / 4 + !fixed;
  struct noe_set_shape shape = {
      .threads = threads, .most_bytes = sizeof(uint64_t), .fixed = true, .most_ids = UINT32_MAX};
  return noe_store_set_init(&tree->pairs, pool, &shape);
}

void noe_store_tree_free(struct noe_tree *tree) { noe_store_set_free(&tree->pairs); }

/* ------------------------------------------------------------------ folding */

static uint64_t pair_of(uint32_t left, uint32_t right) { return left | (uint64_t)right << 32; }

static void cut(const struct noe_tree *tree, const uint8_t *key, uint32_t bytes, uint32_t *words) {
  memset(words, 0, tree->words * sizeof *words);
  if (bytes)
    memcpy(words, key, bytes);
  if (!tree->fixed)
    words[tree->words - 1] = bytes;
}

static uint64_t root_of(const struct noe_tree *tree, const uint32_t *words) {
  return tree->words == 0 ? 0 : pair_of(words[0], tree->words == 1 ? 0 : words[1]);
}

/* The number of a pair, which is stored if need be in `growing` (NULL: nothing is). */
static bool number_pair(const struct noe_tree *tree, struct noe_set *growing, uint32_t thread, uint64_t pair,
                        uint64_t *id) {
  const uint8_t *key = (const uint8_t *)&pair;
  uint64_t hash = noe_store_hash_key(key, sizeof pair);
  if (!growing)
    return noe_store_set_find(&tree->pairs, key, sizeof pair, hash, id);
  struct noe_offer offer = {.key = key, .bytes = sizeof pair, .probe.hash = hash};
  return noe_store_set_insert(growing, thread, &offer, id) != NOE_INSERT_FULL;
}

/* Halves the words until two are left; a last one without a partner stays as it is. */
static bool fold(const struct noe_tree *tree, struct noe_set *growing, uint32_t thread, const uint8_t *key,
                 uint32_t bytes, uint64_t *root) {
  uint32_t words[NOE_TREE_MOST_WORDS];
  cut(tree, key, bytes, words);
  for (uint32_t count = tree->words; count > 2; count = (count + 1) / 2) {
    for (uint32_t i = 0; i < count / 2; i++) {
      uint64_t id;
      if (!number_pair(tree, growing, thread, pair_of(words[2 * i], words[2 * i + 1]), &id))
        return false;
      words[i] = (uint32_t)id;
    }
    if (count % 2)
      words[count / 2] = words[count - 1];
  }
  *root = root_of(tree, words);
  return true;
}

static bool comes_back(const struct noe_tree *tree, uint64_t root, const uint8_t *key, uint32_t bytes) {
  uint8_t back[NOE_TREE_MOST_BYTES];
  return noe_store_tree_unfold(tree, root, back) == bytes && !(bytes && memcmp(back, key, bytes));
}

bool noe_store_tree_fold(struct noe_tree *tree, uint32_t thread, const uint8_t *key, uint32_t bytes, uint64_t *root) {
  assert(bytes <= tree->most_bytes && (!tree->fixed || bytes == tree->most_bytes) && "a key has the length agreed on");
  const bool stored = fold(tree, &tree->pairs, thread, key, bytes, root);
  NOE_COSTLY((!stored || comes_back(tree, *root, key, bytes)) && "equal roots are equal keys");
  return stored;
}

bool noe_store_tree_find(const struct noe_tree *tree, const uint8_t *key, uint32_t bytes, uint64_t *root) {
  return fold(tree, NULL, 0, key, bytes, root);
}

/* ---------------------------------------------------------------- unfolding */

/* How many words there are `steps` halvings above the leaves. */
static uint32_t count_at(const struct noe_tree *tree, uint32_t steps) {
  uint32_t count = tree->words;
  while (steps-- > 0)
    count = (count + 1) / 2;
  return count;
}

static bool pair_exists(const struct noe_set *pairs, uint32_t id) {
  return id < pairs->next && noe_store_set_gap(pairs, id).start > id;
}

/* From the back, so that a word is read before it is written over. */
static bool unfold(const struct noe_tree *tree, uint64_t root, uint32_t *words, bool check) {
  uint32_t steps = 0;
  while (count_at(tree, steps) > 2)
    steps++;
  memcpy(words, &root, sizeof root);
  for (; steps > 0; steps--) {
    uint32_t count = count_at(tree, steps - 1);
    if (count % 2)
      words[count - 1] = words[count / 2];
    for (uint32_t i = count / 2; i-- > 0;) {
      if (check && !pair_exists(&tree->pairs, words[i]))
        return false;
      memcpy(words + 2 * i, noe_column_at(&tree->pairs.keys.records, words[i]), sizeof(uint64_t));
    }
  }
  return true;
}

uint32_t noe_store_tree_unfold(const struct noe_tree *tree, uint64_t root, uint8_t *key) {
  uint32_t words[NOE_TREE_MOST_WORDS + 1];
  unfold(tree, root, words, false);
  uint32_t bytes = tree->fixed ? tree->most_bytes : words[tree->words - 1];
  assert(bytes <= tree->most_bytes && "a key is not longer than agreed");
  if (bytes)
    memcpy(key, words, bytes);
  return bytes;
}

bool noe_store_tree_is_complete(const struct noe_tree *tree, uint64_t root) {
  uint32_t words[NOE_TREE_MOST_WORDS + 1];
  return unfold(tree, root, words, true) && (tree->fixed || words[tree->words - 1] <= tree->most_bytes);
}
