/* The commands, once. Help and man page come from this table. */
#include <stdint.h>
#include <string.h>

#include "cli/cli.h"

const struct noe_command noe_cli_commands[] = {
    {.name = "check",
     .arguments = "MODEL...",
     .summary = "search all reachable states for violations",
     .description = "Searches every reachable state of MODEL and says whether its properties hold: "
                    "invariants, assertions, covers, liveness and temporal claims of the model, the absence of "
                    "deadlocks and of run-time errors. A violation is shown as a run from a start state, "
                    "which the reference interpreter has executed again. Several models, or several values "
                    "of a constant (-D N=2..6, -D N=2,4,8), are many runs, one for each combination: they "
                    "make a table, and the exit status is the most severe one. SIGUSR1 makes it say how "
                    "far it is.",
     .example = "noether check german.m -D N=2..4 --json result.json",
     .bit = NOE_FOR_CHECK,
     .least = 1,
     .most = SIZE_MAX,
     .run = noe_cli_check},
    {.name = "sim",
     .arguments = "MODEL",
     .summary = "look for violations by random walks",
     .description = "Walks through MODEL at random until a violation is found or time is over (--time, 10 "
                    "seconds by default): for models with too many states to look at all of them. Walks "
                    "prefer what they have not seen yet. The run that is found is made short before it is "
                    "shown. Nothing found proves nothing: the verdict is VIOLATED or UNKNOWN. With --show, "
                    "shows one random walk step by step.",
     .example = "noether sim german.m -D N=20 --time 1m --trace-out run.json",
     .bit = NOE_FOR_SIM,
     .least = 1,
     .most = 1,
     .run = noe_cli_sim},
    {.name = "replay",
     .arguments = "TRACE MODEL",
     .summary = "run a saved trace again",
     .description = "Executes a trace that was saved by --trace-out or --json again, step by step, on "
                    "MODEL as it is now, and says whether it still shows the violation, and what differs. "
                    "Rules, variables and values are found by their names; --map tells which ones have "
                    "changed. Constants and dialect options come from the trace unless given here. The exit "
                    "status is that of the violation if it is still there, 0 if the run is possible but shows "
                    "no violation, 17 if it is no longer possible: then the fix holds for this run. TRACE may also be "
                    "an AIGER witness of a model that `export` has written.",
     .example = "noether replay trace.json german.m",
     .bit = NOE_FOR_REPLAY,
     .least = 2,
     .most = 2,
     .run = noe_cli_replay},
    {.name = "validate",
     .arguments = "LOG MODEL",
     .summary = "find a run that explains a log",
     .description = "Reads LOG, what a real system has written about its steps (JSON, one object in each line: "
                    "rules, some arguments, some of the state), and looks for a run of MODEL that explains "
                    "it, or names the first line that no run explains, with the states that were still "
                    "possible. Between two lines, firings may be missing in the log as far as --gap allows. "
                    "The exit status is 0 if a run explains the log, 18 if none does, 20 if a limit was reached. "
                    "docs/validate.md describes the format.",
     .example = "noether validate run.log german.m --gap 2",
     .bit = NOE_FOR_VALIDATE,
     .least = 2,
     .most = 2,
     .run = noe_cli_validate},
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
    {.name = "export",
     .arguments = "MODEL",
     .summary = "write a model for model checkers of hardware",
     .description = "Writes MODEL as a sequential circuit in the AIGER format, version 1.9: a latch for each bit of a "
                    "state, inputs that choose the rule instance to fire, a bad literal for each invariant, cover, for "
                    "deadlocks and for run-time errors. Claims about runs are left out, with a note. A witness that "
                    "another tool finds is replayed on the model by `noether replay`.",
     .example = "noether export german.m -D N=2 --aiger german.aig",
     .bit = NOE_FOR_EXPORT,
     .least = 1,
     .most = 1,
     .run = noe_cli_export},
    {.name = "counter",
     .arguments = "MODEL",
     .summary = "write the counter abstraction of a model as a model",
     .description = "Writes a Murphi model whose states are the orbits of MODEL: how many processes are in which local "
                    "state, instead of which process is. Any Murphi checker can confirm with it what noether says of "
                    "MODEL: the verdict is the same, and the number of states is that of orbits. A model that does not "
                    "fit is refused, with the line that prevents it. Claims about runs are left out.",
     .example = "noether counter german.m -D N=3 -D DATA=1 -o counted.m",
     .bit = NOE_FOR_COUNTER,
     .least = 1,
     .most = 1,
     .run = noe_cli_counter},
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
    {.name = "explore",
     .arguments = "MODEL [TRACE]",
     .summary = "step through a model, in a browser or a terminal",
     .description = "Serves a page on this machine, at an address that it prints, on which MODEL is explored step by "
                    "step: which rules can fire, what they change, which properties are true; searches for a state, "
                    "breakpoints, watched expressions, the states around, and the walk as a trace for `replay`. With "
                    "TRACE, a saved run to walk along. --tui does the same in the terminal. Nothing is written to "
                    "disk but what --trace-out names.",
     .example = "noether explore german.m -D N=2",
     .bit = NOE_FOR_EXPLORE,
     .least = 1,
     .most = 2,
     .run = noe_cli_explore},
    {.name = "lsp",
     .arguments = "",
     .summary = "serve an editor (Language Server Protocol)",
     .description = "Speaks the Language Server Protocol on standard input and output: mistakes as you type, types and "
                    "symmetry of names, definitions, references, renaming, formatting, and checks with their verdicts "
                    "beside the properties. Editors start it; see docs/editors.md.",
     .example = "noether lsp",
     .bit = NOE_FOR_LSP,
     .least = 0,
     .most = 0,
     .run = noe_cli_lsp},
    {.name = "help",
     .arguments = "[COMMAND]",
     .summary = "show this, or how to use a command",
     .description = "Shows the commands, or the options of one command.",
     .example = "noether help check",
     .least = 0,
     .most = 1,
     .run = noe_cli_help},
    {.name = "lower",
     .arguments = "MODEL",
     .summary = "show the operations that a model is lowered to",
     .description = "Shows MODEL as its engines see it: each clause as a list of small operations, with every "
                    "check, place and bound made explicit. For those who work on noether itself; the text may "
                    "change with any version.",
     .example = "noether lower mutex.m",
     .bit = NOE_FOR_LOWER,
     .least = 1,
     .most = 1,
     .hidden = true,
     .run = noe_cli_lower},
    {.name = "completions",
     .arguments = "SHELL",
     .summary = "print what bash, zsh or fish completes",
     .description = "Prints a script for SHELL (bash, zsh or fish) that completes commands, options and their values.",
     .example = "noether completions bash > /etc/bash_completion.d/noether",
     .least = 1,
     .most = 1,
     .hidden = true,
     .run = noe_cli_completions},
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
