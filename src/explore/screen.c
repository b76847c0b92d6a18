/* The same commands in a terminal: what can fire on the left, the state on the right, keys below. */
#include <ncurses.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "explore/walk.h"
#include "model/print.h"
#include "report/escape.h"

enum { MOST_WATCHES = 8, MOST_INPUT = 400, RUN_STEPS = 20 };

struct screen {
  struct noe_walk walk;
  const struct noe_explore_setup *setup;
  noe_explore_save save;
  uint32_t node;
  size_t chosen, first; /* of the list on the left: at hand; the first that is shown */
  size_t scroll;        /* lines of the right side that are above */
  char watches[MOST_WATCHES][MOST_INPUT], breaks[MOST_WATCHES][MOST_INPUT];
  size_t watch_count, break_count;
  char note[MOST_INPUT];
  bool is_over;
};

static void say(struct screen *screen, const char *text) {
  snprintf(screen->note, sizeof screen->note, "%s", text ? text : "");
}

static void go(struct screen *screen, uint32_t node) {
  screen->node = node;
  screen->chosen = screen->first = screen->scroll = 0;
}

/* A line of at most `width` columns; what models put into names moves no cursor. */
static void put_line(int row, int column, int width, const char *text, struct noe_memory *memory) {
  struct noe_text safe = noe_base_text(memory);
  if (width <= 0)
    return;
  noe_report_escape_plain(&safe, text);
  mvaddnstr(row, column, noe_base_text_string(&safe), width);
  noe_base_text_free(&safe);
}

/* ------------------------------------------------------------------- left */

static void draw_enabled(struct screen *screen, int width, int height) {
  struct noe_walk *walk = &screen->walk;
  struct noe_text text = noe_base_text(walk->memory);
  noe_explore_enabled(walk, screen->node);
  if (screen->chosen >= walk->enabled.count)
    screen->chosen = walk->enabled.count ? walk->enabled.count - 1 : 0;
  if (screen->chosen < screen->first)
    screen->first = screen->chosen;
  if (screen->chosen >= screen->first + (size_t)height)
    screen->first = screen->chosen - (size_t)height + 1;
  for (int row = 0; row < height && screen->first + (size_t)row < walk->enabled.count; row++) {
    size_t i = screen->first + (size_t)row;
    noe_base_text_clear(&text);
    noe_base_text_printf(&text, "%zu ", i + 1);
    noe_report_instance(walk->model, walk->enabled.items[i].clause, noe_enabled_arguments(&walk->enabled, i),
                        walk->nodes.items[screen->node].state, &text);
    if (i == screen->chosen)
      attron(A_REVERSE);
    put_line(2 + row, 0, width - 1, noe_base_text_string(&text), walk->memory);
    attroff(A_REVERSE);
  }
  if (!walk->enabled.count)
    put_line(2, 0, width - 1, "no rule can fire here", walk->memory);
  noe_base_text_free(&text);
}

/* ------------------------------------------------------------------ right */

struct lines {
  struct screen *screen;
  int row, column, width, last;
  size_t skip;
};

static void line(struct lines *lines, const char *text, attr_t look) {
  if (lines->skip) {
    lines->skip--;
    return;
  }
  if (lines->row > lines->last)
    return;
  attron(look);
  put_line(lines->row++, lines->column, lines->width, text, lines->screen->walk.memory);
  attroff(look);
}

static void leaf(void *context, const char *path, const struct noe_type *type, const int64_t *cells) {
  struct lines *lines = context;
  struct noe_text text = noe_base_text(lines->screen->walk.memory);
  noe_base_text_printf(&text, "%s: ", path);
  noe_model_print_compound(type, cells, &text);
  line(lines, noe_base_text_string(&text), A_NORMAL);
  noe_base_text_free(&text);
}

