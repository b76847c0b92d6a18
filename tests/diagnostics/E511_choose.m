-- expect: verdict=rejected code=E511 line=4
var m: multiset [2] of 0..1;
startstate begin undefine m; end;
weakfair choose i: m do rule begin multisetremove(i, m); end; end;
