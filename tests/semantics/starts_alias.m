-- 5.1: aliases and locals around and in a startstate; `return` ends it.
-- expect: verdict=holds states=2 rules=2
var a: array [0..1] of 0..3;
alias z: a[1] do
  startstate var n: 0..3; begin
    assert isundefined(n); n := 2; a[0] := 0; z := n; if n = 2 then return; end; z := 3;
  end;
end;
rule begin a[0] := 1 - a[0]; end;
invariant a[1] = 2;
