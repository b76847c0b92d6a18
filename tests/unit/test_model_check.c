/* The checker of src/model/check.h: each sentence that it can say is said of a planted defect. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/check.h"
#include "plant.h"
#include "symmetry_kit.h"

static const char text[] =
    "type P: scalarset(3); Q: scalarset(3);\n"
    "var x: P; y: Q; a: array[P] of boolean; m: multiset[2] of record p: P; in: multiset[2] of Q; end;\n"
    "    last: multiset[1] of boolean;\n"
    "startstate begin clear a; undefine x; end;\n"
    "ruleset p: P do rule \"go\" a[p] ==> x := p; end; end;\n"
    "choose i: m do rule \"tie\" true ==> x := y; multisetremove(i, m); end; end;\n"
    "rule \"loop\" exists p: P do a[p] end ==> for p: P do a[p] := false; end; end;\n"
    "invariant \"one\" forall p: P do a[p] -> x = p end;\n";

static void sound(void **unused) {
  (void)unused;
  for (uint32_t i = 0; i < ZOO; i++) {
    struct kit kit;
    kit_open(&kit, &zoo[i], 4, 4);
    plant_expect(noe_model_check(kit.model), NULL, zoo[i].name);
    kit_close(&kit);
  }
}

static void layout(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open_text(&kit, text);
  const struct noe_model *m = kit.model;
  const uint32_t p = m->variables[0].type->id, q = m->variables[1].type->id, low = p < q ? p : q;
  assert_true(m->tied[p] == low && m->tied[q] == low && m->bag_count == 4 && m->outer_bag_count == 2);
  PLANT(m->types[p]->id, p + 1, noe_model_check(m), "a type is not at its number");
  PLANT(m->tied[low], p + q - low, noe_model_check(m), "a type is tied to one that does not stand for itself");
  PLANT(m->types[p + q - low]->high, 5, noe_model_check(m), "types that are tied are not scalarsets of one size");
  PLANT(m->variables[1].cell, 2, noe_model_check(m), "variables do not follow one another");
  PLANT(m->cells[0].width, 1, noe_model_check(m), "the values of a cell do not fit into its bits");
  PLANT(m->cells[1].shift, 0, noe_model_check(m), "two cells share a bit, or one lies in two words");
  PLANT(m->packed_bits, m->packed_bits + 1, noe_model_check(m), "the bits of a packed state are miscounted");
  PLANT(m->packed_words, m->packed_words + 1, noe_model_check(m), "a packed state has not as many bytes as it takes");
  PLANT(m->bags[0].cell, m->cell_count, noe_model_check(m), "a multiset lies behind the end of the state");
  PLANT(m->bags[0].cell, 0, noe_model_check(m), "a cell of a multiset is not said to be in one");
  PLANT(m->outer_bag_count, 1, noe_model_check(m), "a cell lies in no multiset that is in no other one, or in two");
  PLANT(m->outer_bags[0], m->outer_bags[1], noe_model_check(m),
        "a cell lies in no multiset that is in no other one, or in two");
  const struct noe_multiset_place swapped[2] = {m->outer_bags[1], m->outer_bags[0]},
                                  kept[2] = {m->outer_bags[0], m->outer_bags[1]};
  plant_bytes(m->outer_bags, swapped, sizeof swapped);
  plant_expect(noe_model_check(m), "multisets of a type do not stand together", "outer multisets exchanged");
  plant_bytes(m->outer_bags, kept, sizeof kept);
  uint32_t around = 0;
  while (m->bags[around].type != m->outer_bags[0].type && m->bags[around].type != m->outer_bags[1].type)
    around++;
  assert_true(around == 2); /* both inner ones come first */
  const struct noe_multiset_place first = m->bags[0];
  plant_bytes(&m->bags[0], &m->bags[around], sizeof first);
  plant_bytes(&m->bags[around], &first, sizeof first);
  plant_expect(noe_model_check(m), "a multiset comes before one that is in it", "bags exchanged");
  kit_close(&kit);
}

static void clauses(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open_text(&kit, text);
  const struct noe_model *m = kit.model;
  assert_true(m->rule_count == 3 && m->rules[0].binder_count == 1 && m->rules[1].binders[0].kind == NOE_BINDER_CHOOSE);
  PLANT(m->rules[1].id, 0, noe_model_check(m), "a clause is not at its number, or of another kind");
  PLANT(m->properties[0].kind, NOE_CLAUSE_RULE, noe_model_check(m),
        "a clause is not at its number, or of another kind");
  PLANT(m->rules[0].frame_cells, 0, noe_model_check(m), "a name has no cell in the frame of its clause");
  PLANT(m->rules[0].binders[0].step, 0, noe_model_check(m), "a parameter has no steps, or a name nothing to stand for");
  PLANT(m->rules[1].binders[0].value, m->rules[0].guard, noe_model_check(m),
        "an element is chosen from what is no multiset");
  PLANT(m->rules[0].parameter_count, 2, noe_model_check(m), "parameters of a clause are miscounted");
  const uint32_t mark = 7;
  const struct noe_clause marked = {.kind = NOE_CLAUSE_RULE, .id = 2, .marks = &mark, .mark_count = 1};
  PLANT(m->rules[2], marked, noe_model_check(m), "a rule has a fairness mark that does not exist");
  PLANT(m->properties[0].first_witness, 1, noe_model_check(m), "an implication has a counter that does not exist");
  assert_true(m->loop_count && m->loops[0].expr && !m->loops[0].stmt);
  PLANT(m->loops[0].expr, NULL, noe_model_check(m), "a loop is neither an expression nor a statement, or both");
  PLANT(m->loops[0].stmt, m->rules[0].body, noe_model_check(m),
        "a loop is neither an expression nor a statement, or both");
  kit_close(&kit);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sound), cmocka_unit_test(layout), cmocka_unit_test(clauses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
