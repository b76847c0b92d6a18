-- Pairs that point at each other: no two processes can be exchanged, but pairs can, and mates within one.
--
-- Where one process is followed, it is one of a pair, or single; which pair it is does not matter if they do the same. Its mate
-- is not alone among the others: a claim about the mate is read off names that symmetries of the state put together.
--
-- claim: holds without=violated "parts"
-- claim: violated "works"
-- claim: violated "works first"
-- claim: holds "works before it parts"
-- claim: holds without=violated "both part"
-- claim: violated "meets everyone"
-- claim: holds "can meet everyone"
-- expect: verdict=violated property="works" options="--deadlock=off"
-- expect: N=6 verdict=violated property="works" options="--deadlock=off"
const
  N: 4;
type
  P: scalarset(N);
var
  mate: array [P] of P;
  done: array [P] of boolean;

startstate begin undefine mate; for p: P do done[p] := false; end; end;

ruleset p: P do
  ruleset q: P do
    rule "pair" p != q & isundefined(mate[p]) & isundefined(mate[q]) ==> begin mate[p] := q; mate[q] := p; end;
  end;
  weakfair rule "work" !isundefined(mate[p]) & !done[p] ==> begin done[p] := true; end;
  weakfair rule "part" !isundefined(mate[p]) & done[p] & done[mate[p]] ==>
    begin
      done[p] := false;
      done[mate[p]] := false;
      undefine mate[mate[p]];
      undefine mate[p];
    end;
end;
rule "idle" true ==> begin end;

ltl "parts" forall p: P do [] (!isundefined(mate[p]) -> <> isundefined(mate[p])) end;
ltl "works" forall p: P do []<> done[p] end;
ltl "works first" forall p: P do [] (!isundefined(mate[p]) -> ((!isundefined(mate[p]) & !done[mate[p]]) U done[p])) end;
ltl "works before it parts" forall p: P do [] (isundefined(mate[p]) -> (isundefined(mate[p]) W (!isundefined(mate[p]) & (!isundefined(mate[p]) W done[p])))) end;
ruleset p: P; q: P do ltl "both part" [] ((!isundefined(mate[p]) & !isundefined(mate[q])) -> <> (isundefined(mate[p]) | isundefined(mate[q]))); end;
ltl "meets everyone" forall p: P do forall q: P do <> (p = q | (!isundefined(mate[p]) & mate[p] = q)) end end;
ctl "can meet everyone" forall p: P do forall q: P do AG EF (p = q | (!isundefined(mate[p]) & mate[p] = q)) end end;