static void draw_claims(struct lines *lines, const int64_t *state) {
  struct noe_walk *walk = &lines->screen->walk;
  struct noe_text text = noe_base_text(walk->memory);
  for (uint32_t i = 0; i < walk->model->property_count; i++) {
    const struct noe_clause *property = &walk->model->properties[i];
    if (property->is_statement || noe_property_is_temporal(property->property))
      continue;
    enum noe_outcome outcome = noe_model_machine_claim(walk->machine, property, state);
    noe_base_text_clear(&text);
    noe_base_text_printf(&text, "%s  %s",
                         outcome == NOE_OUTCOME_TRUE    ? "true "
                         : outcome == NOE_OUTCOME_FALSE ? "FALSE"
                                                        : "error",
                         property->title);
    line(lines, noe_base_text_string(&text), outcome == NOE_OUTCOME_TRUE ? A_NORMAL : A_BOLD);
  }
  noe_base_text_free(&text);
}

static void draw_watches(struct lines *lines, const int64_t *state) {
  struct screen *screen = lines->screen;
  struct noe_text text = noe_base_text(screen->walk.memory), value = noe_base_text(screen->walk.memory);
  for (size_t i = 0; i < screen->watch_count; i++) {
    noe_base_text_clear(&text);
    noe_base_text_clear(&value);
    noe_explore_watch(&screen->walk, screen->watches[i], state, &value);
    noe_base_text_printf(&text, "%s = %s", screen->watches[i], noe_base_text_string(&value));
    line(lines, noe_base_text_string(&text), A_BOLD);
  }
  noe_base_text_free(&text);
  noe_base_text_free(&value);
}

static void draw_state(struct screen *screen, int column, int width, int height) {
  struct noe_walk *walk = &screen->walk;
  const int64_t *state = walk->nodes.items[screen->node].state;
  struct lines lines = {
      .screen = screen, .row = 2, .column = column, .width = width, .last = 1 + height, .skip = screen->scroll};
  if (!state) {
    line(&lines, "before the start: choose a start state", A_NORMAL);
    return;
  }
  draw_claims(&lines, state);
  draw_watches(&lines, state);
  for (uint32_t i = 0; i < walk->model->variable_count; i++)
    noe_model_each_leaf(walk->memory, walk->model->variables[i].name, walk->model->variables[i].type,
                        state + walk->model->variables[i].cell, leaf, &lines);
}

static void draw(struct screen *screen) {
  int rows, columns;
  struct noe_text title = noe_base_text(screen->walk.memory);
  const struct noe_walk_node *node = &screen->walk.nodes.items[screen->node];
  getmaxyx(stdscr, rows, columns);
  erase();
  noe_base_text_printf(&title, "%s  ", screen->walk.report->file);
  if (node->clause)
    noe_base_text_printf(&title, "after step %u: %s", node->depth, node->clause->title);
  attron(A_BOLD);
  put_line(0, 0, columns, noe_base_text_string(&title), screen->walk.memory);
  attroff(A_BOLD);
  draw_enabled(screen, columns / 2, rows - 4);
  draw_state(screen, columns / 2, columns - columns / 2, rows - 4);
  put_line(rows - 2, 0, columns, screen->note, screen->walk.memory);
  put_line(rows - 1, 0, columns,
           "enter fire  u undo  g go to  r run  w watch  b break  [ ] along  x export  0 restart  q quit",
           screen->walk.memory);
  noe_base_text_free(&title);
  refresh();
}

/* --------------------------------------------------------------- commands */

/* An expression that the user types; false: nothing. */
static bool ask(struct screen *screen, const char *question, char *out) {
  int rows, columns;
  getmaxyx(stdscr, rows, columns);
  move(rows - 2, 0);
  clrtoeol();
  put_line(rows - 2, 0, columns, question, screen->walk.memory);
  move(rows - 2, (int)strlen(question) + 1);
  echo();
  curs_set(1);
  timeout(-1);
  out[0] = 0;
  bool good = getnstr(out, MOST_INPUT - 1) == OK && out[0];
  timeout(200);
  noecho();
  curs_set(0);
  return good;
}

static void fire(struct screen *screen, size_t instance) {
  struct noe_walk *walk = &screen->walk;
  const char *why = NULL;
  noe_explore_enabled(walk, screen->node);
  if (instance >= walk->enabled.count)
    return;
  uint32_t to = noe_explore_fire(walk, screen->node, walk->enabled.items[instance].clause,
                                 noe_enabled_arguments(&walk->enabled, instance), &why);
  say(screen, why);
  if (to != NOE_WALK_NONE)
    go(screen, to);
}

