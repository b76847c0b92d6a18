/* Generated code against the interpreter, state by state: the same successors under the
 * same rules, the same claims, and BAIL exactly where the interpreter meets an error. */
#ifndef NOE_TEST_COMPILE_KIT_H
#define NOE_TEST_COMPILE_KIT_H

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/options.h"
#include "compile/helpers.h"
#include "compile/emit.h"
#include "lang/murphi/murphi.h"
#include "model/machine.h"
#include "model/pack.h"
#include "symmetry/canon.h"
#include "symmetry/runs.h"
#include "symmetry/twins.h"

enum cross_mode { CROSS_PLAIN, CROSS_PACKED, CROSS_RUNS, CROSS_MODES };

/* One successor: who leads to it, and what it is. */
struct cross_step {
  uint32_t rule;
  uint64_t weight;
  uint32_t bytes;
  uint8_t *key; /* with arguments, if there are any, in front */
};

struct cross_steps {
  struct cross_step *items;
  size_t count, room;
};

/* From how many cells of a point on they are told one by one; 0: always. */
static uint32_t cross_few_traits = NOE_FEW_LOCAL_STATES;

struct cross {
  const char *name;
  enum cross_mode mode;
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  struct noe_proof *proof;
  const struct noe_symmetry *symmetry;
  struct noe_canoniser *canoniser;
  const struct noe_runs_shape *shape;
  struct noe_runs *runs;
  struct noe_twins twins, seen_twins; /* the latter by the module */
  int32_t *points;

  struct noe_emission emission;
  void *library;
  const struct noe_native_module *module;
  struct noe_native_frame *frame;
  uint64_t *covers, *witnesses, *claims, *known_claims;

  struct noe_machine *machine;
  int64_t *state, *successor;
  uint8_t *key;
  struct cross_steps expected, found, seen; /* seen: states by key, in order */
  bool enabled, progress, faulty;
  char complaint[400];                     /* empty: all is well */
  uint64_t canonical;                      /* representatives that the module found */
  uint64_t trials;                         /* of the machine, before the state at hand */
  uint64_t states, steps, bails, needless; /* needless: without an error, or orders to try, that asked for it */
};

static inline void cross_complain(struct cross *cross, const char *format, ...) {
  static const char *const modes[] = {"no symmetry", "packed", "runs"};
  if (*cross->complaint)
    return;
  int at = snprintf(cross->complaint, sizeof cross->complaint, "%s (%s): ", cross->name, modes[cross->mode]);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(cross->complaint + at, sizeof cross->complaint - (size_t)at, format, arguments);
  va_end(arguments);
}

/* ------------------------------------------------------------------- steps */

static inline void cross_add(struct cross_steps *steps, uint32_t rule, uint64_t weight, const void *front,
                             size_t front_bytes, const void *key, size_t bytes) {
  if (steps->count == steps->room) {
    steps->room = steps->room * 2 + 64;
    steps->items = realloc(steps->items, steps->room * sizeof *steps->items);
  }
  struct cross_step step = {rule, weight, (uint32_t)(front_bytes + bytes), calloc((front_bytes + bytes + 7) / 8, 8)};
  if (front_bytes)
    memcpy(step.key, front, front_bytes);
  memcpy(step.key + front_bytes, key, bytes);
  steps->items[steps->count++] = step;
}

static inline void cross_clear(struct cross_steps *steps) {
  for (size_t i = 0; i < steps->count; i++)
    free(steps->items[i].key);
  steps->count = 0;
}

static inline int cross_compare(const void *left, const void *right) {
  const struct cross_step *a = left, *b = right;
  if (a->rule != b->rule)
    return a->rule < b->rule ? -1 : 1;
  if (a->bytes != b->bytes)
    return a->bytes < b->bytes ? -1 : 1;
  int keys = memcmp(a->key, b->key, a->bytes);
  return keys ? keys : (a->weight > b->weight) - (a->weight < b->weight);
}

