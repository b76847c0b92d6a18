/* States in few bits: cells to packed words and back. A packed state is
 * `packed_words` 64-bit words, of which the first `packed_bytes` bytes carry
 * information; equal states have equal bytes. */
#ifndef NOE_MODEL_PACK_H
#define NOE_MODEL_PACK_H

#include "model/model.h"

/* `cells` must be a legal state: every value in range, bags sorted. */
void noe_model_pack(const struct noe_model *model, const int64_t *cells, uint64_t *words);
void noe_model_unpack(const struct noe_model *model, const uint64_t *words, int64_t *cells);

/* Sorts the slots of every multiset of a state. */
void noe_model_normalise(const struct noe_model *model, int64_t *cells);

/* Sorts the slots of one value of type `type` (and of multisets inside it). */
void noe_model_normalise_value(const struct noe_type *type, int64_t *cells);

/* Are the cells a legal state? For assertions and tests. */
bool noe_model_state_is_legal(const struct noe_model *model, const int64_t *cells);

#endif
