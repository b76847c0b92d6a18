/* Temporal formulas and sequences: the claims `ltl`, `ctl`, `mu` and `never`.
 *
 * A formula is a tree over atoms. An atom is a Boolean expression of the model,
 * evaluated in one state, in the frame of the claim: the claim's own binders, and
 * one slot for each name that a quantifier of the formula binds. The front end has
 * already turned outermost `forall`s into binders of the claim (for the claim they
 * mean the same), so that every FORALL and EXISTS left here stands inside.
 *
 * Atoms are numbered by the claim (`clause->temporal->atoms`); bound names by
 * `variables`. Everything is immutable and lives in the model's arena. */
#ifndef NOE_MODEL_FORMULA_H
#define NOE_MODEL_FORMULA_H

#include "model/expr.h"

enum noe_formula_kind {
  NOE_FORMULA_TRUE,
  NOE_FORMULA_FALSE,
  NOE_FORMULA_ATOM, /* number: of the atom */
  NOE_FORMULA_NOT,
  NOE_FORMULA_AND,
  NOE_FORMULA_OR,
  NOE_FORMULA_IMPLIES,
  NOE_FORMULA_FORALL, /* number: of the variable; left */
  NOE_FORMULA_EXISTS,

  /* temporal operators; `path` tells E and A apart from plain LTL */
  NOE_FORMULA_NEXT,
  NOE_FORMULA_ALWAYS,
  NOE_FORMULA_EVENTUALLY,
  NOE_FORMULA_UNTIL,
  NOE_FORMULA_WEAK_UNTIL,
  NOE_FORMULA_RELEASE,

  /* mu-calculus; steps by any rule are NEXT with a path */
  NOE_FORMULA_LEAST,    /* mu: number of the fixed-point variable; left */
  NOE_FORMULA_GREATEST, /* nu */
  NOE_FORMULA_POINT,    /* a fixed-point variable: number */
  NOE_FORMULA_DIAMOND,  /* <"r">: rule is its name; left */
  NOE_FORMULA_BOX,      /* ["r"] */
};

enum noe_path {
  NOE_PATH_NONE, /* LTL */
  NOE_PATH_ALL,
  NOE_PATH_SOME,
};

struct noe_formula {
  enum noe_formula_kind kind;
  enum noe_path path;
  uint32_t number;
  const char *rule;
  struct noe_place place;
  const struct noe_formula *left, *right;
};

/* Sequences over states, for `never`. */
enum noe_sequence_kind {
  NOE_SEQUENCE_EMPTY,  /* the empty word */
  NOE_SEQUENCE_LETTER, /* atom, `negated` or not */
  NOE_SEQUENCE_THEN,   /* left ; right */
  NOE_SEQUENCE_FUSE,   /* left : right, overlapping in one state */
  NOE_SEQUENCE_EITHER, /* left | right */
  NOE_SEQUENCE_REPEAT, /* left, between `low` and `high` times; high UINT32_MAX: without end */
};

struct noe_sequence {
  enum noe_sequence_kind kind;
  uint32_t atom;
  bool negated;
  uint32_t low, high;
  struct noe_place place;
  const struct noe_sequence *left, *right;
};

/* A name bound by a quantifier inside a formula: low, low + step, … up to high. */
struct noe_formula_variable {
  const char *name;
  const struct noe_type *type;
  int64_t low, high, step;
  uint32_t slot; /* of the claim's frame */
};

struct noe_temporal {
  const struct noe_formula *formula;   /* ltl, ctl, mu */
  const struct noe_sequence *sequence; /* never: no path may contain a match */
  const struct noe_expr *const *atoms;
  uint32_t atom_count;
  const struct noe_formula_variable *variables;
  uint32_t variable_count;
  uint32_t point_count; /* fixed-point variables */
};

/* -------------------------------------------------------------- fairness */

/* A mark `weakfair` or `strongfair`. It makes one *group* of rule instances for
 * each valuation of the parameters around it: its rules are those whose `marks`
 * name it, and an instance belongs to the group named by its first
 * `parameter_count` arguments, elements of multisets (`choose`) left out (they count
 * as 0). A group is enabled if one of its instances is, and taken by a step that
 * fires one. */
struct noe_fairness {
  bool strong;
  uint32_t parameter_count;
  const char *title; /* for people: the first rule in it, or its ruleset */
  struct noe_place place;
};

#endif
