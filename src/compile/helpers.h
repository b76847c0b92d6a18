/* Work that is the same for every model, done by noether's own code for modules of compilers
 * that do not optimise (struct noe_native_helpers of native.h). */
#ifndef NOE_COMPILE_HELPERS_H
#define NOE_COMPILE_HELPERS_H

#include "compile/native.h"

/* Once, before anything else of the module is called. */
void noe_compile_give_helpers(const struct noe_native_module *module);

#endif
