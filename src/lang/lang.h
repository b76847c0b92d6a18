/* Input languages. A front end turns text into a model, or into diagnostics; it is one
 * `const struct noe_front_end` and one line of languages.def. */
#ifndef NOE_LANG_LANG_H
#define NOE_LANG_LANG_H

#include "base/options.h"
#include "lang/index.h"
#include "model/model.h"

enum { NOE_MOST_ENDINGS = 4 };

struct noe_front_end {
  const char *name;                      /* for --language and for people */
  const char *endings[NOE_MOST_ENDINGS]; /* of file names, dot included; the rest is NULL */

  /* The model, or NULL if errors were reported. Everything, the model included, lives in
   * `arena`. Constants given by -D are taken from `options`; one that the model does not
   * have, or a bad value, is reported like any other mistake. */
  const struct noe_model *(*load)(struct noe_arena *arena, const struct noe_source *source,
                                  const struct noe_options *options, struct noe_diagnostics *diagnostics);

  /* A piece of the text on one line, without comments and needless blanks; beyond `most` bytes
   * it ends in `...`. NULL: conditions of this language are not quoted. */
  const char *(*excerpt)(struct noe_arena *arena, const struct noe_source *source, struct noe_span span, size_t most);

  /* The text in a uniform layout, comments kept; false if errors were reported. NULL: models
   * of this language are not formatted. */
  bool (*format)(struct noe_arena *arena, const struct noe_source *source, struct noe_diagnostics *diagnostics,
                 struct noe_text *out);

  /* `load`, and the names of the text in `index` as far as it could be read. NULL: editors are told
   * of mistakes only. */
  const struct noe_model *(*load_indexed)(struct noe_arena *arena, const struct noe_source *source,
                                          const struct noe_options *options, struct noe_diagnostics *diagnostics,
                                          struct noe_index *index);
};

/* All of them, in the order of languages.def. */
const struct noe_front_end *const *noe_lang_all(size_t *count);

/* By its name, or NULL. */
const struct noe_front_end *noe_lang_named(const char *name);

/* The one front end whose files end like this; if none does and there is only one front end,
 * that one. NULL if the name does not decide. */
const struct noe_front_end *noe_lang_for_file(const char *name);

#endif
