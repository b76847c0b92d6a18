/* What a check is expected to come to: `--expect holds,states=1234`, or lines
 * `-- expect: N=3 verdict=holds states=882` in a model.
 *
 * A list of KEY=VALUE, or of a verdict alone; values with separators in them stand in
 * quotes. On the command line the separator is a comma, in models it is a space, and
 * there every other name is a constant of the model. */
#ifndef NOE_CLI_EXPECT_H
#define NOE_CLI_EXPECT_H

#include "base/options.h"
#include "base/source.h"
#include "report/report.h"

/* NULL: nothing is expected of this. Keys are those of `keys` in expect.c. */
struct noe_expectation {
  const char *text; /* as it was written */
  uint32_t line;    /* in the model; 0: on the command line */
  const struct noe_define *constants;
  size_t constant_count;
  const char *verdict, *kind, *property, *states, *stored, *rules, *depth, *code, *place;
  const char *options, *symmetry, *prints; /* how to run it; what the text for people contains */
};

/* Reads one; false, and in one line `*problem`, if it is not understood. */
bool noe_cli_expect_read(struct noe_arena *arena, const char *text, bool in_model, struct noe_expectation *expectation,
                         const char **problem);

/* All of a model, in `*list`. Returns their number; `*problem` names the file and line
 * of one that is not understood, or is NULL. */
size_t noe_cli_expect_lines(struct noe_arena *arena, const struct noe_source *source, struct noe_expectation **list,
                            const char **problem);

/* The options of a run that a line of a model asks for, on top of `options`: constants,
 * `options` and `symmetry`. Files cannot be named: a model may come from anywhere. */
bool noe_cli_expect_options(struct noe_arena *arena, const struct noe_options *options,
                            const struct noe_expectation *expectation, struct noe_options *out, const char **problem);

/* What differs, in one line of the arena; NULL: it is as expected. `heard` is what the
 * model printed (--put=all). */
const char *noe_cli_expect_judge(struct noe_arena *arena, const struct noe_expectation *expectation,
                                 const struct noe_report *report, const struct noe_text *heard);

#endif
