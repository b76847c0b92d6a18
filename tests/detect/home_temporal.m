-- One process is named by a rule, and some by temporal claims: all but that one stay alike.
-- found: NODE 3
const N: 4; Home: 1;
type NODE: 1..N;
var st: array [NODE] of enum {Idle, Want, Use}; free: boolean;
startstate begin for n: NODE do st[n] := Idle; end; free := true; end;
ruleset n: NODE do
rule "want" st[n] = Idle ==> begin st[n] := Want; end;
rule "use" st[n] = Want & free & (n = Home | st[Home] != Want) ==> begin st[n] := Use; free := false; end;
rule "done" st[n] = Use ==> begin st[n] := Idle; free := true; end;
end;
invariant "one" forall a: NODE do forall b: NODE do a != b -> !(st[a] = Use & st[b] = Use) end end;
ltl "home is not alone" [] (st[Home] = Use -> <> st[Home] != Use | true);
ruleset n: NODE do ltl "uses or waits" [] (st[n] = Use -> !free); end;
ctl "can use" AG EF st[2] = Use;
