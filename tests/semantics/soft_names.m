-- words that only one tool reserves are ordinary names here.
-- expect: verdict=holds states=2 rules=2
type multiset: 0..1; real: boolean;
var assume, cover, liveness, choose, undefined, until: multiset; program, in: real; log: array [multiset] of multiset;
var multisetadd, multisetcount, externfun, pctl, interleaved, endchoose: 0..1;
procedure sin(var cos: multiset); begin cos := 1; end;
startstate begin
  assume := 0; cover := 0; liveness := 0; choose := 0; program := false; in := true; clear log;
  multisetadd := 0; multisetcount := 1; externfun := 0; pctl := 1; interleaved := 0; endchoose := 0; until := 0;
  undefined := 0;
end;
rule begin
  cover := 1 - cover; log[cover] := multisetcount; liveness := pctl; sin(assume);
  assert log[cover] = 1 & in -> !program; clear log; assume := 0; liveness := 0; choose := undefined;
end;
invariant choose = 0 & assume = 0;
