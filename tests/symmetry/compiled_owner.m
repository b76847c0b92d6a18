-- Whom a loop finds is the same in every order as long as there is one; of two the first comes back.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(2);
var owns: array [P] of boolean; hot: array [P] of boolean; who: P; both: boolean;
function Owner(): P;
var none: P;
begin
  for p: P do if owns[p] then return p; end; end;
  undefine none;
  return none;
end;
startstate begin for p: P do owns[p] := false; hot[p] := false; end; undefine who; both := false; end;
ruleset p: P do rule "take" forall q: P do !owns[q] end | both ==> begin owns[p] := true; end; end;
ruleset p: P do rule "heat" !both ==> begin hot[p] := !hot[p]; end; end;
ruleset p: P do rule "give" owns[p] ==> begin owns[p] := false; end; end;
rule "look" true ==> begin who := Owner(); end;
rule "allow two" exists p: P do hot[p] end & exists p: P do !hot[p] end ==> begin both := true; end;
invariant "of two it is the cold one" (forall p: P do owns[p] end & !isundefined(who)) -> !hot[who];
