/* The checkers of src/logic/check.h: each sentence that they can say is said of a planted defect. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "logic/check.h"
#include "plant.h"

static void tables(void **unused) {
  (void)unused;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_logic *l = noe_logic_new(memory);
  const struct noe_term *p = noe_logic_literal(l, 0), *q = noe_logic_literal(l, 1), *r = noe_logic_literal(l, 2);
  const struct noe_term *both = noe_logic_and(l, (const struct noe_term *[]){p, q, r}, 3);
  const struct noe_term *until = noe_logic_until(l, both, noe_logic_next(l, p));
  assert_true(until->kind == NOE_TERM_UNTIL && both->count == 3);
  PLANT(l->slot_count, 63, noe_logic_table_check(l), "a table of terms has no empty slot");
  PLANT(l->term_count, l->term_count + 2, noe_logic_table_check(l), "terms are miscounted");
  PLANT(until->negation, q, noe_logic_table_check(l), "a term and its negation are not neighbours");
  PLANT(until->parts[1], p, noe_logic_table_check(l), "parts of a negation are not the negations of parts");
  PLANT(both->kind, NOE_TERM_NEXT, noe_logic_table_check(l), "a term cannot be found, or is there twice");
  const struct noe_term *parts[3] = {both->parts[1], both->parts[0], both->parts[2]}, *mirrored[3];
  for (int i = 0; i < 3; i++)
    mirrored[i] = parts[i]->negation;
  const struct noe_term *const *kept = both->parts;
  plant_bytes(&both->negation->parts, &(const struct noe_term *const *){mirrored}, sizeof kept);
  plant_bytes(&both->parts, &(const struct noe_term *const *){parts}, sizeof kept);
  plant_expect(noe_logic_table_check(l), "parts are not in order, or two of them are a term and its negation",
               "parts exchanged");
  parts[0] = both;
  mirrored[0] = both->negation;
  plant_expect(noe_logic_table_check(l), "a conjunction lies in a conjunction, or a disjunction in a disjunction",
               "a conjunction in itself");
  noe_logic_delete(l);
  noe_base_memory_delete(memory);
}

/* G (p0 -> F p1): two states and a mark. */
static void automata(void **unused) {
  (void)unused;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_arena *arena = noe_base_arena_new(memory);
  struct noe_logic *l = noe_logic_new(memory);
  const struct noe_term *p = noe_logic_literal(l, 0), *q = noe_logic_literal(l, 1);
  const struct noe_term *either[] = {noe_logic_not(p), noe_logic_eventually(l, q)};
  const struct noe_automaton *a = noe_logic_translate(arena, memory, noe_logic_always(l, noe_logic_or(l, either, 2)));
  assert_true(a->state_count && a->mark_count == 1);
  PLANT(a->safety, true, noe_logic_automaton_check(a),
        "an automaton has too many marks, or none and not every run is accepting");
  PLANT(a->edge_count, a->edge_count + 1, noe_logic_automaton_check(a), "the edges of states are not all edges");
  assert_false(a->weak);
  PLANT(a->terminal, true, noe_logic_automaton_check(a), "a terminal automaton is not weak");
  PLANT(a->edges[0].source, 7, noe_logic_automaton_check(a), "an edge is listed for another state, or leads to none");
  PLANT(a->edges[0].target, 7, noe_logic_automaton_check(a), "an edge is listed for another state, or leads to none");
  PLANT(a->edges[0].marks, 2, noe_logic_automaton_check(a), "an edge has a mark that does not exist");
  PLANT(a->propositions, 0, noe_logic_automaton_check(a), "an edge asks for a proposition that is not listed");
  const struct noe_edge contrary = {.positive = 1, .negative = 1};
  PLANT(a->edges[0], contrary, noe_logic_automaton_check(a), "an edge asks for a proposition and against it");
  const struct noe_edge any = {.source = 0};
  const struct noe_edge twice[2] = {any, any};
  const uint32_t first[2] = {0, 2}, nothing[3] = {0, 2, 2};
  const struct noe_automaton loops = {
      .state_count = 1, .edge_count = 2, .edges = twice, .first = first, .safety = true};
  PLANT(loops.deterministic, true, noe_logic_automaton_check(&loops),
        "a letter has two ways in a deterministic automaton");
  const struct noe_automaton dead = {
      .state_count = 2, .edge_count = 2, .edges = twice, .first = nothing, .safety = true};
  plant_expect(noe_logic_automaton_check(&dead), "a state begins no run", "a state without edges");
  noe_logic_delete(l);
  noe_base_arena_delete(arena);
  noe_base_memory_delete(memory);
}

