-- expect: verdict=rejected code=E409 line=2
type P: scalarset(0);
startstate begin end;
