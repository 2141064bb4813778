// A Feathers service in memory: node feathers.cjs PORT IDS
const { feathers } = require('@feathersjs/feathers');
const { default: express, json, rest } = require('@feathersjs/express');
const { memory } = require('@feathersjs/memory');

const [port, ids] = process.argv.slice(2);
const app = express(feathers()).use(json()).configure(rest());
const store = Object.fromEntries(JSON.parse(ids).map((id) => [id, { id }]));
app.use('items', memory({ store, paginate: { default: 4, max: 4 } }));
app.listen(Number(port), '127.0.0.1');
