/** A program, after its imports of `createClient`, `rights`, `of` and `right`: one page over a transport of its own. */
export const oneWalk = `
const transport = () =>
  of(right({ status: 200, headers: {}, body: JSON.stringify({ data: [{ properties: { id: 1 } }] }) }));
createClient({ transport })
  .list({ ontologyRid: 'ontology', objectType: 'employee' })
  .pipe(rights())
  .subscribe({
    next: (record) => console.log(JSON.stringify(record)),
    complete: () => console.log('last page'),
  });
`;

/** What it prints. */
export const oneWalkPrints = '{"properties":{"id":1}}\nlast page\n';
