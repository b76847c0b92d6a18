/* A better order of the cells, where symmetry asks for none.
 *
 * Cells that hang together may be declared far apart; then sets are many times as large as they could be. BuDDy finds a better
 * order by sifting (Rudell 1993), each cell with its next value as one block. But levels mean bits here (bdd_int.h), and so does
 * all that was made by them. So the order is all that is taken from there: everything begins again with it. It is sought
 * behind an escape, in what was held; an operation that was under way has left nothing. */
#include <stdlib.h>

#include "bdd/bdd_int.h"

/* Nodes in use of which there are rarely more where the order is good. To make so many takes a fraction of a second. */
enum { CROWDED = 1 << 16, MOST_ATTEMPTS = 6 };

/* Sifting takes every cell through all others, and nothing ends it: that must not take minutes. */
enum { MOST_SIFTED = 1 << 25 };

struct placed {
  int level;
  uint32_t cell;
};

static int first_variable(const struct noe_bdd *b, const struct noe_cell_code *code) {
  return noe_bdd_now(b, code->first + code->width - 1u);
}

/* Bits of one cell keep their order, and next to each of them is its next value. */
static void make_blocks(const struct noe_bdd *b) {
  for (uint32_t i = 0; i < b->model->cell_count; i++) {
    const struct noe_cell_code *code = &b->circuits->codes[b->cells_by_rank[i]];
    int first = code->width ? first_variable(b, code) : 0;
    if (code->width)
      bdd_intaddvarblock(first, first + 2 * code->width - 1, BDD_REORDER_FIXED);
  }
  bdd_intaddvarblock((int)(2 * b->circuits->bit_count), bdd_varnum() - 1, BDD_REORDER_FIXED);
}

static int by_level(const void *a, const void *b) {
  const struct placed *one = a, *other = b;
  if (one->level != other->level)
    return one->level < other->level ? -1 : 1;
  return one->cell < other->cell ? -1 : one->cell > other->cell;
}

static uint32_t *read_order(const struct noe_bdd *b) {
  uint32_t count = b->model->cell_count, *order = noe_base_alloc(b->memory, (count + 1) * sizeof *order);
  struct placed *placed = NOE_NEW_ARRAY(b->arena, struct placed, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    const struct noe_cell_code *code = &b->circuits->codes[i];
    placed[i] = (struct placed){code->width ? bdd_var2level(first_variable(b, code)) : -1, i};
  }
  qsort(placed, count, sizeof *placed, by_level);
  for (uint32_t i = 0; i < count; i++)
    order[i] = placed[i].cell;
  return order;
}

/* Beside another engine work is counted, and nobody knows how much sifting takes. Once more only where the last time has
 * helped. */
static bool may_begin_again(const struct noe_bdd *b) {
  bool helps = !b->attempts || (b->attempts < MOST_ATTEMPTS && b->nodes_after <= b->nodes_before / 2);
  return !b->symmetry && !b->task->more_work && !b->begins_again && helps;
}

static int most_nodes(const struct noe_bdd *b) { return b->crowded_at ? b->crowded_at : CROWDED; }

static void begin_again(struct noe_bdd *b) {
  if ((uint64_t)bdd_getnodenum() * b->model->cell_count > MOST_SIFTED)
    return;
  b->begins_again = true;
  noe_base_memory_escape(b->memory);
}

void noe_bdd_check_order(struct noe_bdd *b) {
  if (!may_begin_again(b) || bdd_getnodenum() < most_nodes(b) || bdd_getnodenum() < b->look_at)
    return;
  bdd_gbc();
  b->look_at = 2 * bdd_getnodenum();
  if (bdd_getnodenum() >= most_nodes(b))
    begin_again(b);
}

/* The table has become this large since most of its nodes were in use. */
void noe_bdd_check_table(struct noe_bdd *b) {
  if (may_begin_again(b) && bdd_getnodenum() / 4 >= most_nodes(b))
    begin_again(b);
}

void noe_bdd_find_order(struct noe_bdd *b) {
  bdd_gbc();
  b->nodes_before = bdd_getnodenum();
  make_blocks(b);
  bdd_reorder(BDD_REORDER_SIFT);
  b->nodes_after = bdd_getnodenum();
  uint32_t *old = b->order;
  b->order = read_order(b);
  noe_base_free(b->memory, old);
}
