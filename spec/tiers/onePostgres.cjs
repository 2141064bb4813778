// One Postgres for all processes of a tier. Nothing of it outlives the specs, so nothing is synced.
let server;

exports.mochaGlobalSetup = async () => {
  const { startPostgres } = await import('../../scripts/startPostgres.mjs');
  server = await startPostgres({ fsync: 'off' });
  process.env.DATABASE_URL = server.url;
};

exports.mochaGlobalTeardown = () => server?.stop();