/* -------------------------------------------------------------- the module */

static inline uint32_t cross_key(struct cross *cross, int64_t *state);

/* Does the module know how many permutations fix the representative? */
static inline void cross_check_stabiliser(struct cross *cross, const uint8_t *key) {
  const struct noe_native_frame *frame = cross->frame;
  const struct noe_model *model = cross->model;
  int64_t state[model->cell_count + 1], image[model->cell_count + 1];
  noe_model_unpack(model, (const uint64_t *)(const void *)key, state);
  noe_symmetry_canon(cross->canoniser, state, image);
  if (memcmp(state, image, model->cell_count * sizeof *state))
    cross_complain(cross, "not a representative in state %zu", (size_t)cross->states);
  struct noe_number order = noe_base_number(cross->memory, 0),
                    given = noe_base_number(cross->memory, frame->stabiliser);
  noe_symmetry_stabiliser_order(cross->canoniser, &order);
  if (frame->stabiliser && noe_base_number_compare(&order, &given))
    cross_complain(cross, "another stabiliser in state %zu", (size_t)cross->states);
  noe_base_number_set(&given, 1);
  for (uint32_t i = 0; i < frame->classes && i < NOE_NATIVE_SIZES; i++)
    for (uint32_t k = 2; k <= frame->sizes[i]; k++)
      noe_base_number_multiply(&given, k);
  if (frame->classes <= NOE_NATIVE_SIZES && noe_base_number_compare(&order, &given))
    cross_complain(cross, "other classes in state %zu", (size_t)cross->states);
  noe_base_number_free(&order);
  noe_base_number_free(&given);
}

/* Instances that differ in idle parameters only are fired once: those steps are added up.
 * The reference fires them all, and twins are told apart by all their parameters there. */
static inline bool cross_is_summed(const struct cross *cross, uint32_t rule) { return cross->model->rules[rule].idle; }

static inline bool cross_is_tagged(const struct cross *cross, uint32_t rule) {
  return cross->mode == CROSS_PACKED && !cross_is_summed(cross, rule);
}

static inline uint64_t cross_led(struct cross *cross, const struct noe_clause *clause, const int64_t *arguments,
                                 bool spare);

/* With symmetry and packed keys, steps are told apart by their arguments and the
 * representative they lead to, whoever found it. */
static inline bool cross_take(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key,
                              uint32_t bytes, const int64_t *cells, const int64_t *arguments) {
  struct cross *cross = frame->host;
  const struct noe_model *model = cross->model;
  size_t front = cross_is_tagged(cross, rule) ? model->rules[rule].parameter_count * sizeof *arguments : 0;
  if (cross->mode == CROSS_PACKED && cross_is_summed(cross, rule))
    weight *= cross_led(cross, &model->rules[rule], arguments, true);
  if (cells) {
    int64_t state[model->cell_count + 1];
    memcpy(state, cells, model->cell_count * sizeof *state);
    bytes = cross_key(cross, state);
    key = cross->key;
  } else if (cross->mode == CROSS_PACKED) {
    cross_check_stabiliser(cross, key);
    cross->canonical++;
  }
  cross_add(&cross->found, rule, weight, arguments, front, key, bytes);
  return true;
}

/* What is said about null pointers and sizes of objects is said about addresses, too. */
#ifdef __SANITIZE_ADDRESS__
#define CROSS_FLAGS "-fsanitize=address,undefined -fno-sanitize=null,object-size -fno-sanitize-recover=undefined"
#else
#define CROSS_FLAGS ""
#endif

static const char *cross_compiler; /* "cc" if it is NULL, or what the environment says */

