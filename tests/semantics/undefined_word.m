-- 5.6: `:= undefined` and `undefine` make every simple component undefined and bags empty.
-- expect: verdict=holds states=2 rules=2
type R: record f: 0..1; m: multiset [2] of 0..1; a: array [boolean] of boolean; end;
var r: R; x: 0..1; b: boolean;
procedure fill(); begin r.f := 1; clear r.a; x := 1; multisetadd(x, r.m); end;
procedure test(); begin
  assert isundefined(r.f) & isundefined(r.a[false]) & isundefined(r.a[true]);
  assert multisetcount(i: r.m, true) = 0;
end;
startstate begin b := false; end;
rule begin
  fill(); assert multisetcount(i: r.m, true) = 1; undefine r; test();
  fill(); r := undefined; test();
  x := undefined; assert isundefined(x); b := !b;
end;
