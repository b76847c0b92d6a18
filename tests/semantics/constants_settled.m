-- 3: where a constant is needed, one constant side may settle an operation; in
-- a rule the same operation still calls f, which here undoes what was done.
-- expect: verdict=holds states=2 rules=2
-- expect: verdict=holds options="--compile=always" states=2 rules=2
var n: 0..1;
function f(): 0..1; begin n := 1 - n; return 1; end;
const A: 0 * f(); B: f() * 0; C: 0 / f(); D: 0 % f(); E: (0 << f()) + (0 >> f()); F: f() & 0;
  G: f() = 1 & false; H: f() = 1 | true; I: f() = 1 -> true; J: A + 2 * (0 * f() + 1);
  K: (0 * f() = 1) & (f() = 0); L: (0 * f() = 1) -> f() = 0; M: (0 * f() = 0) | (1 / 0 = f());
  N: (0 * f() = 0) ? 3 : f(); O: (0 * f() = 1) ? 1 / 0 : 4;
var x: A + B .. C + D + E + F + (G | !H | !I ? 0 : 1);
startstate begin n := 0; x := 0; end;
ruleset i := 0 * f() to 0 * f() by 1 + 0 * f() do rule "step" begin
  x := 1 - x;
  assert J = 2 & n = 0 & !K & L & M & N = 3 & O = 4 & i = 0;
  assert 0 * f() = 0 & n = 1;
  assert 0 * f() = 0 & n = 0;
end; end;
