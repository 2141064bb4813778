/* Part of the demo. */
import { isDeepStrictEqual } from 'node:util';
import type { ObjectStore } from 'pagewalk/service';
import type { Pool } from 'pg';
import { tableOf } from './names';

/** Says how the table of an object type differs from the service's store; undefined where it does not. */
export const differences = async (
  pool: Pool,
  store: ObjectStore,
  objectType: string,
): Promise<string | undefined> => {
  const { rows } = await pool.query<{ id: number; properties: unknown }>(
    `select id, properties from ${tableOf(objectType)}`,
  );
  const table = new Map(rows.map(({ id, properties }) => [id, properties]));
  const objects = new Map(store.all(objectType).map((properties) => [properties.id, properties]));
  const missing = [...objects.keys()].filter((id) => !table.has(id as number)).length;
  const surplus = [...table.keys()].filter((id) => !objects.has(id)).length;
  const other = [...table].filter(
    ([id, properties]) => objects.has(id) && !isDeepStrictEqual(objects.get(id), properties),
  ).length;
  return missing + surplus + other === 0
    ? undefined
    : `${missing} missing, ${surplus} too many, ${other} with other properties`;
};