/* Compiles the text and loads it; NULL, and a complaint, if that fails. */
static inline bool cross_build(struct cross *cross, const char *text, const char *level) {
  char folder[] = "/tmp/noether-cross-XXXXXX", command[400], path[64];
  if (!mkdtemp(folder))
    return false;
  snprintf(path, sizeof path, "%s/m.c", folder);
  FILE *file = fopen(path, "w");
  fputs(text, file);
  fclose(file);
  const char *wanted = getenv("CROSS_COMPILER"), *compiler = wanted ? wanted : cross_compiler;
  snprintf(command, sizeof command, "%s -std=gnu11 %s -w -shared -fPIC %s -o %s/m.so %s/m.c",
           compiler ? compiler : "cc", level, CROSS_FLAGS, folder, folder);
  bool built = system(command) == 0;
  if (getenv("CROSS_KEEP"))
    fprintf(stderr, "%s: %s\n", cross->name, path);
  snprintf(path, sizeof path, "%s/m.so", folder);
  if (built)
    cross->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (cross->library)
    cross->module = dlsym(cross->library, "noe_native_module");
  if (cross->module)
    noe_compile_give_helpers(cross->module);
  if (!cross->module)
    cross_complain(cross, built ? "not loaded: %s" : "not compiled (%s)", built ? dlerror() : folder);
  unlink(path);
  snprintf(path, sizeof path, "%s/m.c", folder);
  if (built && !getenv("CROSS_KEEP")) {
    unlink(path);
    rmdir(folder);
  }
  return cross->module;
}

static inline void cross_frame(struct cross *cross) {
  const struct noe_model *model = cross->model;
  cross->frame = calloc(1, cross->module->frame_bytes);
  cross->covers = calloc(model->property_count + 1, sizeof *cross->covers);
  cross->claims = calloc(model->property_count + 1, sizeof *cross->claims);
  cross->known_claims = calloc(model->property_count + 1, sizeof *cross->known_claims);
  cross->witnesses = calloc(model->witness_count + 1, sizeof *cross->witnesses);
  cross->frame->host = cross;
  cross->frame->successor = cross_take;
  cross->frame->want_cells = cross->mode == CROSS_PACKED;
  cross->frame->canonical = cross->frame->want_cells && cross->module->canonical;
  cross->frame->covers = cross->covers;
  cross->frame->witnesses = cross->witnesses;
  cross->frame->cover_claims = cross->claims;
}

/* ------------------------------------------------------------ interpreter */

static inline bool cross_is_reduced(const struct cross *cross, const struct noe_clause *clause) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_CHOOSE && cross->symmetry->moves[clause->binders[i].type->element->id])
      return false;
  return true;
}

/* Points as far as twins matter: with runs, those of small blocks do not where elements
 * that turns change are chosen. */
static inline bool cross_points(struct cross *cross, const struct noe_clause *clause, const int64_t *arguments,
                                uint32_t count, bool spare) {
  bool reduced = cross_is_reduced(cross, clause);
  if (!reduced && !cross->shape)
    return false;
  for (uint32_t i = 0, parameter = 0; parameter < count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind != NOE_BINDER_RANGE && binder->kind != NOE_BINDER_CHOOSE)
      continue;
    cross->points[parameter] = -1;
    if (binder->kind == NOE_BINDER_RANGE && !(spare && noe_clause_is_irrelevant(clause, i)) &&
        (reduced || noe_symmetry_point(cross->shape->large, binder->type, arguments[parameter]) >= 0))
      cross->points[parameter] = noe_symmetry_point(cross->symmetry, binder->type, arguments[parameter]);
    parameter++;
  }
  return true;
}

static inline bool cross_leads(void *context, const struct noe_clause *clause, const int64_t *arguments,
                               uint32_t count) {
  struct cross *cross = context;
  return !cross->twins.count || !cross_points(cross, clause, arguments, count, false) ||
         noe_symmetry_leads(&cross->twins, cross->points, count);
}

/* Instances that twins exchange with this one; `spare`: not counting idle parameters. */
static inline uint64_t cross_led(struct cross *cross, const struct noe_clause *clause, const int64_t *arguments,
                                 bool spare) {
  if (!cross->twins.count || !cross_points(cross, clause, arguments, clause->parameter_count, spare))
    return 1;
  return noe_symmetry_led(&cross->twins, cross->points, clause->parameter_count);
}

