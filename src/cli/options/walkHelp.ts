export const schemeHelp = `
A ? behind a SOURCE says that it may be absent: then --items are none, --more is false, and --total and --last are not known.
A SOURCE is a path in the body (data.next, or /data/next where names have dots), a link in a list (links[rel=next].href), header:NAME or link:REL.
A SLOT is a parameter of the query string (cursor), header:NAME, or body:PATH with --body. With query:* or body:*, each field of a cursor goes there under its own name.

One example for each scheme:
  pagewalk walk https://api.example.com/items --items results --link
  pagewalk walk https://api.example.com/items --items items \\
    --cursor next_cursor --to cursor --more has_more
  pagewalk walk https://api.example.com/items --items items \\
    --offset offset --total total --page-size limit=100
  pagewalk walk https://api.example.com/items --items items \\
    --page page --last total_pages
  pagewalk walk https://api.example.com/items --items data \\
    --last-id id --to starting_after --more has_more
  pagewalk walk https://api.example.com/scan --items Items \\
    --body '{"TableName":"t"}' --cursor LastKey --to body:StartKey

Run this every day; each run adds what is new to the file:
  pagewalk walk 'https://api.example.com/items?sort=updated_at' \\
    --items items --link \\
    --mark updated_at=since -o items.ndjson --resume`;

export const walkExamples = `Look at the first response, then walk with the options that were printed:
  pagewalk walk https://api.example.com/items
  pagewalk walk https://api.example.com/items --items . --link -o all.ndjson
`;
