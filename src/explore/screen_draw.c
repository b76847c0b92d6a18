/* The screen: what can fire on the left, the chosen view on the right, keys below. */
#include <string.h>

#include "explore/screen_int.h"
#include "report/escape.h"

void noe_explore_screen_line(struct noe_screen *screen, int row, int column, int width, const char *text, attr_t look) {
  const struct noe_curses *curses = &screen->curses;
  struct noe_text safe = noe_base_text(screen->walk.memory);
  if (width <= 0)
    return;
  noe_report_escape_plain(&safe, text);
  curses->wattr_on(screen->window, look, NULL);
  if (curses->wmove(screen->window, row, column) == OK)
    curses->waddnstr(screen->window, noe_base_text_string(&safe), width);
  curses->wattr_off(screen->window, look, NULL);
  noe_base_text_free(&safe);
}

/* Rows are numbered as on the page: groups in the order of their first instances. */
static void put_in_order(struct noe_screen *screen, uint32_t group_count) {
  size_t count = 0;
  for (uint32_t group = 0; group < group_count; group++)
    for (uint32_t i = 0; i < screen->order_count; i++)
      if (screen->groups[i] == group)
        screen->order[count++] = i;
}

void noe_explore_screen_list(struct noe_screen *screen) {
  enum { MOST = 500 };
  struct noe_walk *walk = &screen->walk;
  noe_explore_enabled(walk, screen->node);
  if (screen->order_arena && screen->listed == screen->node)
    return;
  if (screen->order_arena)
    noe_base_arena_delete(screen->order_arena);
  screen->order_arena = noe_base_arena_new(walk->memory);
  screen->order_count = walk->enabled.count < MOST ? walk->enabled.count : MOST;
  screen->order = NOE_NEW_ARRAY(screen->order_arena, uint32_t, screen->order_count + 1);
  screen->groups = NOE_NEW_ARRAY(screen->order_arena, uint32_t, screen->order_count + 1);
  put_in_order(screen, noe_explore_groups(walk, screen->node, screen->order_count, screen->groups));
  screen->listed = screen->node;
}

static size_t group_size(const struct noe_screen *screen, uint32_t group) {
  size_t count = 0;
  for (size_t i = 0; i < screen->order_count; i++)
    count += screen->groups[i] == group;
  return count;
}

/* `3 enter, p = P_1  (2 but for names)  tried`; the others of a group are moved in. */
static void row_text(struct noe_screen *screen, size_t row, struct noe_text *text) {
  struct noe_walk *walk = &screen->walk;
  uint32_t i = screen->order[row], group = screen->groups[i];
  const struct noe_clause *clause = walk->enabled.items[i].clause;
  const int64_t *arguments = noe_enabled_arguments(&walk->enabled, i);
  bool is_first = row == 0 || screen->groups[screen->order[row - 1]] != group;
  noe_base_text_printf(text, "%zu %s%s%s", row + 1, is_first ? "" : "  ", clause->title,
                       clause->parameter_count ? ", " : "");
  noe_report_arguments(walk->model, clause, arguments, walk->nodes.items[screen->node].state, text);
  if (is_first && walk->has_orbits && group_size(screen, group) > 1)
    noe_base_text_printf(text, "  (%zu but for names)", group_size(screen, group));
  if (noe_explore_known(walk, screen->node, clause, arguments) != NOE_WALK_NONE)
    noe_base_text_puts(text, "  tried");
}

static void draw_enabled(struct noe_screen *screen, int width, int height) {
  struct noe_text text = noe_base_text(screen->walk.memory);
  if (screen->chosen >= screen->order_count)
    screen->chosen = screen->order_count ? screen->order_count - 1 : 0;
  if (screen->chosen < screen->first)
    screen->first = screen->chosen;
  if (height > 0 && screen->chosen >= screen->first + (size_t)height)
    screen->first = screen->chosen - (size_t)height + 1;
  for (int row = 0; row < height && screen->first + (size_t)row < screen->order_count; row++) {
    size_t at = screen->first + (size_t)row;
    noe_base_text_clear(&text);
    row_text(screen, at, &text);
    noe_explore_screen_line(screen, 2 + row, 0, width - 1, noe_base_text_string(&text),
                            at == screen->chosen ? A_REVERSE : A_NORMAL);
  }
  if (!screen->order_count)
    noe_explore_screen_line(screen, 2, 0, width - 1, "no rule can fire here", A_NORMAL);
  noe_base_text_free(&text);
}

/* The chosen row once more, for names that are longer than the left side. */
static void draw_chosen(struct noe_screen *screen, int row, int columns) {
  struct noe_text text = noe_base_text(screen->walk.memory);
  if (screen->order_count)
    row_text(screen, screen->chosen, &text);
  if (text.length >= (size_t)columns / 2)
    noe_explore_screen_line(screen, row, 0, columns, noe_base_text_string(&text), A_NORMAL);
  noe_base_text_free(&text);
}

static void draw_title(struct noe_screen *screen, int columns) {
  struct noe_text title = noe_base_text(screen->walk.memory);
  const struct noe_walk_node *node = &screen->walk.nodes.items[screen->node];
  noe_base_text_printf(&title, "%s  ", screen->walk.report->file);
  if (node->clause)
    noe_base_text_printf(&title, "after step %u: %s", node->depth, node->clause->title);
  if (screen->walk.saved.count)
    for (size_t i = 0; i < screen->walk.saved.count; i++)
      if (screen->walk.saved.items[i] == screen->node)
        noe_base_text_printf(&title, "  (saved run: %zu of %zu)", i, screen->walk.saved.count - 1);
  noe_explore_screen_line(screen, 0, 0, columns, noe_base_text_string(&title), A_BOLD);
  noe_base_text_free(&title);
}

void noe_explore_screen_draw(struct noe_screen *screen) {
  static const char *const keys[] = {"enter fire  u undo  g go to  r run  w watch  b break  d forget  0 restart",
                                     "s state  c way here  a around (+ - o n)  [ ] { } t saved run  x export  q quit"};
  int rows = screen->curses.getmaxy(screen->window), columns = screen->curses.getmaxx(screen->window);
  screen->curses.werase(screen->window);
  noe_explore_screen_list(screen);
  draw_title(screen, columns);
  draw_enabled(screen, columns / 2, rows - 6);
  noe_explore_screen_right(screen, columns / 2, columns - columns / 2, rows - 6);
  draw_chosen(screen, rows - 4, columns);
  noe_explore_screen_line(screen, rows - 3, 0, columns, screen->note, A_NORMAL);
  noe_explore_screen_line(screen, rows - 2, 0, columns, keys[0], A_NORMAL);
  noe_explore_screen_line(screen, rows - 1, 0, columns, keys[1], A_NORMAL);
  screen->curses.wrefresh(screen->window);
}
