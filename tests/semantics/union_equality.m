-- 4: a union compares with itself and with its members.
-- expect: verdict=holds states=2 rules=2
type P: scalarset(2); E: enum {one, two}; U: union {P, E};
var u, w: U; p: P; e: E; b: boolean;
startstate begin b := false; end;
rule begin
  assert u = w; u := one; assert u = one & u != two & u != w; e := u; assert e = one;
  for k: P do w := k; assert w = k & w != u & ismember(w, P) & !ismember(w, E); p := w; assert p = k; end;
  undefine u; undefine w; undefine p; undefine e; b := !b;
end;
