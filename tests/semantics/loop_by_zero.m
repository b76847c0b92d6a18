-- 5.6: a step of zero is an error, at run time if it is not a constant.
-- expect: verdict=violated kind=assertion code=R814 line=4
var s: 0..1; startstate begin s := 0; end;
rule begin for i := 0 to 3 by s do s := 1; end; end;
