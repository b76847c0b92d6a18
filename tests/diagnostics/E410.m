-- expect: verdict=rejected code=E410 line=3
type P: scalarset(2);
  U: union {P, 0..3};
startstate begin end;
