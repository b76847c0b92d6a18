/* The order of points: by slices, and by colours if `told`. Those that are alike stay in the order
 * of their numbers. `rank` finds it for models with few points (runtime/canonise.h has what is done
 * with many): the place of each (`map`), who is at each place (`order`), whether anybody has `moved`;
 * and returns whether some are alike.
 *
 * A few points are compared pair by pair, without a jump: the order of hashes cannot be foreseen,
 * and a wrong guess of the processor takes longer than several comparisons. Where there are more,
 * most of them stay where they are, and a loop that looks for the place of each is faster. */
#include "compile/emit_canon_int.h"

enum { FEW = 5 };

static void put(struct noe_canon_emitter *canon, const char *text) { noe_base_text_puts(canon->out, text); }

#define PRINT(...) noe_base_text_printf(canon->out, __VA_ARGS__)

static const char helpers[] =
    "\n#define RANK(a, b) \\\n"
    "  do { \\\n"
    "    const bool even = s##a == s##b; \\\n"
    "    const uint16_t after = (s##a > s##b) | (even & (c##a > c##b)); \\\n"
    "    alike |= even & (c##a == c##b); \\\n"
    "    moved |= after; \\\n"
    "    at##a = (uint16_t)(at##a + after); \\\n"
    "    at##b = (uint16_t)(at##b - after); \\\n"
    "  } while (0)\n"
    "/* Those from `first` on; the next one is `end`. */\n"
    "static inline bool rank_many(struct canon *g, bool told, uint32_t first, uint32_t end, uint16_t *moved) {\n"
    "  bool alike = 0;\n"
    "  for (uint32_t p = first; p < end; p++) {\n"
    "    const uint64_t s = g->slices[p], c = told ? g->colours[p] : 0;\n"
    "    uint32_t at = p;\n"
    "    for (; at > first; at--) {\n"
    "      const uint32_t q = g->order[at - 1];\n"
    "      const uint64_t other = told ? g->colours[q] : 0;\n"
    "      alike |= g->slices[q] == s && other == c;\n"
    "      if (g->slices[q] < s || (g->slices[q] == s && other <= c)) break;\n"
    "      g->order[at] = (uint16_t)q;\n"
    "    }\n"
    "    g->order[at] = (uint16_t)p;\n"
    "    *moved |= at != p;\n"
    "  }\n"
    "  for (uint32_t i = first; i < end; i++) g->map[g->order[i]] = (uint16_t)i;\n"
    "  return alike;\n"
    "}\n";

static void rank_few(struct noe_canon_emitter *canon, uint32_t first, uint32_t end) {
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
  put(canon, helpers);
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
