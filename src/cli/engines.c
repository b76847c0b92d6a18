#include "cli/engines.h"

#include "explicit/explicit.h"
#include "fair/fair.h"

const struct noe_engine *const noe_cli_engines[] = {&noe_explicit_engine, &noe_fair_engine};
const uint32_t noe_cli_engine_count = sizeof noe_cli_engines / sizeof *noe_cli_engines;
