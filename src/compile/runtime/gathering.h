/* Comes first, if the processor at hand is good at PEXT and PDEP (processor.h). */
#if defined __GNUC__ && !defined __clang__ && !defined __TINYC__
#pragma GCC target("bmi2")
#endif
