-- 5.2: guards of all instances are evaluated, so their errors count.
-- expect: verdict=violated kind=assertion code=R804 line=6
var v: 0..1;
startstate begin v := 1; end;
rule begin v := 1 - v; end;
rule 3 / v = 7 ==> begin end;
