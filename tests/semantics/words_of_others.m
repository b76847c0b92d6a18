-- Words of other languages that messages know are names like any other, and signs that look alike keep their meaning.
-- One process: counts 0, 1, 2, 3, then starts again, so that there are four states.
-- expect: verdict=holds states=4 rules=4
const init: 0; byte: 3;
type set: init .. byte; struct: enum {nil, module}; int: record print: set; in: struct; end;
var skip: int; fairness: array [set] of boolean;

function implies(a: boolean; b: boolean): boolean;
begin
  return !a | b
endfunction;

procedure await(var repeat: set);
begin
  if repeat = byte then repeat := init else repeat := repeat + 1 endif
end;

startstate
begin
  skip.print := init;
  skip.in := nil;
  for break := 0 to 3 do fairness[break] := false end;
end;

rule "step" implies(skip.in = nil, true) -> skip.print <= byte ==>
begin
  await(skip.print)
end

invariant "none" !fairness[skip.print] & (skip.print = 0 -> skip.in = nil)
