-- expect: verdict=rejected code=E412 line=4
var x: array [0..1] of 0..1;
startstate begin clear x; end;
rule begin multisetadd(1, x); end;
