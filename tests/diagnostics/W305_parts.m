-- A part of what is passed by reference may change, another field may not.
-- expect: verdict=holds states=2 rules=8 code=W305 line=12
type T: 0..1; R: record f: T; g: T; end; S: record left: R; right: R; n: T; end;
var a: array [T] of S; x: T;
procedure one(var r: R; n: T); begin r.f := r.f; end;
procedure two(var r: R; n: R); begin r.f := r.f; end;
procedure three(var r: R; n: T); begin r.f := r.f; end;
startstate begin clear a; x := 0; end;
rule begin two(a[x].left, a[x].right); end;
rule begin three(a[x].left, a[1 - x].right.f); three(a[x].right, a[0].n); end;
rule begin alias s: a[x] do three(s.left, s.n); two(s.right, s.left); end; x := 1 - x; end;
rule begin one(a[x].left, a[x].left.g); end;
