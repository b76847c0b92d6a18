-- 1: every operator has its Unicode spelling.
-- expect: verdict=holds states=2 rules=2
var v: 0..9; b: boolean;
startstate “première” begin v ≔ 0; b ≔ false; end;
rule “switch” v ≤ 1 ∧ v ≥ 0 ∨ false ⇒ begin
  assert ¬(v ≠ v) ∧ (b → b) ∧ 7 ÷ 2 = 3 ∧ 7 ∕ 2 = 3 ∧ 3 × 3 = 9 ∧ 5 − 2 = 3 ∧ −1 < 0;
  assert ∀ i: 0..3 do i ≤ 3 end ∧ ∃ i: 0..3 do i = 2 end;
  b ≔ ¬b;
end;
invariant “toujours” v == 0 && true || false;
