-- Everything that is read-only.
-- expect: verdict=rejected code=E503 line=6
const N: 3;
type R: record f: 0..3; end;
var x: 0..3; m: multiset [2] of 0..1;
procedure p(n: 0..3; r: R); begin n := 1; r.f := 1; N := 1; end;
startstate begin true := false; alias k: x + 1 do k := 2; end; end;
choose i: m do rule begin undefine i; end; end;
