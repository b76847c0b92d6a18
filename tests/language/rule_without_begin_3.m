-- `error` and `multisetadd` as the first word.
-- expect: verdict=violated kind=assertion code=R806 line=6
var x: 0..1; m: multiset [1] of 0..1;
startstate begin x := 0; end;
rule x = 1 ==> error "never reached"; end;
rule multisetadd(x, m); end;
rule if x = 1 then error "never reached either"; end; end;
