#include "aiger/witness.h"

#include <assert.h>
#include <string.h>

#include "model/replay.h"

/* ------------------------------------------------------------------- reading */

struct reading {
  const struct noe_aiger *aiger;
  const struct noe_source *source;
  size_t line; /* number of the next one, from 0 */
  const char *text;
  size_t length;
  const char *error;
};

static bool fail(struct reading *reading, const char *error) {
  if (!reading->error)
    reading->error = error;
  return false;
}

/* The next line that is no comment, without what ends it. None: it has ended. */
static bool next_line(struct reading *reading) {
  const struct noe_source *source = reading->source;
  while (reading->line < source->line_count) {
    const char *text = source->bytes + source->lines[reading->line++];
    size_t length = strcspn(text, "#\r\n");
    if (!length || *text == 'c')
      continue;
    reading->text = text;
    reading->length = length;
    return true;
  }
  return false;
}

static bool is_line(const struct reading *reading, const char *text) {
  return reading->length == strlen(text) && !memcmp(reading->text, text, reading->length);
}

/* `b3`, of all literals that are named the first. */
static bool read_bad(struct reading *reading, struct noe_aiger_witness *witness) {
  uint64_t number = 0;
  if (reading->length < 2 || reading->text[0] != 'b' || !strchr("0123456789", reading->text[1]))
    return fail(reading, "it should name the bad literal that it is about, as in `b0`");
  for (size_t i = 1; i < reading->length && reading->text[i] != 'b' && reading->text[i] != ' '; i++) {
    if (!strchr("0123456789", reading->text[i]) || number > UINT32_MAX)
      return fail(reading, "a bad literal is named by its number, as in `b0`");
    number = 10 * number + (uint64_t)(reading->text[i] - '0');
  }
  witness->bad = (uint32_t)number;
  return number < reading->aiger->bad_count || fail(reading, "there is no such bad literal in this model");
}

/* All latches are 0 at first; x stands for either. */
static bool read_latches(struct reading *reading) {
  if (reading->length != reading->aiger->latch_count)
    return fail(reading, "this line should have one digit for each latch of the exported circuit");
  for (size_t i = 0; i < reading->length; i++)
    if (!strchr("0x", reading->text[i]))
      return fail(reading, "latches are 0 at first");
  return true;
}

static bool read_inputs(struct reading *reading, uint32_t *choice) {
  *choice = 0;
  if (reading->length != reading->aiger->choice_width)
    return fail(reading, "this line should have one digit for each input of the exported circuit");
  for (size_t i = 0; i < reading->length; i++) {
    if (!strchr("01x", reading->text[i]))
      return fail(reading, "inputs are 0, 1 or x");
    *choice |= (uint32_t)(reading->text[i] == '1') << i;
  }
  return true;
}

static bool read_frames(struct reading *reading, struct noe_aiger_witness *witness) {
  NOE_LIST(uint32_t) inputs = {0};
  uint32_t choice;
  while (next_line(reading) && !is_line(reading, ".")) {
    if (!read_inputs(reading, &choice))
      return false;
    if (inputs.count == UINT32_MAX - 1)
      return fail(reading, "it is too long");
    NOE_LIST_PUSH(reading->aiger->arena, &inputs, choice);
  }
  witness->inputs = inputs.items;
  witness->frame_count = (uint32_t)inputs.count;
  return inputs.count || fail(reading, "it has no frame");
}

static bool is_row(const struct reading *reading) { return strspn(reading->text, "01x") == reading->length; }

/* berkeley-abc leaves out the two lines at the beginning, and the dot at the end. */
static bool read_head(struct reading *reading, struct noe_aiger_witness *witness) {
  witness->bad = NOE_ANY_BAD;
  if (is_row(reading) && reading->length == reading->aiger->latch_count)
    return true;
  if (is_line(reading, "0"))
    return fail(reading, "it says that nothing is violated: there is no run in it");
  if (is_line(reading, "2"))
    return fail(reading, "it says that nothing is known: there is no run in it");
  if (is_line(reading, "1") && !next_line(reading))
    return fail(reading, "it ends too early");
  return read_bad(reading, witness) && (next_line(reading) || fail(reading, "it ends too early"));
}

static bool read_witness(struct reading *reading, struct noe_aiger_witness *witness) {
  return next_line(reading) && read_head(reading, witness) && read_latches(reading) && read_frames(reading, witness);
}

bool noe_aiger_is_witness(const struct noe_source *source) {
  struct reading reading = {.source = source};
  if (!next_line(&reading))
    return false;
  return is_row(&reading) || is_line(&reading, "2") ||
         (reading.length >= 2 && reading.text[0] == 'b' && strchr("0123456789", reading.text[1]));
}

bool noe_aiger_witness_read(const struct noe_aiger *aiger, const struct noe_source *source,
                            struct noe_aiger_witness *witness, const char **error, uint32_t *line) {
  struct reading reading = {.aiger = aiger, .source = source};
  *witness = (struct noe_aiger_witness){0};
  bool is_read = read_witness(&reading, witness);
  *error = reading.error;
  *line = (uint32_t)reading.line;
  return is_read;
}

/* ------------------------------------------------------------------- running */

struct walk {
  const struct noe_aiger *aiger;
  struct noe_machine *machine;
  struct noe_trace_step *steps;
  uint32_t count;
};

/* A choice that fires nothing is no step. */
static void take(struct walk *walk, uint32_t choice) {
  const struct noe_aiger *aiger = walk->aiger;
  if (choice >= aiger->instance_count)
    return;
  const struct noe_circuit_instance *instance = &aiger->instances[choice];
  const int64_t *state = walk->steps[walk->count - 1].state;
  int64_t *next = NOE_NEW_ARRAY(aiger->arena, int64_t, aiger->model->cell_count + 1);
  if (noe_model_machine_test(walk->machine, instance->clause, instance->arguments, state) == NOE_OUTCOME_TRUE &&
      !noe_model_is_held_back(walk->machine, aiger->model, instance->clause, state) &&
      noe_model_machine_fire(walk->machine, instance->clause, instance->arguments, state, next) == NOE_OUTCOME_TRUE)
    walk->steps[walk->count++] = (struct noe_trace_step){instance->clause, instance->arguments, next};
}

const struct noe_trace *noe_aiger_witness_run(const struct noe_aiger *aiger, struct noe_machine *machine,
                                              const struct noe_aiger_witness *witness) {
  assert(witness->frame_count && "that was looked at when it was read");
  struct walk walk = {.aiger = aiger, .machine = machine};
  walk.steps = NOE_NEW_ARRAY(aiger->arena, struct noe_trace_step, witness->frame_count);
  if (witness->frame_count > 1) {
    if (!aiger->start_count)
      return NULL;
    uint32_t first = witness->inputs[0];
    const struct noe_aiger_start *start = &aiger->starts[first < aiger->start_count ? first : 0];
    walk.steps[walk.count++] = (struct noe_trace_step){start->clause, start->arguments, start->state};
  }
  for (uint32_t i = 1; i + 1 < witness->frame_count; i++)
    take(&walk, witness->inputs[i]);
  struct noe_trace *trace = NOE_NEW(aiger->arena, struct noe_trace);
  *trace = (struct noe_trace){.steps = walk.steps, .count = walk.count};
  return trace;
}
