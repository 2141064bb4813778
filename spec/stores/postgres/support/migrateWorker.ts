import { writeSync } from 'node:fs';
import { Pool } from 'pg';
import { postgresPlaces } from '../../../../src/postgres';

/** Migrates, and says when it begins and when it is done. */
const { url } = JSON.parse(process.argv[2] ?? '') as { readonly url: string };
const pool = new Pool({ connectionString: url });

const main = async (): Promise<void> => {
  await pool.query('select 1');
  writeSync(1, 'open\n');
  await postgresPlaces(pool).migrate();
  writeSync(1, 'migrated\n');
  await pool.end();
};

void main();
