// A feature service as ArcGIS has it, in the folder that it is started in: node koop.cjs PORT IDS
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const Koop = require('@koopjs/koop-core');
const provider = require('@koopjs/provider-file-geojson');

const [port, ids] = process.argv.slice(2);
const file = 'data/items.geojson';
const features = JSON.parse(ids).map((name, index) => ({
  type: 'Feature',
  properties: { OBJECTID: index + 1, name },
  geometry: { type: 'Point', coordinates: [index, index] },
}));
mkdirSync('data');
const write = (some) =>
  writeFileSync(
    file,
    JSON.stringify({
      type: 'FeatureCollection',
      metadata: { idField: 'OBJECTID' },
      features: some,
    }),
  );
write(features);
const koop = new Koop({ logLevel: 'error' });
koop.register(provider, { dataDir: 'data' });
// The provider only reads.
koop.server.delete('/items/:name', (request, response) => {
  const kept = JSON.parse(readFileSync(file, 'utf8')).features;
  write(kept.filter(({ properties }) => properties.name !== request.params.name));
  response.end();
});
koop.server.listen(Number(port), '127.0.0.1');
