-- The multiset itself does change when an element is added.
-- expect: verdict=rejected code=W305 line=8 options="--pedantic"
type M: multiset [2] of 0..1;
var m: M;
procedure send(k: M); begin multisetadd(1, m); end;
startstate begin undefine m; end;
rule begin
  send(m);
end;
