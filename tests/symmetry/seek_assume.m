-- A loop that looks for something comes to an assumption that does not hold before it comes
-- to an error, or after.
-- expect: verdict=violated kind=assertion code=R813
-- permuted: 
type P: scalarset(2);
var a: array [P] of boolean; x: 0..2;
function judge(p: P): boolean; begin if !a[p] then assume false; else error "met"; end; return true; end;
function found(): boolean; begin for p: P do if judge(p) then return true; end; end; return false; end;
startstate begin for p: P do a[p] := false; end; x := 0; end;
ruleset p: P do rule "turn" x = 0 ==> begin a[p] := !a[p]; end; end;
rule "look" x = 0 & exists p: P do a[p] end & exists p: P do !a[p] end ==>
begin
  x := found() ? 1 : 2;
end;
rule "again" begin x := 0; end;
