/* What the processor at hand is good at. Objects are kept for the machine that they were made on,
 * as far as that shows in their text. */
#ifndef NOE_COMPILE_PROCESSOR_H
#define NOE_COMPILE_PROCESSOR_H

#include <stdbool.h>

/* Does it gather and spread bits of a word as fast as it multiplies? */
bool noe_compile_processor_gathers(void);

#endif