/* Bad once proposition 1 holds after proposition 0 did. */
static void monitors(void **unused) {
  (void)unused;
  const struct noe_decision decisions[2] = {{0, 1, 2}, {1, 2, 0}};
  const uint32_t roots[3] = {0, NOE_MONITOR_QUESTION | 0, NOE_MONITOR_QUESTION | 1};
  const struct noe_monitor m = {
      .state_count = 3, .initial = 1, .roots = roots, .decisions = decisions, .decision_count = 2, .propositions = 3};
  PLANT(m.initial, 3, noe_logic_monitor_check(&m), "a monitor begins nowhere, or leaves the bad state");
  PLANT(roots[0], 1, noe_logic_monitor_check(&m), "a monitor begins nowhere, or leaves the bad state");
  PLANT(roots[1], NOE_MONITOR_QUESTION | 2, noe_logic_monitor_check(&m),
        "a state asks a question that does not exist, or leads to no state");
  PLANT(decisions[0].low, NOE_MONITOR_QUESTION | 1, noe_logic_monitor_check(&m),
        "a question leads to a later one, or to no state");
  PLANT(decisions[1].low, 0, noe_logic_monitor_check(&m), "a question decides nothing");
  PLANT(m.propositions, 1, noe_logic_monitor_check(&m), "a question is about a proposition that is not listed");
}

/* nu 0. p & EX 0 */
static void graphs(void **unused) {
  (void)unused;
  const struct noe_node nodes[5] = {{.kind = NOE_NODE_PROPOSITION},
                                    {.kind = NOE_NODE_POINT, .free = 1},
                                    {.kind = NOE_NODE_NEXT, .left = 1, .free = 1},
                                    {.kind = NOE_NODE_AND, .left = 0, .right = 2, .free = 1},
                                    {.kind = NOE_NODE_GREATEST, .left = 3}};
  const struct noe_branching g = {.nodes = nodes, .count = 5, .root = 4, .point_count = 1};
  PLANT(g.root, 3, noe_logic_branching_check(&g), "the root has free variables, or does not exist");
  PLANT(nodes[2].left, 2, noe_logic_branching_check(&g), "an argument comes behind its node");
  PLANT(nodes[3].right, 4, noe_logic_branching_check(&g), "an argument comes behind its node");
  PLANT(nodes[1].number, 1, noe_logic_branching_check(&g), "a fixed-point variable does not exist");
  PLANT(nodes[2].free, 0, noe_logic_branching_check(&g), "free variables of a node are not those of its arguments");
  const uint32_t first[2] = {0, 1}, later = 2;
  const struct noe_edge loop = {.source = 0};
  const struct noe_automaton all = {.state_count = 1, .edge_count = 1, .edges = &loop, .first = first, .safety = true};
  const struct noe_node_path paths[1] = {{.automaton = &all, .nodes = &later, .count = 1}};
  const struct noe_node path = {.kind = NOE_NODE_PATH};
  plant_bytes(&g.paths, &(const struct noe_node_path *){paths}, sizeof g.paths);
  PLANT(nodes[0], path, noe_logic_branching_check(&g), "a proposition of a path comes behind its node");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(tables), cmocka_unit_test(automata), cmocka_unit_test(monitors),
                                     cmocka_unit_test(graphs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
