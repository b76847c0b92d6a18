/* The list of enabled instances: its checker, with defects planted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plant.h"
#include "system/enabled.h"

static void checker_catches_defects(void **state) {
  (void)state;
  const struct noe_clause clauses[2] = {{.parameter_count = 2}, {.parameter_count = 1}};
  struct noe_enabled_item items[3] = {{&clauses[0], 0}, {&clauses[0], 2}, {&clauses[1], 4}};
  int64_t arguments[5] = {0, 0, 0, 1, 7};
  const struct noe_enabled list = {
      .items = items, .count = 3, .capacity = 3, .arguments = arguments, .argument_count = 5, .argument_capacity = 5};
  PLANT(list.count, 4, noe_system_enabled_check(&list), "there are more instances, or arguments, than room for them");
  PLANT(list.argument_count, 6, noe_system_enabled_check(&list),
        "there are more instances, or arguments, than room for them");
  PLANT(list.argument_count, 4, noe_system_enabled_check(&list), "an instance has arguments of another one");
  PLANT(items[1].arguments, 1, noe_system_enabled_check(&list), "an instance has arguments of another one");
  PLANT(items[0].clause, &clauses[1], noe_system_enabled_check(&list),
        "instances are not in the order of their clauses");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(checker_catches_defects)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
