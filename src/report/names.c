#include "report/names.h"

#include <string.h>

/* Copies a word up to a single `=`, or to its end; `==` becomes `=`. Moves `*word` behind it. */
static char *unescape(struct noe_arena *arena, const char **word) {
  char *copy = noe_base_arena_take(arena, strlen(*word) + 1), *out = copy;
  for (; **word && !((*word)[0] == '=' && (*word)[1] != '='); (*word)++) {
    *word += **word == '=';
    *out++ = **word;
  }
  return copy;
}

static bool read_pair(struct noe_arena *arena, const char *word, struct noe_name_pair *pair) {
  pair->from = unescape(arena, &word);
  if (*word++ != '=')
    return false;
  pair->to = unescape(arena, &word);
  return !*word && *pair->from && *pair->to;
}

bool noe_report_names_read(struct noe_arena *arena, const struct noe_words *words, struct noe_names *names,
                           const char **wrong) {
  struct noe_name_pair *pairs = NOE_NEW_ARRAY(arena, struct noe_name_pair, words->count + 1);
  *names = (struct noe_names){.arena = arena, .pairs = pairs};
  for (; names->count < words->count; names->count++)
    if (!read_pair(arena, words->items[names->count], &pairs[names->count])) {
      *wrong = words->items[names->count];
      return false;
    }
  return true;
}

const char *noe_report_name_now(const struct noe_names *names, const char *name) {
  for (size_t i = names->count; i-- > 0;)
    if (!strcmp(names->pairs[i].from, name))
      return names->pairs[i].to;
  return name;
}

const char *noe_report_value_name_now(const struct noe_names *names, const char *name) {
  const char *now = noe_report_name_now(names, name), *bar = strrchr(name, '_');
  if (now != name || !bar || !bar[1] || bar[1 + strspn(bar + 1, "0123456789")])
    return now;
  const char *type = noe_base_arena_text(names->arena, name, (size_t)(bar - name));
  const char *type_now = noe_report_name_now(names, type);
  return type_now == type ? name : noe_base_arena_format(names->arena, "%s%s", type_now, bar);
}
