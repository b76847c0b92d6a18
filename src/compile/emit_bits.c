/* Numbers of so many bits, one behind the other: how keys are written and read whose parts
 * have no places of their own. Bits are put together in a word, which is stored when it is
 * full and, by `flush`, at the end. The reader takes a word only when it needs a bit of it:
 * a key is readable in whole words (native.h), and no further. */
#include "compile/emit_int.h"

static const char text[] =
    "\nstruct bits { uint8_t *at; uint64_t held; uint32_t fill; };\n"
    "static inline void put(struct bits *b, uint64_t value, uint32_t width) {\n"
    "  uint32_t room = 64 - b->fill;\n"
    "  b->held |= value << b->fill;\n"
    "  if (width < room) {\n"
    "    b->fill += width;\n"
    "    return;\n"
    "  }\n"
    "  memcpy(b->at, &b->held, 8);\n"
    "  b->at += 8;\n"
    "  b->held = room < 64 ? value >> room : 0;\n"
    "  b->fill = width - room;\n"
    "}\n"
    "static inline uint32_t flush(const struct bits *b, const void *start) {\n"
    "  if (b->fill) memcpy(b->at, &b->held, 8);\n"
    "  return (uint32_t)(b->at - (const uint8_t *)start) + (b->fill + 7) / 8;\n"
    "}\n"
    "struct reader { const uint8_t *at; uint64_t held; uint32_t fill; };\n"
    "static inline uint64_t get(struct reader *r, uint32_t width) {\n"
    "  const uint64_t mask = width ? UINT64_MAX >> (64 - width) : 0;\n"
    "  uint64_t value = r->held;\n"
    "  if (width <= r->fill) {\n"
    "    r->held = width < 64 ? value >> width : 0;\n"
    "    r->fill -= width;\n"
    "    return value & mask;\n"
    "  }\n"
    "  const uint64_t next = lanes(r->at);\n"
    "  const uint32_t taken = width - r->fill;\n"
    "  value |= next << r->fill;\n"
    "  r->at += 8;\n"
    "  r->held = taken < 64 ? next >> taken : 0;\n"
    "  r->fill = 64 - taken;\n"
    "  return value & mask;\n"
    "}\n";

void noe_compile_bits(struct noe_text *out) { noe_base_text_puts(out, text); }
