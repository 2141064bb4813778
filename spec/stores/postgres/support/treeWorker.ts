import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { Pool } from 'pg';
import { lastValueFrom, tap } from 'rxjs';
import { postgresPlaces } from '../../../../src/stores/postgres/postgresPlaces';
import { durable, walkEach } from '../../../../src/index';
import { heapUsed } from '../../../support/cost/heap';
import { middle, Named, top, treeService } from '../../../walk/each/support/tree';
import { pagesOfTree } from './treeOfThousands';

/** Walks all children of many parents into a table that raises on a duplicate. It says how far it came, and its heap. */
const { url, parents: count } = JSON.parse(process.argv[2] ?? '') as {
  readonly url: string;
  readonly parents: number;
};

const heap = (): number => Math.round(heapUsed() / 1024);

const pool = new Pool({ connectionString: url, max: 2 });
const { client, requests } = treeService(pagesOfTree(count), { latency: () => 0 });
let pages = 0;

void lastValueFrom(
  durable({
    id: 'tree',
    places: postgresPlaces(pool),
    batch: 20,
    pages: (start) =>
      walkEach({
        ...start,
        parents: (at) => client.pages(top, { properties: Named, ...at }),
        key: ({ properties }) => properties.id,
        children: ({ properties: { id } }, at) =>
          client.pages(middle, { id, properties: t.type({ id: t.string }), ...at }),
        concurrent: 8,
      }),
    work: ({ data }, transaction) =>
      transaction.query('insert into sink (id) select unnest($1::text[])', [
        data.flatMap((object) => (E.isRight(object) ? object.right.properties.id : [])),
      ]),
  }).pipe(
    tap((result) => {
      const before = pages;
      pages = E.isRight(result) ? result.right.pages : pages;
      requests.length = 0;
      if (Math.floor(before / 1_000) < Math.floor(pages / 1_000))
        process.stdout.write(`${pages} pages ${heap()} KiB\n`);
    }),
  ),
).then(async (result) => {
  process.stdout.write(
    `${E.isLeft(result) ? result.left._tag : 'done'} ${pages} pages ${heap()} KiB\n`,
  );
  await pool.end();
});
