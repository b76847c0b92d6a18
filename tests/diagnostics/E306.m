-- expect: verdict=rejected code=E306 line=4
var r: record f: 0..1; end;
startstate begin r.f := 0; end;
rule begin r.g := 1; end;
