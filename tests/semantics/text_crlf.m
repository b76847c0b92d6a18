-- a byte order mark and CR LF line ends.
-- expect: verdict=holds states=2 rules=2
var v: 0..1;
startstate begin v := 0; end;
rule begin
  v := 1 - v;
end;
