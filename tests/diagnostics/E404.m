-- expect: verdict=rejected code=E404 line=4
var a: array [0..1] of 0..1;
startstate begin clear a; end;
rule begin switch a case a: clear a; end; end;
