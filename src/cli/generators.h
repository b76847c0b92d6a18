/* --generators: read, and held against what noether finds by itself. */
#ifndef NOE_CLI_GENERATORS_H
#define NOE_CLI_GENERATORS_H

#include "cli/session.h"

/* False: the file is no good, which was said. Generators that are not proved are left in the session, and a note says
 * so. */
bool noe_cli_read_generators(struct noe_session *session);

#endif
