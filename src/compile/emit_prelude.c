/* What every generated file begins with: the contract, native.h itself, and helpers. */
#include "compile/emit_int.h"
#include "compile/processor.h"
#include "compile/runtime.h"

static void write_multiset_types(struct noe_emitter *emitter, struct noe_text *out) {
  for (uint32_t i = 0; i < emitter->model->type_count; i++) {
    const struct noe_type *type = emitter->model->types[i];
    if (type->kind != NOE_TYPE_MULTISET || !type->cells)
      continue;
    noe_base_text_printf(out, "\nenum { STRIDE%u = %u, NESTED%u = %d };", type->id, type->stride, type->id,
                         type->element->has_multiset);
    noe_compile_for_part(type->id, NOE_RUNTIME_MULTISET_TYPE, out);
  }
}

void noe_compile_prelude(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "/* Made by noether from a model; not meant to be edited. */\n");
  if (noe_compile_processor_gathers())
    noe_compile_runtime(NOE_RUNTIME_GATHERING, out);
  noe_compile_runtime(NOE_RUNTIME_NATIVE, out);
  noe_compile_runtime(NOE_RUNTIME_MIX, out);
  noe_base_text_printf(out, "\ntypedef int%u_t cell;\n#define U ((cell)INT%u_MIN)\n", emitter->cell_bits,
                       emitter->cell_bits);
  noe_compile_runtime(NOE_RUNTIME_BASE, out);
  noe_compile_runtime(NOE_RUNTIME_BYTES, out);
  noe_compile_runtime(NOE_RUNTIME_BAGS, out);
  write_multiset_types(emitter, out);
}
