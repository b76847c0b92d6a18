-- 5.7: aliases around claims.
-- expect: verdict=violated kind=invariant property="low"
var a: array [0..1] of 0..3;
startstate begin clear a; end;
ruleset i: 0..1 do
  alias x: a[i] do rule x < 3 ==> begin x := x + 1; end; invariant "low" x < 3; end;
end;
