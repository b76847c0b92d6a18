/* The commands of the page in a terminal, by the keys of the page. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "explore/screen_int.h"

enum { RUN_STEPS = 20 };

static void say(struct noe_screen *screen, const char *text) {
  snprintf(screen->note, sizeof screen->note, "%s", text ? text : "");
}

static void go(struct noe_screen *screen, uint32_t node) {
  screen->node = node;
  screen->chosen = screen->first = screen->scroll = 0;
}

/* --------------------------------------------------------------- commands */

/* An expression that the user types; false: nothing. */
static bool ask(struct noe_screen *screen, const char *question, char *out) {
  const struct noe_curses *curses = &screen->curses;
  WINDOW *window = screen->window;
  int row = curses->getmaxy(window) - 3;
  curses->wmove(window, row, 0);
  curses->wclrtoeol(window);
  noe_explore_screen_line(screen, row, 0, curses->getmaxx(window), question, A_NORMAL);
  curses->wmove(window, row, (int)strlen(question) + 1);
  curses->echo();
  curses->curs_set(1);
  curses->wtimeout(window, -1);
  out[0] = 0;
  bool good = curses->wgetnstr(window, out, NOE_SCREEN_INPUT - 1) == OK && out[0];
  curses->wtimeout(window, 200);
  curses->noecho();
  curses->curs_set(0);
  return good;
}

static void fire(struct noe_screen *screen, size_t row) {
  struct noe_walk *walk = &screen->walk;
  const char *why = NULL;
  noe_explore_screen_list(screen);
  if (row >= screen->order_count)
    return;
  size_t instance = screen->order[row];
  uint32_t to = noe_explore_fire(walk, screen->node, walk->enabled.items[instance].clause,
                                 noe_enabled_arguments(&walk->enabled, instance), &why);
  say(screen, why);
  if (to != NOE_WALK_NONE)
    go(screen, to);
}

static void arrive(struct noe_screen *screen, struct noe_found found) {
  say(screen, found.why);
  if (found.node != NOE_WALK_NONE)
    go(screen, found.node);
}

static void find(struct noe_screen *screen) {
  char text[NOE_SCREEN_INPUT];
  if (ask(screen, "go to a state where:", text))
    arrive(screen, noe_explore_find(&screen->walk, screen->node, text, 200000));
}

static void run(struct noe_screen *screen) {
  const char *breaks[NOE_SCREEN_WATCHES];
  for (size_t i = 0; i < screen->breaks.count; i++)
    breaks[i] = screen->breaks.items[i];
  arrive(screen, noe_explore_run(&screen->walk, screen->node, breaks, screen->breaks.count, RUN_STEPS));
}

static void add(struct noe_screen *screen, const char *question, struct noe_screen_list *list) {
  if (list->count == NOE_SCREEN_WATCHES)
    say(screen, "there is no room for more");
  else if (ask(screen, question, list->items[list->count]))
    list->count++;
}

/* A number that the user types; `none` if it is none. */
static size_t ask_number(struct noe_screen *screen, const char *question, size_t none) {
  char text[NOE_SCREEN_INPUT];
  uint64_t number;
  if (!ask(screen, question, text))
    return none;
  return noe_base_parse_count(text, &number) == NOE_NUMBER_OK ? (size_t)number : none;
}

static void forget(struct noe_screen *screen) {
  size_t at = ask_number(screen, "forget the watched expression or breakpoint number:", 0) - 1;
  struct noe_screen_list *list = &screen->watches;
  if (at != SIZE_MAX && at >= list->count) {
    at -= list->count;
    list = &screen->breaks;
  }
  if (at >= list->count) {
    say(screen, "there is none of that number");
    return;
  }
  assert(list->count <= NOE_SCREEN_WATCHES && "there was room for each that was added");
  memmove(list->items[at], list->items[at + 1], (list->count - at - 1) * sizeof *list->items);
  list->count--;
}

/* Another view, or the states around drawn otherwise. */
static void see(struct noe_screen *screen, enum noe_screen_view view) {
  screen->view = view;
  screen->scroll = 0;
}

static void look(struct noe_screen *screen, uint32_t depth, bool orbits) {
  screen->near.depth = depth < 1 ? 1 : depth > NOE_AROUND_DEPTH ? NOE_AROUND_DEPTH : depth;
  screen->near.orbits = orbits && screen->walk.has_orbits;
  see(screen, NOE_SCREEN_NEAR);
}

static void go_near(struct noe_screen *screen) {
  size_t at = ask_number(screen, "go to the state around number:", SIZE_MAX);
  uint32_t node =
      at > UINT32_MAX ? NOE_WALK_NONE : noe_explore_around_to(&screen->walk, screen->node, screen->near, (uint32_t)at);
  if (node == NOE_WALK_NONE)
    say(screen, "there is no such state around");
  else
    go(screen, node);
}

static void undo(struct noe_screen *screen) {
  uint32_t parent = screen->walk.nodes.items[screen->node].parent;
  if (parent != NOE_WALK_NONE)
    go(screen, parent);
  say(screen, "");
}