/* The key of any state of the orbit; `state` becomes the representative. */
static inline uint32_t cross_key(struct cross *cross, int64_t *state) {
  const struct noe_model *model = cross->model;
  if (cross->runs) {
    uint32_t bytes = noe_symmetry_runs_encode(cross->runs, state, cross->key);
    noe_symmetry_runs_decode(cross->runs, cross->key, state, NULL);
    return bytes;
  }
  if (cross->canoniser) {
    int64_t *image = malloc(model->cell_count * sizeof *image + 1);
    noe_symmetry_canon(cross->canoniser, state, image);
    memcpy(state, image, model->cell_count * sizeof *image);
    free(image);
  }
  return noe_model_pack(model, state, (uint64_t *)cross->key);
}

static inline void cross_meet(struct cross *cross, int64_t *state) {
  uint32_t bytes = cross_key(cross, state);
  for (size_t i = 0; i < cross->seen.count; i++)
    if (cross->seen.items[i].bytes == bytes && !memcmp(cross->seen.items[i].key, cross->key, bytes))
      return;
  cross_add(&cross->seen, 0, 0, NULL, 0, cross->key, bytes);
}

struct cross_instance {
  const struct noe_clause *clause;
  int64_t *arguments;
};

struct cross_list {
  struct cross *cross;
  struct cross_instance *items;
  size_t count, room;
};

static inline bool cross_visit(void *context, const struct noe_clause *clause, const int64_t *arguments,
                               enum noe_outcome outcome) {
  struct cross_list *list = context;
  if (outcome >= NOE_OUTCOME_FAULT)
    list->cross->faulty |= clause->kind == NOE_CLAUSE_RULE && list->cross->module->rules[clause->id];
  if (outcome != NOE_OUTCOME_TRUE)
    return true;
  if (list->count == list->room) {
    list->room = list->room * 2 + 16;
    list->items = realloc(list->items, list->room * sizeof *list->items);
  }
  int64_t *copy = malloc((clause->parameter_count + 1) * sizeof *copy);
  memcpy(copy, arguments, clause->parameter_count * sizeof *copy);
  list->items[list->count++] = (struct cross_instance){clause, copy};
  return true;
}

static inline void cross_fire(struct cross *cross, const struct cross_instance *instance) {
  const struct noe_model *model = cross->model;
  const struct noe_clause *rule = instance->clause;
  size_t cells = model->cell_count * sizeof(int64_t);
  bool compiled = cross->module->rules[rule->id];
  cross->enabled |= compiled;
  enum noe_outcome outcome =
      noe_model_machine_fire(cross->machine, rule, instance->arguments, cross->state, cross->successor);
  if (outcome != NOE_OUTCOME_TRUE) {
    cross->faulty |= compiled && (outcome == NOE_OUTCOME_FAULT || outcome == NOE_OUTCOME_ORDER);
    return;
  }
  bool tagged = cross_is_tagged(cross, rule->id);
  uint64_t led = tagged ? 1 : cross_led(cross, rule, instance->arguments, false);
  bool moved = memcmp(cross->state, cross->successor, cells) != 0;
  cross_meet(cross, cross->successor);
  if (compiled)
    cross_add(&cross->expected, rule->id, led, instance->arguments,
              tagged ? rule->parameter_count * sizeof(int64_t) : 0, cross->key, cross_key(cross, cross->successor));
  cross->progress |= compiled && moved;
}

/* --------------------------------------------------------------- comparing */

static inline void cross_sort(struct cross *cross, struct cross_steps *steps) {
  if (steps->count)
    qsort(steps->items, steps->count, sizeof *steps->items, cross_compare);
  size_t kept = 0;
  for (size_t i = 0; i < steps->count; i++) {
    struct cross_step *step = &steps->items[i], *before = kept ? &steps->items[kept - 1] : NULL;
    if (before && cross_is_summed(cross, step->rule) && before->rule == step->rule && before->bytes == step->bytes &&
        !memcmp(before->key, step->key, step->bytes)) {
      before->weight += step->weight;
      free(step->key);
    } else {
      steps->items[kept++] = *step;
    }
  }
  steps->count = kept;
}

