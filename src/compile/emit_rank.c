/* The order of points: by slices, and by colours if `told`. Those that are alike stay in the order
 * of their numbers. `rank` finds it for models with few points (runtime/canonise.h has what is done
 * with many): the place of each (`map`), who is at each place (`order`), whether anybody has `moved`;
 * and returns whether some are alike.
 *
 * A few points are compared pair by pair, without a jump: the order of hashes cannot be foreseen,
 * and a wrong guess of the processor takes longer than several comparisons. Where there are more,
 * most of them stay where they are, and a loop that looks for the place of each is faster. */
#include <assert.h>

#include "compile/emit_canon_int.h"
#include "compile/runtime.h"

enum { FEW = 5 };

static void put(struct noe_canon_emitter *canon, const char *text) { noe_base_text_puts(canon->out, text); }

#define PRINT(...) noe_base_text_printf(canon->out, __VA_ARGS__)

static void rank_few(struct noe_canon_emitter *canon, uint32_t first, uint32_t end) {
  assert(first < end && end - first <= FEW && "pairs of a few points are written one by one");
  for (uint32_t i = first; i < end; i++)
    PRINT("  const uint64_t s%u = g->slices[%u], c%u = told ? g->colours[%u] : 0;\n  uint16_t at%u = %u;\n", i, i, i, i,
          i, i);
  for (uint32_t a = first; a < end; a++)
    for (uint32_t b = a + 1; b < end; b++)
      PRINT("  RANK(%u, %u);\n", a, b);
  for (uint32_t i = first; i < end; i++)
    PRINT("  g->map[%u] = at%u, g->order[at%u] = %u;\n", i, i, i, i);
}

void noe_compile_rank(struct noe_canon_emitter *canon) {
  const struct noe_symmetry *symmetry = canon->outline->symmetry;
  noe_compile_runtime(NOE_RUNTIME_RANK, canon->out);
  put(canon,
      "ALWAYS bool rank(struct canon *g, bool told) {\n  bool alike = 0;\n  uint16_t moved = 0;\n  (void)told;\n");
  for (uint32_t i = 0; symmetry->points < NOE_MANY_POINTS && i < symmetry->block_count; i++) {
    uint32_t first = symmetry->blocks[i].first, end = first + symmetry->blocks[i].size;
    if (end - first <= FEW)
      rank_few(canon, first, end);
    else
      PRINT("  alike |= rank_many(g, told, %u, %u, &moved);\n", first, end);
  }
  put(canon, "  g->moved = moved;\n  return alike;\n}\n");
}
