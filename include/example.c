/* Checks a model and shows the run of what fails:
 *   cc example.c $(pkg-config --cflags --libs noether) -o example && ./example MODEL [OPTION...] */
#include <noether.h>
#include <stdio.h>

static const char *const words[] = {"HOLDS", "VIOLATED", "UNKNOWN", "ERROR"};

static void show_run(noether_result *result, size_t property) {
  for (size_t i = 0; i < noether_run_length(result, property); i++)
    printf("    %zu %s %s\n      %s", i, noether_step_rule(result, property, i), noether_step_arguments(result, property, i),
           noether_step_state(result, property, i) ? noether_step_state(result, property, i) : "it fails\n");
}

int main(int count, char **arguments) {
  if (count < 2)
    return 64;
  noether_result *result = noether_check(arguments[1], (const char *const *)arguments + 2, (size_t)count - 2);
  if (!result)
    return 70;
  printf("%s: %s, %llu states\n", arguments[1], words[noether_verdict(result)],
         (unsigned long long)noether_states(result));
  if (noether_message(result))
    printf("%s\n", noether_message(result));
  for (size_t i = 0; i < noether_property_count(result); i++) {
    printf("  %s %s: %s\n", noether_property_kind(result, i), noether_property_name(result, i),
           words[noether_property_verdict(result, i)]);
    show_run(result, i);
  }
  int status = noether_verdict(result);
  noether_free(result);
  return status;
}