static inline void cross_twins(struct cross *cross) {
  const struct noe_twins *one = &cross->twins, *two = &cross->seen_twins;
  bool same = one->count == two->count && !memcmp(one->size_of, two->size_of, one->count * sizeof *one->size_of);
  for (uint32_t i = 0; i < cross->symmetry->points && same; i++)
    same = one->class_of[i] == two->class_of[i] && one->rank_of[i] == two->rank_of[i];
  if (!same)
    cross_complain(cross, "other twins in state %zu", (size_t)cross->states);
}

static inline void cross_expand(struct cross *cross, const uint8_t *key) {
  enum noe_native_answer answer = cross->module->expand(cross->frame, key);
  if (cross->frame->find_twins)
    cross_twins(cross);
  if (answer == NOE_NATIVE_BAIL) {
    cross->bails++;
    cross->needless += !cross->faulty && noe_model_machine_trials(cross->machine) == cross->trials;
    return;
  }
  if (cross->faulty)
    cross_complain(cross, "an error in state %zu is not seen", (size_t)cross->states);
  cross_sort(cross, &cross->expected);
  cross_sort(cross, &cross->found);
  if (cross->expected.count != cross->found.count)
    cross_complain(cross, "%zu successors instead of %zu in state %zu", cross->found.count, cross->expected.count,
                   (size_t)cross->states);
  for (size_t i = 0; i < cross->expected.count && i < cross->found.count; i++)
    if (cross_compare(&cross->expected.items[i], &cross->found.items[i]))
      cross_complain(cross, "rule %u in state %zu: another successor or weight", cross->expected.items[i].rule,
                     (size_t)cross->states);
  if (cross->enabled != cross->frame->enabled || cross->progress != cross->frame->progress)
    cross_complain(cross, "enabled or progress in state %zu", (size_t)cross->states);
  cross->steps += cross->found.count;
}

static inline bool cross_is_judged(const struct noe_clause *claim, bool assumptions) {
  return !claim->is_statement &&
         (assumptions ? claim->property == NOE_PROPERTY_ASSUME
                      : claim->property == NOE_PROPERTY_INVARIANT || claim->property == NOE_PROPERTY_COVER);
}

static inline void cross_judge(struct cross *cross, const uint8_t *key, bool assumptions) {
  const struct noe_model *model = cross->model;
  bool fails = false, faulty = false;
  uint64_t *held = calloc(model->property_count + 1, sizeof *held);
  for (uint32_t i = 0; i < model->property_count; i++) {
    const struct noe_clause *claim = &model->properties[i];
    if (!cross_is_judged(claim, assumptions))
      continue;
    enum noe_outcome outcome = noe_model_machine_claim(cross->machine, claim, cross->state);
    faulty |= outcome >= NOE_OUTCOME_FAULT;
    fails |= outcome == NOE_OUTCOME_FALSE && claim->property != NOE_PROPERTY_COVER;
    held[i] = outcome == NOE_OUTCOME_TRUE && claim->property == NOE_PROPERTY_COVER;
  }
  enum noe_native_answer answer = (assumptions ? cross->module->assumptions : cross->module->claims)(cross->frame, key);
  const char *what = assumptions ? "assumptions" : "claims";
  if (answer == NOE_NATIVE_BAIL)
    cross->bails++, cross->needless += !faulty && noe_model_machine_trials(cross->machine) == cross->trials;
  else if (answer == NOE_NATIVE_DONE && (faulty || fails))
    cross_complain(cross, "%s hold in state %zu", what, (size_t)cross->states);
  else if (answer == NOE_NATIVE_NO && !fails && (assumptions || !faulty)) /* an error outranks what is false */
    cross_complain(cross, "%s do not hold in state %zu", what, (size_t)cross->states);
  for (uint32_t i = 0; answer == NOE_NATIVE_DONE && i < model->property_count; i++)
    cross->known_claims[i] += held[i];
  if (memcmp(cross->known_claims, cross->claims, model->property_count * sizeof *held))
    cross_complain(cross, "cover claims in state %zu", (size_t)cross->states);
  free(held);
}

