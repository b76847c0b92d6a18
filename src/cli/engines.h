/* The engines that there are. */
#ifndef NOE_CLI_ENGINES_H
#define NOE_CLI_ENGINES_H

#include "verdict/engine.h"

/* In order of preference: `auto` asks the first that can decide a question. */
extern const struct noe_engine *const noe_cli_engines[];
extern const uint32_t noe_cli_engine_count;

#endif
