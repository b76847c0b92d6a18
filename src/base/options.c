#include "base/options.h"

struct noe_options noe_base_options(void) {
  return (struct noe_options){
#define ROW(field, name, letter, argument, initial, commands, help) .field = initial,
#define FLAG ROW
#define COUNT ROW
#define BYTES ROW
#define SECONDS ROW
#define TEXT ROW
#define WORDS ROW
#define CHOICE ROW
#include "base/options.def"
#undef FLAG
#undef COUNT
#undef BYTES
#undef SECONDS
#undef TEXT
#undef WORDS
#undef CHOICE
#undef ROW
  };
}

#define ROW(kind, field, name, letter, argument, initial, commands, help)                                              \
  {kind, offsetof(struct noe_options, field), name, letter, argument, #initial, commands, help},
#define FLAG(...) ROW(NOE_OPTION_FLAG, __VA_ARGS__)
#define COUNT(...) ROW(NOE_OPTION_COUNT, __VA_ARGS__)
#define BYTES(...) ROW(NOE_OPTION_BYTES, __VA_ARGS__)
#define SECONDS(...) ROW(NOE_OPTION_SECONDS, __VA_ARGS__)
#define TEXT(...) ROW(NOE_OPTION_TEXT, __VA_ARGS__)
#define WORDS(...) ROW(NOE_OPTION_WORDS, __VA_ARGS__)
#define CHOICE(...) ROW(NOE_OPTION_CHOICE, __VA_ARGS__)
const struct noe_option_row noe_base_option_rows[] = {
#include "base/options.def"
};
const size_t noe_base_option_count = sizeof noe_base_option_rows / sizeof noe_base_option_rows[0];
