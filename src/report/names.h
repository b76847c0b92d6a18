/* Names that a file uses and the model has changed since: --map OLD=NEW. */
#ifndef NOE_REPORT_NAMES_H
#define NOE_REPORT_NAMES_H

#include "base/arena.h"
#include "base/options.h"

struct noe_name_pair {
  const char *from, *to;
};

struct noe_names {
  struct noe_arena *arena;
  const struct noe_name_pair *pairs;
  size_t count;
};

/* From the words of --map; a `=` that belongs to a name is written `==`. False, and the word in
 * `*wrong`, if one of them is not OLD=NEW. */
bool noe_report_names_read(struct noe_arena *arena, const struct noe_words *words, struct noe_names *names,
                           const char **wrong);

/* What a name is called now. */
const char *noe_report_name_now(const struct noe_names *names, const char *name);

/* What the name of a value is called now: members of a scalarset are called by its name, `Proc_1`. */
const char *noe_report_value_name_now(const struct noe_names *names, const char *name);

#endif
