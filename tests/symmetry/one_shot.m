-- One process wins, once. Before that each of them still can: the shortest run to a
-- state in which somebody cannot any more has one step, not none.
-- expect: verdict=violated kind=liveness
-- permuted: P
type P: scalarset(3);
var winner: P; tick: boolean;
startstate begin undefine winner; tick := false; end;
ruleset p: P do rule "win" isundefined(winner) ==> begin winner := p; end; end;
rule "tick" begin tick := !tick; end;
ruleset p: P do liveness "everybody can win" !isundefined(winner) & winner = p; end;
