#include "compile/processor.h"

/* PEXT and PDEP are microprograms of dozens of steps in AMD's processors before Zen 3 (family 19h):
 * A. Fog, "Instruction tables", Technical University of Denmark. */
bool noe_compile_processor_gathers(void) {
#if defined __x86_64__ && defined __GNUC__
  return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("amdfam15h") && !__builtin_cpu_is("amdfam17h");
#else
  return false;
#endif
}
