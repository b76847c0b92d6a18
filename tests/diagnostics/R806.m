-- expect: verdict=violated kind=assertion code=R806 line=4
var m: multiset [1] of 0..1;
startstate begin undefine m; end;
rule begin multisetadd(1, m); end;
