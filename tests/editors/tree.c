/* What the tree-sitter grammar makes of texts: one line for each node, `depth begin end kind`, with
 * `!` before the kind of a node that stands for a mistake, and of the root if there is one; and which queries can be read.
 *
 *   tree [--query FILE]... TEXT... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tree_sitter/api.h>

const TSLanguage *tree_sitter_murphi(void);

static char *read_file(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) {
    perror(path);
    exit(2);
  }
  *length = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*length + 1);
  if (!text || fread(text, 1, *length, file) != *length)
    exit(2);
  fclose(file);
  return text;
}

static void show(TSNode node, unsigned depth) {
  bool is_wrong =
      ts_node_is_missing(node) || !strcmp(ts_node_type(node), "ERROR") || (!depth && ts_node_has_error(node));
  if (is_wrong || ts_node_is_named(node))
    printf("%u %u %u %s%s\n", depth, ts_node_start_byte(node), ts_node_end_byte(node), is_wrong ? "!" : "",
           ts_node_type(node));
  for (uint32_t i = 0; i < ts_node_child_count(node); i++)
    show(ts_node_child(node, i), depth + 1);
}

/* Runs the query over the tree, too: how many captures there are goes to the output. */
static void show_query(const char *path, TSNode root) {
  size_t length;
  uint32_t offset, captures = 0, index;
  TSQueryError error = TSQueryErrorNone;
  TSQueryMatch match;
  char *text = read_file(path, &length);
  TSQuery *query = ts_query_new(tree_sitter_murphi(), text, (uint32_t)length, &offset, &error);
  if (!query) {
    printf("query %s: wrong at byte %u (%d)\n", path, offset, (int)error);
    exit(1);
  }
  TSQueryCursor *cursor = ts_query_cursor_new();
  ts_query_cursor_exec(cursor, query, root);
  while (ts_query_cursor_next_capture(cursor, &match, &index))
    captures++;
  printf("query %u\n", captures);
  ts_query_cursor_delete(cursor);
  ts_query_delete(query);
  free(text);
}

int main(int count, char **arguments) {
  const char *queries[16];
  int query_count = 0, at = 1;
  for (; at + 1 < count && !strcmp(arguments[at], "--query") && query_count < 16; at += 2)
    queries[query_count++] = arguments[at + 1];
  TSParser *parser = ts_parser_new();
  if (!ts_parser_set_language(parser, tree_sitter_murphi()))
    return 3;
  for (; at < count; at++) {
    size_t length;
    char *text = read_file(arguments[at], &length);
    TSTree *tree = ts_parser_parse_string(parser, NULL, text, (uint32_t)length);
    printf("text %s\n", arguments[at]);
    show(ts_tree_root_node(tree), 0);
    for (int i = 0; i < query_count; i++)
      show_query(queries[i], ts_tree_root_node(tree));
    ts_tree_delete(tree);
    free(text);
  }
  ts_parser_delete(parser);
  return 0;
}
