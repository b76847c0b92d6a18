-- expect: verdict=rejected code=E413 line=4
var m: multiset [2] of 0..1;
startstate begin undefine m; end;
rule begin m[0] := 1; end;
