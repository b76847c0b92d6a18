#include "explore/curses.h"

#include "explore/load.h"

#define NAME(name) #name,
static const char *const names[] = {NOE_CURSES_FUNCTIONS(NAME)};

_Static_assert(sizeof(struct noe_curses) == sizeof names / sizeof *names * sizeof(void *), "pointers only");

const char *noe_explore_curses(struct noe_curses *curses) {
  return noe_explore_load("libncursesw.so.6", names, sizeof names / sizeof *names, curses)
             ? NULL
             : "--tui needs libncursesw.so.6, which cannot be loaded: install the package libncursesw6";
}
