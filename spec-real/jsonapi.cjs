// Articles of a JSON:API in memory: node jsonapi.cjs PORT IDS
const jsonApi = require('jsonapi-server');

const [port, ids] = process.argv.slice(2);
jsonApi.setConfig({ protocol: 'http', hostname: '127.0.0.1', port: Number(port), base: '' });
jsonApi.define({
  resource: 'articles',
  handlers: new jsonApi.MemoryHandler(),
  attributes: { title: jsonApi.Joi.string() },
  examples: JSON.parse(ids).map((id) => ({ id, type: 'articles', title: id })),
});
jsonApi.start();
