-- 5.6: endless recursion is a run-time error, not a crash.
-- expect: verdict=violated kind=assertion code=R810
-- expect: options="--call-depth=100k" verdict=violated kind=assertion code=R810
var b: boolean;
procedure deeper(var n: boolean); begin deeper(n); end;
startstate begin b := false; end;
rule begin deeper(b); end;
