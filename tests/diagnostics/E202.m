-- expect: verdict=rejected code=E202 line=5
var x: 0..1;
startstate begin x := 0; end;
rule begin
  if x = 0 then x := 1; endwhile;
end;
