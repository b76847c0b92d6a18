/* Places that a ground statement reads and writes, one by one. */
#ifndef NOE_NETWORK_GROUND_ACCESS_H
#define NOE_NETWORK_GROUND_ACCESS_H

#include "network/ground.h"

struct noe_access {
  uint32_t place;
  uint32_t by; /* the assignment that the access belongs to, or NOE_NO_TERM */
  bool writes;
};

struct noe_accesses {
  struct noe_ground *ground;
  NOE_LIST(struct noe_access) items;
  bool is_tangled; /* the statement does more than to read and write, or too much */
};

/* Those of this statement, in the place of those before. False: it is tangled. */
bool noe_ground_accesses(struct noe_accesses *accesses, uint32_t term);

#endif
