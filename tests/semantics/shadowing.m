-- 4: inner declarations hide outer ones; fields and enum members of rules are apart.
-- expect: verdict=holds states=2 rules=6
type T: 0..2;
var x: T; b: boolean; r: record x, b, T: 0..2; end;
procedure p(x: T); var b: T; begin b := x; r.x := b; end;
startstate begin x := 0; b := false; clear r; end;
ruleset x: T do
  rule
    type E: enum {red, blue};
    var r2: E;
  begin
    r2 := blue; p(x); assert r.x = x & r2 != red; r.x := 0; b := !b;
  end;
end;
invariant x = 0;
