/* Work that is the same for every model, done by noether's own code for modules of compilers
 * that do not optimise (struct noe_native_aid of native.h). */
#ifndef NOE_COMPILE_AID_H
#define NOE_COMPILE_AID_H

#include "compile/native.h"

/* Once, before anything else of the module is called. */
void noe_compile_give_aid(const struct noe_native_module *module);

#endif