/* Where the node is on the saved run: the last step of it that leads there; `count` if none does. */
static size_t along_at(const struct noe_screen *screen) {
  const struct noe_walk *walk = &screen->walk;
  for (uint32_t node = screen->node; node != NOE_WALK_NONE; node = walk->nodes.items[node].parent)
    for (size_t i = 0; i < walk->saved.count; i++)
      if (walk->saved.items[i] == node)
        return i;
  return walk->saved.count;
}

static void along(struct noe_screen *screen, size_t step) {
  size_t count = screen->walk.saved.count;
  if (!count) {
    say(screen, "no run was given: noether explore MODEL TRACE");
    return;
  }
  say(screen, "");
  go(screen, screen->walk.saved.items[step < count ? step : count - 1]);
}

static void along_by(struct noe_screen *screen, int move_by) {
  size_t at = along_at(screen), count = screen->walk.saved.count;
  along(screen, at == count ? 0 : move_by > 0 ? at + 1 : at ? at - 1 : 0);
}

static void along_to(struct noe_screen *screen) {
  size_t step = screen->walk.saved.count ? ask_number(screen, "to step number:", SIZE_MAX) : 0;
  if (step == SIZE_MAX)
    say(screen, "this is no number of a step");
  else
    along(screen, step);
}

static void export(struct noe_screen *screen) {
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

/* Keys that move about in what is shown. */
static bool scrolls(struct noe_screen *screen, int key) {
  switch (key) {
  case KEY_DOWN:
  case 'j': screen->chosen++; return true;
  case KEY_UP:
  case 'k': screen->chosen -= screen->chosen > 0; return true;
  case KEY_NPAGE: screen->scroll += 10; return true;
  case 'L' - '@': screen->curses.clearok(screen->window, true); return true; /* Ctrl-L: every line anew */
  case KEY_PPAGE: screen->scroll -= screen->scroll < 10 ? screen->scroll : 10; return true;
  default: return false;
  }
}

/* Keys that choose what the right side shows. */
static bool sees(struct noe_screen *screen, int key) {
  const struct noe_near near = screen->near;
  switch (key) {
  case 's': see(screen, NOE_SCREEN_STATE); return true;
  case 'c': see(screen, NOE_SCREEN_WAY); return true;
  case 'a': see(screen, NOE_SCREEN_NEAR); return true;
  case '+': look(screen, near.depth + 1, near.orbits); return true;
  case '-': look(screen, near.depth - 1, near.orbits); return true;
  case 'o': look(screen, near.depth, !near.orbits); return true;
  case 'w': add(screen, "watch:", &screen->watches); return true;
  case 'b': add(screen, "stop where:", &screen->breaks); return true;
  case 'd': forget(screen); return true;
  default: return false;
  }
}

/* Keys that lead to another node. */
static void moves(struct noe_screen *screen, int key) {
  switch (key) {
  case '\n':
  case '\r':
  case KEY_ENTER: fire(screen, screen->chosen); break;
  case 'u':
  case KEY_LEFT:
  case KEY_BACKSPACE: undo(screen); break;
  case 'g': find(screen); break;
  case 'r': run(screen); break;
  case 'n': go_near(screen); break;
  case '[': along_by(screen, -1); break;
  case ']': along_by(screen, 1); break;
  case '{': along(screen, 0); break;
  case '}': along(screen, SIZE_MAX); break;
  case 't': along_to(screen); break;
  case '0': go(screen, NOE_WALK_ROOT); break;
  default:
    if (key >= '1' && key <= '9')
      fire(screen, (size_t)(key - '1'));
  }
}

static void obey(struct noe_screen *screen, int key) {
  if (key == 'q')
    screen->is_over = true;
  else if (key == 'x')
    export(screen);
  else if (!scrolls(screen, key) && !sees(screen, key))
    moves(screen, key);
}

/* Draws after each key: a key may be that the terminal has another size now. */
static void serve(struct noe_screen *screen) {
  noe_explore_screen_draw(screen);
  while (!screen->is_over && !atomic_load(screen->setup->interrupted)) {
    int key = screen->curses.wgetch(screen->window);
    if (key == ERR)
      continue;
    obey(screen, key);
    noe_explore_screen_draw(screen);
  }
}

static void open_window(struct noe_screen *screen) {
  screen->window = screen->curses.initscr();
  screen->curses.cbreak();
  screen->curses.noecho();
  screen->curses.curs_set(0);
  screen->curses.keypad(screen->window, true);
  screen->curses.wtimeout(screen->window, 200);
}

const char *noe_explore_screen(const struct noe_explore_setup *setup, noe_explore_save save) {
  static _Thread_local struct noe_screen screen;
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
    return "--tui needs a terminal";
  struct noe_curses curses;
  const char *missing = noe_explore_curses(&curses);
  if (missing)
    return missing;
  screen = (struct noe_screen){
      .curses = curses, .setup = setup, .save = save, .near = {.depth = 2, .most = NOE_SCREEN_MOST_NEAR}};
  noe_explore_walk_open(&screen.walk, setup);
  screen.near.orbits = screen.walk.has_orbits;
  if (screen.walk.saved.count)
    screen.node = screen.walk.saved.items[0];
  say(&screen, screen.walk.saved_error);
  open_window(&screen);
  serve(&screen);
  screen.curses.endwin();
  noe_base_arena_delete(screen.order_arena);
  noe_explore_walk_close(&screen.walk);
  return NULL;
}
