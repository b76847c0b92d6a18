-- expect: verdict=rejected code=E105
/* nothing but comments */
