-- 4: whole bags can be passed and assigned.
-- expect: verdict=holds states=2 rules=2
type M: multiset [3] of 0..3;
var m, n: M; b: boolean;
procedure put_in(var bag: M; v: 0..3); begin multisetadd(v, bag); end;
function size(bag: M): 0..3; begin return multisetcount(i: bag, true); end;
startstate begin b := false; end;
rule begin
  put_in(m, 1); put_in(m, 2); n := m; put_in(n, 3);
  assert size(m) = 2 & size(n) = 3; undefine m; undefine n; b := !b;
end;
