/* brute FILE...: judges every temporal claim of each model the naive way. One line for
 * each claim: FILE, number of the claim, verdict with the fairness of the model, verdict
 * without it (`holds`, `fails`), or FILE, `-`, and why nothing is known. With --lassos as the first argument, each
 * line of an `ltl` claim that fails ends with the steps of a shortest lasso, which is 0 otherwise and where it is not known. */
#include <stdio.h>
#include <string.h>

#include "brute.h"
#include "lang/murphi/murphi.h"

enum { MOST_STATES = 6000 };

static enum brute_answer judge(struct brute_graph *graph, const struct noe_clause *claim, const int64_t *arguments,
                               unsigned flags) {
  switch (claim->property) {
  case NOE_PROPERTY_LTL: return brute_ltl(graph, claim, arguments, flags);
  case NOE_PROPERTY_CTL:
  case NOE_PROPERTY_CTLSTAR:
  case NOE_PROPERTY_MU: return brute_branching(graph, claim, arguments, flags);
  case NOE_PROPERTY_NEVER: return brute_never(graph, claim, arguments);
  default: return BRUTE_UNDECIDED;
  }
}

/* Every instance, the first one that fails deciding. */
static enum brute_answer instances(struct brute_graph *graph, const struct noe_clause *claim, uint32_t binder,
                                   uint32_t parameter, int64_t *arguments, unsigned flags) {
  while (binder < claim->binder_count && claim->binders[binder].kind > NOE_BINDER_CHOOSE)
    binder++;
  if (binder == claim->binder_count)
    return judge(graph, claim, arguments, flags);
  const struct noe_binder *b = &claim->binders[binder];
  if (b->kind == NOE_BINDER_CHOOSE)
    return BRUTE_UNDECIDED;
  int64_t value = b->low;
  for (bool ended = false; !ended && value <= b->high; ended = __builtin_add_overflow(value, b->step, &value)) {
    arguments[parameter] = value;
    enum brute_answer answer = instances(graph, claim, binder + 1, parameter + 1, arguments, flags);
    if (answer != BRUTE_HOLDS)
      return answer;
  }
  return BRUTE_HOLDS;
}

enum brute_answer brute_claim(struct brute_graph *graph, const struct noe_clause *claim, unsigned flags) {
  int64_t arguments[claim->parameter_count + 1];
  return instances(graph, claim, 0, 0, arguments, flags);
}

static void judge_model(const char *file, struct noe_arena *arena, struct noe_memory *memory,
                        const struct noe_model *model, unsigned flags) {
  static const char *const words[] = {"holds", "fails", "unknown"};
  struct brute_graph *graph = brute_graph(arena, memory, model, MOST_STATES);
  for (uint32_t i = 0; i < model->property_count && !graph->trouble; i++) {
    const struct noe_clause *claim = &model->properties[i];
    if (!noe_property_is_temporal(claim->property) || !noe_property_is_claim(claim->property))
      continue;
    graph->shortest = 0;
    enum brute_answer with = brute_claim(graph, claim, flags);
    uint32_t shortest = graph->shortest;
    enum brute_answer without = graph->trouble ? BRUTE_UNDECIDED : brute_claim(graph, claim, BRUTE_NO_FAIRNESS);
    if (!graph->trouble)
      printf("%s %u %s %s %u %u\n", file, i, words[with], words[without], graph->count, shortest);
  }
  if (graph->trouble)
    printf("%s - %s\n", file, graph->trouble);
}

int main(int count, char **words) {
  bool lassos = count > 1 && !strcmp(words[1], "--lassos");
  for (int i = lassos ? 2 : 1; i < count; i++) {
    struct noe_memory *memory = noe_base_memory_new(0);
    jmp_buf escape;
    noe_base_memory_guard(memory, &escape);
    if (setjmp(escape)) {
      printf("%s - out of memory\n", words[i]);
      continue;
    }
    struct noe_arena *arena = noe_base_arena_new(memory);
    struct noe_source source;
    struct noe_options options = noe_base_options();
    if (noe_base_source_read(arena, words[i], &source) != NOE_READ_OK) {
      printf("%s - cannot be read\n", words[i]);
      continue;
    }
    struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(arena, &source);
    const struct noe_model *model = noe_murphi_load(arena, &source, &options, diagnostics);
    if (model)
      judge_model(words[i], arena, memory, model, lassos ? BRUTE_SHORTEST : 0);
    else
      printf("%s - is no model\n", words[i]);
    noe_base_memory_sweep(memory);
    noe_base_memory_delete(memory);
  }
  return 0;
}
