import pg from 'pg';
import process from 'node:process';
import { walksOf } from './walks.mjs';

/** A worker in a process of its own: it does the walks that it is told, one after the other, and says when they are done. */
const [url, databaseUrl, course] = JSON.parse(process.argv[2]);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
const { rowsWithPlace } = walksOf(url, course);

process.on('message', async (ids) => {
  for (const id of ids) await rowsWithPlace(pool, id, id.replaceAll(' ', '-'));
  process.send('done');
});
process.once('disconnect', () => process.exit());
await pool.query('select 1');
process.send('ready');
