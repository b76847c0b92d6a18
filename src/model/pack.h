/* States in few bits: cells to packed words and back.
 *
 * Cells outside of multisets have their places. Behind them come the multisets: of each
 * the elements that are present, each with a 1 before it, and a 0 unless it is full. So
 * messages that are not there take no room, and what a state takes depends on how many
 * there are. The beginning of a packed state tells where it ends: none is the beginning of
 * another. Equal states have equal bytes. */
#ifndef NOE_MODEL_PACK_H
#define NOE_MODEL_PACK_H

#include "model/model.h"

/* `cells` must be a legal state: every value in range, bags sorted. Returns how many bytes
 * carry information, at least one; what is behind them of the `packed_words` words is 0. */
uint32_t noe_model_pack(const struct noe_model *model, const int64_t *cells, uint64_t *words);
/* Looks at no word behind the last that carries information. */
void noe_model_unpack(const struct noe_model *model, const uint64_t *words, int64_t *cells);
/* One cell, which is in no multiset. */
int64_t noe_model_unpack_cell(const struct noe_model *model, const uint64_t *words, uint32_t number);

/* Sorts the slots of every multiset of a state. */
void noe_model_normalise(const struct noe_model *model, int64_t *cells);

/* Sorts the slots of one value of type `type` (and of multisets inside it). */
void noe_model_normalise_value(const struct noe_type *type, int64_t *cells);

/* Are the cells a legal state? For assertions and tests. */
bool noe_model_state_is_legal(const struct noe_model *model, const int64_t *cells);

#endif
