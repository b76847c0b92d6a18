-- A group that goes round the ring: it is fair only if all the names that it goes through are served.
--
-- A ball is handed to the next place, and there is nothing else: up to rotation there is one state for each face of
-- the ball, and a step of it brings every place to the name of its neighbour. "mark" of place p could be done where
-- the ball is at p: that is place 0 of the stored state, again and again. Whether it must be done is a question
-- about all names that the group goes through on the way. Weak fairness is content, as p has not the ball all the
-- time; strong fairness is not.
--
-- claim: holds "it comes round"
-- claim: violated "marked, weakly"
-- claim: holds without=violated "marked, strongly"
-- claim: violated "everywhere, weakly"
-- claim: holds without=violated "everywhere, strongly"
-- claim: holds without=violated "here before there"
-- expect: verdict=violated property="marked, weakly" options="--deadlock=off"
const
  N: 4;
type
  R: ringset(N);
var
  at: R;
  weak, strong: boolean; -- the last step was such a mark

ruleset r: R do startstate begin at := r; weak := false; strong := false; end; end;

ruleset r: R do
  rule "hand on" at = r ==> begin at := succ(r); weak := false; strong := false; end;
  weakfair rule "mark" at = r & !weak ==> begin weak := true; end;
  strongfair rule "Mark" at = r & !strong ==> begin strong := true; end;
end;
weakfair rule "move" true ==> begin at := succ(at); weak := false; strong := false; end;

ltl "it comes round" forall r: R do []<> at = r end;
ltl "marked, weakly" []<> weak;
ltl "marked, strongly" []<> strong;
ltl "everywhere, weakly" forall r: R do []<> (weak & at = r) end;
ltl "everywhere, strongly" forall r: R do []<> (strong & at = r) end;
ruleset r: R do ltl "here before there" (at = r) -> <> (strong & at = r); end;
