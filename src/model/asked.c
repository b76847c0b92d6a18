#include "model/asked.h"

#include <stdlib.h>
#include <string.h>

static bool is_meant(const char *word, const struct noe_clause *property) {
  char *end;
  if (property->name && !strcmp(word, property->name))
    return true;
  unsigned long line = strtoul(word, &end, 10);
  return end != word && !*end && line == property->place.line;
}

bool noe_model_is_asked(const struct noe_words *words, const struct noe_clause *property) {
  for (size_t i = 0; i < words->count; i++)
    if (is_meant(words->items[i], property))
      return true;
  return !words->count || !noe_property_is_claim(property->property);
}

const char *noe_model_asked_in_vain(const struct noe_words *words, const struct noe_model *model) {
  for (size_t i = 0; i < words->count; i++) {
    bool is_known = !strcmp(words->items[i], "deadlock");
    for (uint32_t k = 0; k < model->property_count && !is_known; k++)
      is_known =
          noe_property_is_claim(model->properties[k].property) && is_meant(words->items[i], &model->properties[k]);
    if (!is_known)
      return words->items[i];
  }
  return NULL;
}

bool noe_model_asks_deadlock(const struct noe_words *words) {
  for (size_t i = 0; i < words->count; i++)
    if (!strcmp(words->items[i], "deadlock"))
      return true;
  return !words->count;
}
