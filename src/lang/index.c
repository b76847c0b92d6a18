#include "lang/index.h"

#include <stdlib.h>

static int by_place(const void *a, const void *b) {
  const struct noe_name_use *x = a, *y = b;
  if (x->span.begin != y->span.begin)
    return x->span.begin < y->span.begin ? -1 : 1;
  return 0;
}

void noe_lang_index_finish(struct noe_index *index) {
  size_t kept = 0;
  if (index->uses.count)
    qsort(index->uses.items, index->uses.count, sizeof *index->uses.items, by_place);
  for (size_t i = 0; i < index->uses.count; i++)
    if (!kept || index->uses.items[kept - 1].span.begin != index->uses.items[i].span.begin)
      index->uses.items[kept++] = index->uses.items[i];
  index->uses.count = kept;
  for (size_t i = 0; i < kept; i++) {
    const struct noe_name_use *declaration = noe_lang_index_at(index, index->uses.items[i].entity->span.begin);
    if (declaration)
      index->uses.items[i].entity = declaration->entity;
  }
}

const struct noe_name_use *noe_lang_index_at(const struct noe_index *index, uint32_t offset) {
  size_t low = 0, high = index->uses.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (index->uses.items[middle].span.begin <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  const struct noe_name_use *use = low ? &index->uses.items[low - 1] : NULL;
  return use && offset <= use->span.end ? use : NULL;
}
