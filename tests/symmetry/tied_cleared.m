-- Two scalarsets that are mixed: `clear` tells the members of one apart, and so those of the other.
-- permuted:
-- expect: verdict=violated kind=invariant property="the first is not taken"
-- expect: options="--max-errors=0" verdict=violated kind=invariant
type P: scalarset(2); Q: scalarset(2);
var q: Q; a: array [P] of boolean; taken, left: boolean;
startstate begin undefine q; for p: P do a[p] := false; end; taken := false; left := false; end;
ruleset p: P do rule "up" begin a[p] := !a[p]; end; end;
rule "pick" begin clear q; end;
rule "take" exists p: P do p = q & a[p] end ==> begin taken := true; end;
rule "leave" exists p: P do p = q & !a[p] end & exists p: P do a[p] end ==> begin left := true; end;
invariant "the first is not taken" !taken;
invariant "the first is not left" !left;
