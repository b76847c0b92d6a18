/* What an object would do when it is loaded, told by its bytes before the loader sees them. */
#ifndef NOE_COMPILE_ELF_H
#define NOE_COMPILE_ELF_H

#include "base/text.h"

/* Why the object must not be loaded, or NULL. It must be a whole shared object for this kind of machine that exports
 * the module, needs no library, asks for no function but those that copy and compare bytes, and has no code that the loader would run: neither constructors nor destructors nor
 * functions that choose the address of a symbol. */
const char *noe_compile_elf_defect(const struct noe_text *object);

#endif
