-- expect: verdict=rejected code=E508 line=4
var m: multiset [2] of 0..1;
startstate begin undefine m; end;
choose i: m do ltl "element" [] (m[i] = 0); end;
rule begin undefine m; end;
