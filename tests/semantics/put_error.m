-- 5.6: the operand of `put` is evaluated all the same.
-- expect: options="--put=off" verdict=violated kind=assertion code=R804 line=4
var v: 0..1; startstate begin v := 0; end;
rule begin put 1 / v; v := 1 - v; end;
