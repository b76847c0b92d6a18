-- Loops as people write them: clear all, broadcast, count, find the unique owner, union of sets.
-- expect: verdict=holds
-- permuted: P
type P: scalarset(3);
     M: record to_: P; end;
var own: array [P] of boolean; seen, all: array [P] of boolean; owner, hint: P; n: 0..3;
    net: multiset [6] of M; found: boolean;
function holder(): P; begin for i: P do if own[i] then return i; end; end; error "nobody"; end;
startstate begin
  for i: P do own[i] := false; seen[i] := false; end; clear all; undefine owner; undefine hint; n := 0; undefine net; found := false;
end;
ruleset p: P do
  rule "take" forall i: P do !own[i] end ==> begin own[p] := true; end;
  rule "see" begin seen[p] := !seen[p]; end;
end;
rule "count" begin n := 0; for i: P do if seen[i] then n := n + 1; end; end; end;
rule "owner" exists i: P do own[i] end ==> begin for i: P do if own[i] then owner := i; end; end; hint := holder(); end;
rule "union" begin for i: P do all[i] := all[i] | seen[i]; found := found | seen[i]; end; end;
rule "broadcast" multisetcount(i: net, true) = 0 ==> var m: M; begin for i: P do m.to_ := i; multisetadd(m, net); end; end;
choose i: net do rule "receive" begin alias m: net[i] do seen[m.to_] := true; end; multisetremove(i, net); end; end;
rule "release" begin for i: P do own[i] := false; all[i] := false; end; undefine owner; undefine hint; n := 0; found := false; end;
invariant "one owner" forall i: P; j: P do own[i] & own[j] -> i = j end;
invariant "owner" !isundefined(owner) -> own[owner] & owner = hint;
