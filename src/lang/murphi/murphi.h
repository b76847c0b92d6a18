/* Murphi: text to model. */
#ifndef NOE_LANG_MURPHI_MURPHI_H
#define NOE_LANG_MURPHI_MURPHI_H

#include "lang/lang.h"

/* Reads a model; NULL if errors were reported. Everything, the model included,
 * lives in `arena`. The dialect options and the constants given by -D are taken
 * from `options`. A -D that names no constant, or gives a bad value, is reported
 * as a diagnostic too. */
const struct noe_model *noe_murphi_load(struct noe_arena *arena, const struct noe_source *source,
                                        const struct noe_options *options, struct noe_diagnostics *diagnostics);

/* A piece of the text on one line, without comments and needless blanks; beyond `most`
 * bytes it ends in `...`. */
const char *noe_murphi_excerpt(struct noe_arena *arena, const struct noe_source *source, struct noe_span span,
                               size_t most);

extern const struct noe_front_end noe_murphi_front_end;

#endif
