/* From a model to the text of a C file that native.h describes.
 *
 * The text depends on the model (not on where it came from), its symmetry and the
 * loops to be watched, and on nothing else: same arguments, same bytes. Nothing that
 * a person wrote in the model gets into it: it is made of numbers and of names that
 * are made up here. */
#ifndef NOE_COMPILE_EMIT_H
#define NOE_COMPILE_EMIT_H

#include "base/text.h"
#include "compile/native.h"
#include "symmetry/prove.h"

struct noe_emission {
  enum noe_native_keys keys;
  uint32_t compiled, total; /* rules */
  bool has_claims, has_assumptions, has_goals;
  const char *refused; /* why something is left to the interpreter; NULL: nothing is */
};

/* Adds the whole text to `out`. `symmetry` NULL: states are not permuted; `proof` NULL:
 * no loop is watched. `packed`: keys are packed states even if the model is unary. False
 * if there is nothing to gain, and `*why_not` says why; `out` is then as it was. Memory
 * that runs out escapes. */
bool noe_compile_emit(struct noe_memory *memory, const struct noe_model *model, const struct noe_symmetry *symmetry,
                      const struct noe_proof *proof, bool packed, struct noe_text *out, struct noe_emission *emission,
                      const char **why_not);

#endif
