-- 5.5: `error` ends the check with its text.
-- expect: verdict=violated kind=assertion property="three is too many" code=R813 line=5
var v: 0..3; startstate begin v := 0; end;
rule begin
  if v = 3 then error "three is too many"; end; v := v + 1; end;