static void arrive(struct screen *screen, struct noe_found found) {
  say(screen, found.why);
  if (found.node != NOE_WALK_NONE)
    go(screen, found.node);
}

static void find(struct screen *screen) {
  char text[MOST_INPUT];
  if (ask(screen, "go to a state where:", text))
    arrive(screen, noe_explore_find(&screen->walk, screen->node, text, 200000));
}

static void run(struct screen *screen) {
  const char *breaks[MOST_WATCHES];
  for (size_t i = 0; i < screen->break_count; i++)
    breaks[i] = screen->breaks[i];
  arrive(screen, noe_explore_run(&screen->walk, screen->node, breaks, screen->break_count, RUN_STEPS));
}

static void add(struct screen *screen, const char *question, char (*list)[MOST_INPUT], size_t *count) {
  if (*count == MOST_WATCHES)
    say(screen, "there is no room for more");
  else if (ask(screen, question, list[*count]))
    ++*count;
}

static void undo(struct screen *screen) {
  uint32_t parent = screen->walk.nodes.items[screen->node].parent;
  if (parent != NOE_WALK_NONE)
    go(screen, parent);
  say(screen, "");
}

static void along(struct screen *screen, int move_by) {
  size_t at = 0;
  while (at < screen->walk.saved.count && screen->walk.saved.items[at] != screen->node)
    at++;
  if (!screen->walk.saved.count)
    say(screen, "no run was given");
  else if (at == screen->walk.saved.count)
    go(screen, screen->walk.saved.items[0]);
  else if ((move_by > 0 && at + 1 < screen->walk.saved.count) || (move_by < 0 && at))
    go(screen, screen->walk.saved.items[move_by > 0 ? at + 1 : at - 1]);
}

static void export(struct screen *screen) {
  struct noe_arena *arena = noe_base_arena_new(screen->walk.memory);
  struct noe_text text = noe_base_text(screen->walk.memory);
  struct noe_trace trace = noe_explore_trace(&screen->walk, arena, screen->node);
  if (trace.count) {
    noe_report_trace_json(screen->walk.report, &trace, NULL, &text);
    say(screen, screen->save(screen->setup->context, &text));
  } else
    say(screen, "there is no run yet");
  noe_base_text_free(&text);
  noe_base_arena_delete(arena);
}

static void obey(struct screen *screen, int key) {
  switch (key) {
  case 'q': screen->is_over = true; break;
  case KEY_DOWN:
  case 'j': screen->chosen++; break;
  case KEY_UP:
  case 'k': screen->chosen -= screen->chosen > 0; break;
  case KEY_NPAGE: screen->scroll += 10; break;
  case KEY_PPAGE: screen->scroll -= screen->scroll < 10 ? screen->scroll : 10; break;
  case '\n':
  case '\r':
  case KEY_ENTER: fire(screen, screen->chosen); break;
  case 'u':
  case KEY_LEFT:
  case KEY_BACKSPACE: undo(screen); break;
  case 'g': find(screen); break;
  case 'r': run(screen); break;
  case 'w': add(screen, "watch:", screen->watches, &screen->watch_count); break;
  case 'b': add(screen, "stop where:", screen->breaks, &screen->break_count); break;
  case '[': along(screen, -1); break;
  case ']': along(screen, 1); break;
  case 'x': export(screen); break;
  case '0': go(screen, NOE_WALK_ROOT); break;
  default:
    if (key >= '1' && key <= '9')
      fire(screen, (size_t)(key - '1'));
  }
}

const char *noe_explore_screen(const struct noe_explore_setup *setup, noe_explore_save save) {
  static _Thread_local struct screen screen;
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
    return "--tui needs a terminal";
  screen = (struct screen){.setup = setup, .save = save};
  noe_explore_walk_open(&screen.walk, setup);
  if (screen.walk.saved.count)
    screen.node = screen.walk.saved.items[0];
  say(&screen, screen.walk.saved_error);
  initscr();
  cbreak();
  noecho();
  curs_set(0);
  keypad(stdscr, true);
  timeout(200);
  while (!screen.is_over && !atomic_load(setup->interrupted)) {
    draw(&screen);
    int key = getch();
    if (key != ERR)
      obey(&screen, key);
  }
  endwin();
  noe_explore_walk_close(&screen.walk);
  return NULL;
}
