-- Its states stand for several that go on in different ways: claims about runs are not judged.
-- states: 3
type Process: 1..3;
var at: Process;
ruleset p: Process do startstate begin at := p; end; end;
ruleset p: Process do rule "go" at != p & p != 1 ==> begin at := p; end; end;
rule "home" at = 2 ==> begin at := 1; end;
rule "stay" begin at := at; end;
ltl "once away" []<> at != 1;
