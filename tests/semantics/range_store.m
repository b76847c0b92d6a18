-- 5.5: a range is checked where a value is stored: assignment, argument, result.
-- expect: HOW=0 verdict=holds states=2 rules=2
-- expect: HOW=1 verdict=violated kind=assertion code=R802 line=13
-- expect: HOW=2 verdict=violated kind=assertion code=R802 line=14
-- expect: HOW=3 verdict=violated kind=assertion code=R802 line=9
const HOW: 0;
var x: 0..3; y: 0..9; b: boolean;
function take(n: 0..3): 0..9; begin return n; end;
function give(): 0..3; begin return y; end;
startstate begin x := 0; y := 7; b := false; end;
rule begin
  x := y - 5; assert x = 2 & y * y * y > 3;
  if HOW = 1 then x := y; end;
  if HOW = 2 then y := take(y); end;
  if HOW = 3 then y := give(); end;
  x := 0; b := !b;
end;
