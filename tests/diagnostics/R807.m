-- expect: verdict=violated kind=assertion code=R807 line=5
var m: multiset [1] of 0..1; x: 0..1;
startstate begin x := 0; multisetadd(1, m); end;
choose i: m do rule begin multisetremove(i, m);
  x := m[i]; end; end;
