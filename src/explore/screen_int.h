/* What the screen of a terminal shows and keeps; between screen.c (commands) and the files that draw. */
#ifndef NOE_EXPLORE_SCREEN_INT_H
#define NOE_EXPLORE_SCREEN_INT_H

#include "explore/curses.h"
#include "explore/walk.h"

enum { NOE_SCREEN_WATCHES = 16, NOE_SCREEN_INPUT = 400, NOE_SCREEN_MOST_NEAR = 60 };

enum noe_screen_view { NOE_SCREEN_STATE, NOE_SCREEN_WAY, NOE_SCREEN_NEAR };

struct noe_screen_list {
  char items[NOE_SCREEN_WATCHES][NOE_SCREEN_INPUT];
  size_t count;
};

struct noe_screen {
  struct noe_walk walk;
  struct noe_curses curses;
  WINDOW *window;
  const struct noe_explore_setup *setup;
  noe_explore_save save;
  uint32_t node;
  size_t chosen, first; /* rows of the list on the left: the chosen one; the first that is shown */
  size_t scroll;        /* lines of the right side that are above its first */
  enum noe_screen_view view;
  struct noe_near near; /* what the view of the states around shows */
  struct noe_screen_list watches, breaks;
  char note[NOE_SCREEN_INPUT];
  bool is_over;
  /* The instances of walk.enabled in the order of the rows: groups together. Those of `listed`. */
  struct noe_arena *order_arena;
  uint32_t *order, *groups;
  size_t order_count;
  uint32_t listed;
};

/* Brings walk.enabled and the rows to the node. */
void noe_explore_screen_list(struct noe_screen *screen);

/* Draws everything. */
void noe_explore_screen_draw(struct noe_screen *screen);

/* A line of at most `width` columns; what models put into names moves no cursor. */
void noe_explore_screen_line(struct noe_screen *screen, int row, int column, int width, const char *text, attr_t look);

/* The right side, from `column` on, in `height` rows. */
void noe_explore_screen_right(struct noe_screen *screen, int column, int width, int height);

#endif