static inline void cross_state(struct cross *cross, const uint8_t *key) {
  const struct noe_model *model = cross->model;
  struct cross_list list = {.cross = cross};
  if (cross->runs) {
    noe_symmetry_runs_decode(cross->runs, key, cross->state, &cross->twins);
  } else {
    noe_model_unpack(model, (const uint64_t *)(const void *)key, cross->state);
  }
  if (cross->canoniser) {
    bool find = cross->module->canonical && cross->states % 4; /* else the module is told */
    struct noe_twins *twins = find ? &cross->seen_twins : &cross->twins;
    noe_symmetry_twins_in(cross->canoniser, cross->state, &cross->twins);
    cross->frame->find_twins = find;
    cross->frame->class_of = twins->class_of;
    cross->frame->rank_of = twins->rank_of;
    cross->frame->size_of = twins->size_of;
    cross->frame->twin_classes = &twins->count;
  }
  cross->enabled = cross->progress = cross->faulty = false;
  cross->trials = noe_model_machine_trials(cross->machine);
  for (uint32_t i = 0; i < model->rule_count; i++)
    noe_model_machine_instances(cross->machine, &model->rules[i], cross->state, cross_visit, &list);
  int64_t least = INT64_MAX;
  for (size_t i = 0; i < list.count && model->has_priorities; i++)
    least = list.items[i].clause->priority < least ? list.items[i].clause->priority : least;
  for (size_t i = 0; i < list.count; i++) {
    if (!model->has_priorities || list.items[i].clause->priority == least)
      cross_fire(cross, &list.items[i]);
    free(list.items[i].arguments);
  }
  free(list.items);
  cross_expand(cross, key);
  if (cross->module->has_claims)
    cross_judge(cross, key, false);
  if (cross->module->has_assumptions)
    cross_judge(cross, key, true);
  cross_clear(&cross->expected);
  cross_clear(&cross->found);
  cross->states++;
}

static inline void cross_start(struct cross *cross) {
  struct cross_list list = {.cross = cross};
  for (uint32_t i = 0; i < cross->model->start_count; i++)
    noe_model_machine_instances(cross->machine, &cross->model->starts[i], NULL, cross_visit, &list);
  for (size_t i = 0; i < list.count; i++) {
    if (noe_model_machine_fire(cross->machine, list.items[i].clause, list.items[i].arguments, NULL, cross->successor) ==
        NOE_OUTCOME_TRUE)
      cross_meet(cross, cross->successor);
    free(list.items[i].arguments);
  }
  free(list.items);
}

static inline void cross_search(struct cross *cross, uint64_t most) {
  const struct noe_model *model = cross->model;
  size_t cells = (model->cell_count + 1) * sizeof(int64_t);
  size_t key = (cross->shape ? cross->shape->most_bytes : model->packed_words * 8) + 64;
  cross->machine = noe_model_machine_new(cross->memory, model);
  cross->state = malloc(cells);
  cross->successor = malloc(cells);
  cross->key = calloc(1, key);
  if (cross->mode != CROSS_PLAIN) {
    noe_model_machine_watch(cross->machine, cross->proof->kinds);
    noe_model_machine_filter(cross->machine, cross_leads, cross);
  }
  cross_start(cross);
  for (uint64_t i = 0; i < cross->seen.count && i < most && !*cross->complaint; i++)
    cross_state(cross, cross->seen.items[i].key);
}

/* ---------------------------------------------------------------- set up */

