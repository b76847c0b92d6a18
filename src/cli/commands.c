/* The commands, once. Help and man page come from this table. */
#include <stdint.h>
#include <string.h>

#include "cli/cli.h"

const struct noe_command noe_cli_commands[] = {
    {.name = "check",
     .arguments = "MODEL",
     .summary = "search all reachable states for violations",
     .description = "Searches every reachable state of MODEL and says whether its properties hold: "
                    "invariants, assertions, covers, liveness and temporal claims of the model, the absence of "
                    "deadlocks and of run-time errors. A violation is shown as a run from a start state, "
                    "which the reference interpreter has executed again.",
     .example = "noether check german.m -D N=4 --json result.json",
     .bit = NOE_FOR_CHECK,
     .least = 1,
     .most = 1,
     .run = noe_cli_check},
    {.name = "sim",
     .arguments = "MODEL",
     .summary = "walk at random and show the run",
     .description = "Walks through MODEL at random, from a random start state, and shows what happens. The "
                    "same seed gives the same walk. Ends early at a violation, a run-time error or a "
                    "deadlock, with the exit status of that violation.",
     .example = "noether sim german.m --steps 50 --seed 7",
     .bit = NOE_FOR_SIM,
     .least = 1,
     .most = 1,
     .run = noe_cli_sim},
    {.name = "replay",
     .arguments = "TRACE MODEL",
     .summary = "run a saved trace again",
     .description = "Executes a trace that was saved by --trace-out or --json again, step by step, on "
                    "MODEL as it is now, and says whether it still shows the violation. Constants and "
                    "dialect options come from the trace unless given here. The exit status is that of the "
                    "violation if it is still there, 0 if the run is possible but shows no violation, 65 "
                    "if the run is not possible.",
     .example = "noether replay trace.json german.m",
     .bit = NOE_FOR_REPLAY,
     .least = 2,
     .most = 2,
     .run = noe_cli_replay},
    {.name = "graph",
     .arguments = "MODEL",
     .summary = "draw the first states and the firings between them",
     .description = "Writes the state graph of MODEL, as far as --max-states and --bound reach, in the DOT "
                    "language of Graphviz. Start states have a double border, states with a violation are "
                    "red, states whose successors were not all looked at are dashed.",
     .example = "noether graph mutex.m --max-states 50 | dot -Tsvg -o mutex.svg",
     .bit = NOE_FOR_GRAPH,
     .least = 1,
     .most = 1,
     .run = noe_cli_graph},
    {.name = "symmetry",
     .arguments = "MODEL",
     .summary = "explain which values are interchangeable, and why not",
     .description = "Says what `check` makes of the scalarsets of MODEL: which ones it permutes, what keeps "
                    "it from permuting the others, how many permutations there are and how states are "
                    "compared; and which loops over these values are proved to have no order beforehand, "
                    "and which are watched during the search.",
     .example = "noether symmetry german.m -D N=4",
     .bit = NOE_FOR_SYMMETRY,
     .least = 1,
     .most = 1,
     .run = noe_cli_symmetry},
    {.name = "fmt",
     .arguments = "MODEL...",
     .summary = "write models in the house layout",
     .description = "Prints each MODEL in a uniform layout; comments and meaning are kept.",
     .example = "noether fmt --in-place german.m",
     .bit = NOE_FOR_FMT,
     .least = 1,
     .most = SIZE_MAX,
     .run = noe_cli_fmt},
    {.name = "explain",
     .arguments = "[CODE...]",
     .summary = "explain a code such as E201; without CODE, list all",
     .description = "Explains the codes that diagnostics and run-time errors carry. Without CODE, lists "
                    "them all.",
     .example = "noether explain R801",
     .bit = NOE_FOR_EXPLAIN,
     .least = 0,
     .most = SIZE_MAX,
     .run = noe_cli_explain},
    {.name = "help",
     .arguments = "[COMMAND]",
     .summary = "show this, or how to use a command",
     .description = "Shows the commands, or the options of one command.",
     .example = "noether help check",
     .least = 0,
     .most = 1,
     .run = noe_cli_help},
    {.name = "man",
     .arguments = "",
     .summary = "print the manual page",
     .description = "Prints the manual page noether(1), in roff.",
     .example = "noether man | man -l -",
     .least = 0,
     .most = 0,
     .hidden = true,
     .run = noe_cli_man},
};
const size_t noe_cli_command_count = sizeof noe_cli_commands / sizeof *noe_cli_commands;

const struct noe_command *noe_cli_find_command(const char *name) {
  for (size_t i = 0; i < noe_cli_command_count; i++)
    if (!strcmp(noe_cli_commands[i].name, name))
      return &noe_cli_commands[i];
  return NULL;
}
