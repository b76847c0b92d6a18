-- A multiset that a function has returned may have a gap before its elements: nobody has sorted it.
-- expect: verdict=violated kind=invariant states=3
-- expect: options="--compile=always" verdict=violated kind=invariant states=3
type K: 0..3; M: multiset [2] of K; R: record m: M; end;
var k: K;
function f(): M; var t: M; begin
  multisetadd(0, t); multisetadd(k, t); multisetremovepred(e: t, t[e] = 0); return t;
end;
function g(): R; var r: R; begin r.m := f(); return r; end;
startstate begin k := 0; end;
rule "up" k < 3 ==> begin k := k + 1; end;
rule "back" k = 3 ==> begin k := 0; end;
alias q: f(); r: g() do invariant "no two" multisetcount(e: q, q[e] = 2) = 0 & multisetcount(e: r.m, r.m[e] = 2) = 0; end;