static inline bool cross_load(struct cross *cross, const char *text) {
  cross->memory = noe_base_memory_new(0);
  cross->arena = noe_base_arena_new(cross->memory);
  struct noe_source *source = NOE_NEW(cross->arena, struct noe_source);
  *source = noe_base_source_text(cross->arena, cross->name, text, strlen(text));
  struct noe_options *options = NOE_NEW(cross->arena, struct noe_options);
  *options = noe_base_options();
  cross->model = noe_murphi_load(cross->arena, source, options, noe_base_diagnostics_new(cross->arena, source));
  if (!cross->model)
    return false;
  cross->points = NOE_NEW_ARRAY(cross->arena, int32_t, 64);
  if (cross->mode == CROSS_PLAIN)
    return true;
  cross->proof = noe_symmetry_prove(cross->arena, cross->memory, cross->model);
  struct noe_symmetry *symmetry = noe_symmetry_new(cross->arena, cross->model, cross->proof->use);
  symmetry->few_traits = cross_few_traits;
  cross->symmetry = symmetry;
  if (!cross->symmetry->block_count)
    return false;
  for (uint32_t i = 0; i < symmetry->block_count; i++)
    if (symmetry->blocks[i].is_rigid)
      return false; /* modules know no rotations: system/compiled.c gives them no symmetry then */
  noe_symmetry_twins_init(&cross->twins, cross->arena, cross->symmetry);
  noe_symmetry_twins_init(&cross->seen_twins, cross->arena, cross->symmetry);
  if (cross->mode == CROSS_PACKED) {
    cross->canoniser = noe_symmetry_canoniser_new(cross->memory, cross->symmetry, NOE_CANON_EXACT);
    return true;
  }
  cross->shape = noe_symmetry_runs_shape(cross->arena, cross->memory, cross->symmetry);
  if (cross->shape)
    cross->runs = noe_symmetry_runs_new(cross->memory, cross->shape);
  return cross->shape;
}

static inline void cross_free(struct cross *cross) {
  struct cross_steps *steps[] = {&cross->expected, &cross->found, &cross->seen};
  for (int i = 0; i < 3; i++) {
    cross_clear(steps[i]);
    free(steps[i]->items);
  }
  if (cross->machine)
    noe_model_machine_delete(cross->machine);
  if (cross->canoniser)
    noe_symmetry_canoniser_delete(cross->canoniser);
  if (cross->runs)
    noe_symmetry_runs_delete(cross->runs);
  free(cross->state), free(cross->successor), free(cross->key);
  free(cross->covers), free(cross->witnesses), free(cross->claims), free(cross->known_claims), free(cross->frame);
  if (cross->library)
    dlclose(cross->library);
  noe_base_arena_delete(cross->arena);
  if (noe_base_memory_used(cross->memory))
    cross_complain(cross, "memory is left over");
  noe_base_memory_delete(cross->memory);
}

/* False if there is nothing to compare in this mode (no symmetry, not unary, nothing compiled). `spoil`
 * may change the text before it is compiled; it may be NULL. */
static inline bool cross_run(struct cross *cross, const char *name, const char *text, enum cross_mode mode,
                             uint64_t most, const char *level, void (*spoil)(char *text)) {
  *cross = (struct cross){.name = name, .mode = mode};
  const char *why;
  bool did = false;
  if (cross_load(cross, text)) {
    struct noe_text out = noe_base_text(cross->memory);
    did = noe_compile_emit(cross->memory, cross->model, cross->symmetry, cross->proof, mode == CROSS_PACKED, &out,
                           &cross->emission, &why);
    did = did && (mode != CROSS_RUNS || cross->emission.keys == NOE_NATIVE_RUNS);
    if (did && spoil)
      spoil(out.bytes);
    if (did && cross_build(cross, noe_base_text_string(&out), level)) {
      cross_frame(cross);
      cross_search(cross, most);
    }
    noe_base_text_free(&out);
  }
  return did;
}

#endif
