-- 3: a bag of at most zero elements is always empty.
-- expect: ADD=false verdict=holds states=2 rules=2
-- expect: ADD=true verdict=violated kind=assertion code=R806
const ADD: false;
var m: multiset [0] of boolean; b: boolean;
startstate begin b := false; end;
choose i: m do rule begin error "there is no element"; end; end;
rule begin if ADD then multisetadd(b, m); end; b := !b; end;
