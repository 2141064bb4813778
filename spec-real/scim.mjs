// Users by SCIM 2.0, in memory: node scim.mjs PORT IDS
import express from 'express';
import SCIMMY from 'scimmy';
import Routers from 'scimmy-routers';

const [port, ids] = process.argv.slice(2);
const users = new Map(JSON.parse(ids).map((id) => [id, { id, userName: id }]));
SCIMMY.Resources.declare(SCIMMY.Resources.User, {
  egress: ({ id }) => (id === undefined ? [...users.values()] : users.get(id)),
  ingress: (_, user) => user,
  degress: ({ id }) => void users.delete(id),
});
const app = express();
app.use('/scim', new (Routers.default ?? Routers)({ type: 'bearer', handler: () => 'anybody' }));
app.listen(Number(port), '127.0.0.1');
