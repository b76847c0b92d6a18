/* Pieces of a model as people read them. */
#include "base/text.h"
#include "lang/murphi/lex.h"
#include "lang/murphi/murphi.h"

/* `text` without what is beyond `most` bytes; whole characters stay whole. */
static const char *shorten(struct noe_arena *arena, const char *text, size_t most) {
  size_t length = most;
  while (length && ((unsigned char)text[length] & 0xC0) == 0x80)
    length--;
  return noe_base_arena_format(arena, "%.*s...", (int)length, text);
}

const char *noe_murphi_excerpt(struct noe_arena *arena, const struct noe_source *source, struct noe_span span,
                               size_t most) {
  struct noe_murphi_lexer lexer = {.arena = arena, .source = source, .position = span.begin};
  lexer.diagnostics = noe_base_diagnostics_new(arena, source); /* complaints were made when it was parsed */
  lexer.comments_end = &lexer.comments;
  noe_murphi_lex_index_words(&lexer);
  struct noe_text text = noe_base_text(noe_base_arena_memory(arena));
  for (uint32_t end = span.begin; text.length <= most;) {
    struct noe_span next = noe_murphi_lex_next(&lexer).span;
    if (next.begin >= span.end)
      break;
    noe_base_text_puts(&text, next.begin > end ? " " : "");
    noe_base_text_add(&text, source->bytes + next.begin, next.end - next.begin);
    end = next.end;
  }
  const char *copy = noe_base_arena_text(arena, noe_base_text_string(&text), text.length);
  size_t length = text.length;
  noe_base_text_free(&text);
  return length <= most ? copy : shorten(arena, copy, most);
}
