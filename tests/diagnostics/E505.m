-- expect: verdict=rejected code=E505 line=4
var x: 0..1;
procedure p(n: 0..1); begin x := n; end;
startstate begin p(0, 1); end;
