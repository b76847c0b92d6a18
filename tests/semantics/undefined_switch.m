-- 5.4: an undefined scalarset takes `else`; an undefined enum is read.
-- expect: OVER_ENUM=false verdict=holds states=2 rules=2
-- expect: OVER_ENUM=true verdict=violated kind=assertion code=R801 line=11
const OVER_ENUM: false;
type P: scalarset(2); E: enum {one, two};
var p: P; e: E; b: boolean;
startstate begin b := false; end;
ruleset k: P do rule "scalarset" !OVER_ENUM & b & false ==> begin b := k = p; end; end;
rule "else" var seen: boolean; begin
  seen := false;
  if OVER_ENUM then switch e case one: seen := false; else seen := true; end;
  else for k: P do seen := false; switch p case k: seen := false; else seen := true; end; assert seen; end; end;
  b := !b;
end;
