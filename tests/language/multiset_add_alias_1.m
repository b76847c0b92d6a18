-- multisetadd leaves the elements that are there alone: no warning (W305) for one
-- that a value parameter stands for.
-- expect: verdict=holds states=2 rules=3 options="--pedantic --deadlock=off"
type T: record v: 0..1; end;
var m: multiset [2] of T;
procedure send(t: T);
begin
  if multisetcount(i: m, true) < 2 then multisetadd(t, m); end;
end;
startstate var t: T; begin t.v := 1; multisetadd(t, m); end;
choose i: m do rule begin send(m[i]); end; end;
