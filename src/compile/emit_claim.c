/* A claim: c<id> answers whether it holds; a cover claim counts instead. */
#include <stdio.h>

#include "compile/emit_int.h"

static void write_cover(struct noe_emitter *emitter, const struct noe_clause *claim) {
  struct noe_nest nest = {.clause = claim};
  noe_compile_line(emitter, "int64_t held = 0;");
  noe_compile_nest(emitter, &nest);
  noe_compile_guard(emitter, claim->guard, nest.done);
  noe_compile_line(emitter, "held = 1;");
  /* The interpreter stops at the first one that holds, and meets no error after that.
   * Entries come in another order than values: then all of them have to be looked at. */
  if (!emitter->block_count)
    noe_compile_line(emitter, "goto counted;");
  noe_compile_nest_end(emitter, &nest);
  noe_compile_line(emitter, "counted:");
  noe_compile_line(emitter, "if (held) f->claim[%u]++, f->pending = 1;", claim->id);
}

static void write_universal(struct noe_emitter *emitter, const struct noe_clause *claim) {
  struct noe_nest nest = {.clause = claim};
  noe_compile_nest(emitter, &nest);
  struct noe_term holds = noe_compile_defined(emitter, claim->guard);
  noe_compile_line(emitter, "if (UNLIKELY(!%s)) return 0;", holds.text);
  noe_compile_nest_end(emitter, &nest);
}

bool noe_compile_claim(struct noe_emitter *emitter, const struct noe_clause *claim, struct noe_text *out) {
  struct noe_emit_function function;
  emitter->unsupported = false;
  if (!noe_compile_is_pure(claim) || !claim->guard)
    noe_compile_refuse(emitter, "a claim changes something");
  if (emitter->unsupported)
    return false;
  noe_compile_begin(emitter, &function);
  function.pure = function.here = true;
  if (claim->property == NOE_PROPERTY_COVER)
    write_cover(emitter, claim);
  else
    write_universal(emitter, claim);
  noe_base_text_printf(out, "\n/* property %u, line %u */", claim->id, claim->place.line);
  noe_compile_end(emitter,
                  noe_base_arena_format(emitter->arena, "static bool c%u(struct frame *f, struct work *w)", claim->id),
                  "1", out);
  return !emitter->unsupported;
}
