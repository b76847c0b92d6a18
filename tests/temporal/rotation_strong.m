-- Handing on to whom one likes: strong fairness for each giver is not enough, for each pair it is.
-- expect: N=1 verdict=violated property="visited"
-- expect: N=2 verdict=holds
const
  N: 1; -- what is fair: 1 the giver, 2 the pair
type
  P: scalarset(3);
var
  at: P;

ruleset p: P do startstate begin at := p; end; end;

strongfair ruleset p: P do
  ruleset q: P do
    rule "to anybody" N = 1 & at = p & q != p ==> begin at := q; end;
  end;
end;
ruleset p: P do
  strongfair ruleset q: P do
    rule "to somebody" N = 2 & at = p & q != p ==> begin at := q; end;
  end;
end;

ltl "visited" forall p: P do []<> at = p end;
