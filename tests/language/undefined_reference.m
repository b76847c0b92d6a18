-- `undefined` for a `var` parameter: a place of its own, undefined at every call.
-- expect: verdict=holds states=3 rules=6
type T: 0..2; M: multiset [1] of T;
var x: T;
function next(var n: T; var m: M): T;
begin
  assert isundefined(n) "a fresh number";
  n := x = 2 ? 0 : x + 1;
  multisetadd(n, m); -- an error if the multiset were not empty
  return n;
end;
startstate begin x := 0; end;
rule begin
  for i: 0..2 do x := next(undefined, undefined); end;
  x := next(undefined, undefined);
end;
rule begin x := 2; end;
