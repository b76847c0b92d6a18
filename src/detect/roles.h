/* Literals in rules that cost nothing until the rule fires: adaptive symmetry reduction.
 *
 * Rules that name the value 3 treat it apart, the others do not. As long as none of the former has fired, nothing has
 * told 3 from the other values, and a state stands for all its images. So 3 is made a *role*: a further variable of the
 * view, undefined at first, says who plays it. A rule that names 3 gets a parameter in its place. It is anybody who
 * plays no other role while the role is vacant, and whoever plays it otherwise; the rule then fills the role:
 *
 *   rule 3 = p & g(3, p) ==> a(3, p)      becomes      ruleset x: rule fits(x) & x = p & g(x, p) ==> who := x; a(x, p)
 *
 * The view has no literal left, so that the proof for scalarsets is about it as it is. A state of it with vacant roles
 * stands for all states of the model that come of it by giving the vacant roles to anybody: these and no others are
 * reached (docs/symmetry.md). Claims get parameters likewise, and must hold however vacant roles are given.
 *
 * A state whose roles were made vacant stands for more. So a search leaves a state out if it has met that one
 * (verdict/explore_roles.c). */
#ifndef NOE_DETECT_ROLES_H
#define NOE_DETECT_ROLES_H

#include "detect/found.h"

/* Sets which literals become roles: `liftable` by owner, `has_roles` by class. False: none do. */
bool noe_detect_choose_roles(const struct noe_inference *inference, struct noe_counting *counting);

#endif
