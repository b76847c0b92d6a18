/* What the screen calls of ncurses (load.h): functions of a window, not macros for the variable `stdscr`. */
#ifndef NOE_EXPLORE_CURSES_H
#define NOE_EXPLORE_CURSES_H

#define NCURSES_NOMACROS
#include <ncurses.h>

#define NOE_CURSES_FUNCTIONS(F)                                                                                        \
  F(cbreak)                                                                                                            \
  F(clearok)                                                                                                           \
  F(curs_set)                                                                                                          \
  F(echo)                                                                                                              \
  F(endwin)                                                                                                            \
  F(getmaxx)                                                                                                           \
  F(getmaxy)                                                                                                           \
  F(initscr)                                                                                                           \
  F(keypad)                                                                                                            \
  F(noecho)                                                                                                            \
  F(waddnstr)                                                                                                          \
  F(wattr_off)                                                                                                         \
  F(wattr_on)                                                                                                          \
  F(wclrtoeol)                                                                                                         \
  F(werase)                                                                                                            \
  F(wgetch)                                                                                                            \
  F(wgetnstr)                                                                                                          \
  F(wmove)                                                                                                             \
  F(wrefresh)                                                                                                          \
  F(wtimeout)

struct noe_curses {
#define NOE_CURSES_FIELD(name) __typeof__(name) *name;
  NOE_CURSES_FUNCTIONS(NOE_CURSES_FIELD)
#undef NOE_CURSES_FIELD
};

/* NULL, or why there is none. */
const char *noe_explore_curses(struct noe_curses *curses);

#endif
