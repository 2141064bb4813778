/** Places as 1.0.0-rc.2 wrote them. The walk has three pages of an endpoint `list`; see `older-spec.ts`. */
export const textsOfRc2 = {
  'a plain walk in the middle':
    'pagewalk1.prvhcp-1o5udnt.W1syLDQsMSxmYWxzZV0sIlwiY1wiIixbWyJlbmRwb2ludCBvciBwYXRoIiwiMW9zeXg5cS0xdXJoYzNhIl1dLG51bGxd',
  'a plain walk at its end':
    'pagewalk1.xyo5f7-17oi9a3.W1szLDUsMSx0cnVlXSxudWxsLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxb3N5eDlxLTF1cmhjM2EiXV0sbnVsbF0=',
  'a run by marks in the middle':
    'pagewalk1.1rmr30d-1ep0c19.eyJjb250ZW50cyI6W1syLDQsMSxmYWxzZV0sIlwiY1wiIixbWyJlbmRwb2ludCBvciBwYXRoIiwiMW9zeXg5cS0xdXJoYzNhIl1dLG51bGxdLCJtYXJrcyI6WyJ3IDAuMjQzMjA3MjE5NjI3Nzc0OCIsbnVsbCxudWxsLG51bGwsIjIwMjYtMDEtMDNUMDA6MDA6MDBaIiwiMjAyNi0wMS0wM1QwMDowMDowMFoiLDEsIjIwMjYtMDEtMDFUMTI6MDA6MDBaIixudWxsXX0=',
  'a run by marks at its end':
    'pagewalk1.3d08sy-t276iq.eyJjb250ZW50cyI6W1szLDUsMSx0cnVlXSxudWxsLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxb3N5eDlxLTF1cmhjM2EiXV0sbnVsbF0sIm1hcmtzIjpbIncgMC4xNTA2OTQwNzUxMjM2NjI5NSIsIjIwMjYtMDEtMDFUMTI6MDA6MDBaIl19',
  'a run by marks with a ceiling':
    'pagewalk1.19krk6i-1kfm5n6.eyJjb250ZW50cyI6W1syLDQsMSxmYWxzZV0sIlwiY1wiIixbWyJlbmRwb2ludCBvciBwYXRoIiwiMW9zeXg5cS0xdXJoYzNhIl1dLG51bGxdLCJtYXJrcyI6WyJ3IDAuNTUzOTU0NzgwODc0NjU0MyIsbnVsbCxudWxsLCIyMDI2LTAxLTAyVDEyOjAwOjAwWiIsIjIwMjYtMDEtMDJUMTI6MDA6MDBaIiwiMjAyNi0wMS0wM1QwMDowMDowMFoiLG51bGwsIjIwMjYtMDEtMDFUMTI6MDA6MDBaIixudWxsXX0=',
  'a run by bigints':
    'pagewalk1.u3qjkp-11e7s9.eyJjb250ZW50cyI6W1syLDQsMSxmYWxzZV0sIlwiY1wiIixbWyJlbmRwb2ludCBvciBwYXRoIiwiMW9zeXg5cS0xdXJoYzNhIl1dLG51bGxdLCJtYXJrcyI6WyJ3IDAuMTc2MzUxMTEwODg0NDIwMDEiLG51bGwsbnVsbCxudWxsLHsiYmlnaW50IjoiMTE1MjkyMTUwNDYwNjg0Njk3OSJ9LHsiYmlnaW50IjoiMTE1MjkyMTUwNDYwNjg0Njk3OSJ9LDEsbnVsbCwxXX0=',
  'a run by tokens in the middle':
    'pagewalk1.2ix58s-fylo9o.eyJjb250ZW50cyI6W1syLDQsMSxmYWxzZV0sIlwiY1wiIixbWyJlbmRwb2ludCBvciBwYXRoIiwiMW9zeXg5cS0xdXJoYzNhIl1dLG51bGxdLCJtYXJrcyI6WyJ3IDAuNTg0NTA5MDk0ODU4NzY5IixudWxsLG51bGwsdHJ1ZSxudWxsXX0=',
  'a run by tokens at its end':
    'pagewalk1.15fycug-sr0nq0.eyJjb250ZW50cyI6W1szLDUsMSx0cnVlXSxudWxsLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxb3N5eDlxLTF1cmhjM2EiXV0sbnVsbF0sIm1hcmtzIjpbIncgMC41MTExNTE0MzkyODk3ODI3IiwiZGVsdGExIDF4a3VlZGMtcWY4aWtvIFwiczFcIiIsbnVsbCx0cnVlXX0=',
  'a mark that was set':
    'pagewalk1.156zfpo-vx8fl8.eyJjb250ZW50cyI6W1swLDAsMSxmYWxzZV0sbnVsbCxbXSxudWxsXSwibWFya3MiOlsiIiw3XX0=',
  'a restart by tokens':
    'pagewalk1.6ao7fn-13k7har.eyJjb250ZW50cyI6W1swLDAsMSxmYWxzZV0sbnVsbCxbXSxudWxsXSwibWFya3MiOlsiIiwiczEiLG51bGwsdHJ1ZV19',
  'parents and children':
    'pagewalk1.h498u2-y7p08q.W1s0LDgsMSxmYWxzZV0sbnVsbCxbIjF4YjZwYmUtMXZ5MTEzNiIsMl0sW1swLDAsMSxmYWxzZV0sbnVsbCxbWyJlbmRwb2ludCBvciBwYXRoIiwiMW9zeXg5cS0xdXJoYzNhIl1dLG51bGxdLFtbMSxbWzEsMywxLGZhbHNlXSwiXCJiXCIiLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxb3N5eDlxLTF1cmhjM2EiXV0sbnVsbF1dXV0=',
} as const;
