-- A member of a union that has no name is told by its names.
-- expect: verdict=holds states=4 rules=16
type P: scalarset(2); U: union {P, enum {home, away}};
var u: U;
startstate begin u := home; end;
ruleset v: U do
  rule begin u := v; assert ismember(v, P) = !ismember(v, enum {home, away}); end;
end;
invariant ismember(u, enum {home, away}) -> u = home | u = away;
