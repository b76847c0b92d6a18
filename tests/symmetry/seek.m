-- Loops that only look for something, and return a constant when they have found it.
-- expect: verdict=holds
-- permuted: P
type P: scalarset(3); S: enum { idle, want, busy };
var s: array [P] of S; flag, mark: array [P] of boolean; peer: P; all, some, other: boolean; n: 0..2;
function none_busy(): boolean; begin for i: P do if s[i] = busy then return false; end; end; return true; end;
function any(): boolean;
begin
  for i: P do
    if s[i] = busy then return true;
    elsif flag[i] then if s[i] = want then return true; end;
    else if s[i] = idle & !flag[i] & false then return true; end;
    end;
  end;
  return false;
end;
function calls(q: P): 0..2; begin for i: P do if i != q & none_busy() & flag[i] then return 2; end; end; return 1; end;
procedure spread(); begin for i: P do mark[i] := any() & flag[i]; end; end;
function twice(): boolean;
begin
  for i: P do if flag[i] then return true; end; end;
  for i: P do for j: P do if i != j & s[i] = s[j] then return true; end; end; end;
  return false;
end;
startstate begin for i: P do s[i] := idle; flag[i] := false; mark[i] := false; end; undefine peer; all := true; some := false; other := false; n := 0; end;
ruleset p: P do
  rule "want" s[p] = idle ==> begin s[p] := want; peer := p; end;
  rule "go" s[p] = want & none_busy() ==> begin s[p] := busy; flag[p] := !flag[p]; n := calls(p); end;
  rule "stop" s[p] = busy ==> begin s[p] := idle; all := none_busy(); some := any(); end;
end;
rule "spread" none_busy() ==> begin spread(); end;
rule "twice" begin other := twice(); end;
invariant "mutex" forall i: P; j: P do s[i] = busy & s[j] = busy -> i = j end;
invariant "none" none_busy() = forall i: P do s[i] != busy end;
invariant "any" any() = exists i: P do s[i] = busy | (flag[i] & s[i] = want) end;
