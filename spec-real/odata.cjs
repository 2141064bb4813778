// People of an OData service in memory, which leaves paging to its clients: node odata.cjs PORT IDS
const { createServer } = require('node:http');
const Datastore = require('nedb');
const odata = require('simple-odata-server');
const adapter = require('simple-odata-server-nedb');

const [port, ids] = process.argv.slice(2);
const people = new Datastore({ inMemoryOnly: true });
people.insert(JSON.parse(ids).map((_id) => ({ _id })));
const service = odata(`http://127.0.0.1:${port}/odata`)
  .model({
    namespace: 'items',
    entityTypes: { Person: { _id: { type: 'Edm.String', key: true } } },
    entitySets: { People: { entityType: 'items.Person' } },
  })
  .adapter(adapter((_, use) => use(null, people)));
createServer((request, response) => service.handle(request, response)).listen(
  Number(port),
  '127.0.0.1',
);
