-- A value that can never be of the type that is asked for: false, not an error.
-- expect: verdict=holds states=3 rules=6 code=W313 line=8
type P: scalarset(2); H: enum {home}; U: union {H, P}; Q: scalarset(2);
var a: P; u: U; s: enum {one, two};
startstate begin undefine a; u := home; s := one; end;
ruleset p: P do
  rule "from nowhere"
    !ismember(p, H)
  ==>
  begin
    a := p;
    assert !ismember(a, Q) & !ismember(u, Q) & !ismember(s, H) & ismember(u, H);
  end;
end;
