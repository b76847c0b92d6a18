/* What every generated file begins with: the contract, native.h itself, and helpers. */
#include "compile/emit_int.h"
#include "compile/processor.h"
#include "compile/runtime.h"

static const char names[] = "#include <string.h>\n"
                            "enum { DONE = NOE_NATIVE_DONE, NO = NOE_NATIVE_NO, BAIL = NOE_NATIVE_BAIL };\n"
                            "#ifndef NOE_IDENTITY\n"
                            "#define NOE_IDENTITY 0\n"
                            "#endif\n";

/* For each kind of multiset, sorting all slots, and sorting those that are present and the first
 * already. */
static void write_bag_sorters(struct noe_emitter *emitter, struct noe_text *out) {
  for (uint32_t i = 0; i < emitter->model->type_count; i++) {
    const struct noe_type *type = emitter->model->types[i];
    if (type->kind != NOE_TYPE_MULTISET || !type->cells)
      continue;
    noe_base_text_printf(out, "\nstatic APART void sort_slots%u(cell *c, int64_t capacity) {\n", type->id);
    if (!type->element->has_multiset)
      noe_base_text_printf(out, "  if (IS_SHORT(%u) && !AIDED) sort_short(c, capacity, %u);\n  else\n  ", type->stride,
                           type->stride);
    noe_base_text_printf(out, "  sort_bag(c, capacity, %u);\n}\n", type->stride);
    noe_base_text_printf(out,
                         "static inline void sort_present%u(cell *c, int64_t capacity) {\n  int64_t count = 1;\n"
                         "  while (count < capacity && c[count * %u] == 1) count++;\n"
                         "  if (count > 1) sort_slots%u(c, count);\n}\n",
                         type->id, type->stride, type->id);
  }
}

void noe_compile_prelude(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "/* Made by noether from a model; not meant to be edited. */\n");
  if (noe_compile_processor_gathers())
    noe_base_text_puts(out, "#if defined __GNUC__ && !defined __clang__ && !defined __TINYC__\n"
                            "#pragma GCC target(\"bmi2\")\n#endif\n");
  noe_compile_runtime(NOE_RUNTIME_NATIVE, out);
  noe_compile_runtime(NOE_RUNTIME_MIX, out);
  noe_base_text_puts(out, names);
  noe_base_text_printf(out, "\ntypedef int%u_t cell;\n#define U ((cell)INT%u_MIN)\n", emitter->cell_bits,
                       emitter->cell_bits);
  noe_compile_runtime(NOE_RUNTIME_BASE, out);
  noe_compile_runtime(NOE_RUNTIME_BYTES, out);
  noe_compile_runtime(NOE_RUNTIME_BAGS, out);
  write_bag_sorters(emitter, out);
}
