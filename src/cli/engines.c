#include "cli/engines.h"

#define ENGINE(name) extern const struct noe_engine noe_##name##_engine;
#include "cli/engines.def"
#undef ENGINE

const struct noe_engine *const noe_cli_engines[] = {
#define ENGINE(name) &noe_##name##_engine,
#include "cli/engines.def"
#undef ENGINE
};
const uint32_t noe_cli_engine_count = sizeof noe_cli_engines / sizeof *noe_cli_engines;
