import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import type { PoolClient } from 'pg';
import { from, lastValueFrom } from 'rxjs';
import {
  axiosTransport,
  createClient,
  durable,
  listObjects,
  type Page,
  rights,
} from '../../../src/index';
import { postgresPlaces } from '../../../src/stores/postgres/postgresPlaces';
import { type Fault, startService } from '../../../src/service/index';
import type { ObjectRecord } from '../../../src/model/records/ObjectRecord';
import { collect } from '../../support/collect';
import { type Database, withDatabase } from './support/withDatabase';

type Properties = Readonly<Record<string, unknown>>;

/** The recipe of docs/guides/durable.md. */
const recipe =
  (walk: string) => async (page: Page<ObjectRecord<Properties>>, transaction: PoolClient) => {
    const { round, isLast } = page.place;
    const objects = await collect(from(page.data).pipe(rights()));
    await transaction.query(
      `insert into employee (id, walk, round) select unnest($1::integer[]), $2, $3
     on conflict (id) do update set walk = excluded.walk, round = excluded.round`,
      [objects.map(({ properties }) => properties.id), walk, round],
    );
    if (isLast)
      await transaction.query('delete from employee where (walk, round) <> ($1, $2)', [
        walk,
        round,
      ]);
  };

const withEmployees = (
  faults: ReadonlyArray<Fault>,
  use: (scene: {
    readonly walk: (id: string) => Promise<string>;
    readonly table: () => Promise<ReadonlyArray<unknown>>;
    readonly service: Awaited<ReturnType<typeof startService>>;
    readonly database: Database;
  }) => Promise<void>,
) =>
  withDatabase(async (database) => {
    const places = postgresPlaces(database.pool);
    await places.migrate();
    await database.rows(
      'create table employee (id integer primary key, walk text not null, round integer not null)',
    );
    const objects = { employee: [1, 2, 3, 4, 5, 6].map((id) => ({ id })) };
    const service = await startService({ objects, maxPageSize: 2, faults });
    const client = createClient({
      transport: axiosTransport({ baseURL: service.url }),
      retry: false,
    });
    const walk = async (id: string): Promise<string> => {
      const last = await lastValueFrom(
        durable({
          id,
          places,
          pages: (start) =>
            client.pages(listObjects, {
              ontologyRid: service.ontologyRid,
              objectType: 'employee',
              snapshot: true,
              ...start,
            }),
          work: recipe(id),
        }),
      );
      return E.isLeft(last) ? last.left._tag : 'done';
    };
    const table = async () =>
      (await database.rows('select id from employee order by id')).map(({ id }) => id);
    try {
      await use({ walk, table, service, database });
    } finally {
      await service.close();
    }
  });

describe('law 21: what no page of the last round had is gone', () => {
  it('after each run the table equals the service', () =>
    withEmployees([], async ({ walk, table, service: { store } }) => {
      expect(await walk('monday')).to.equal('done');
      expect(await table()).to.deep.equal([1, 2, 3, 4, 5, 6]);
      store.delete('employee', ({ id }) => id === 1);
      store.insert('employee', { id: 9 }, 2);
      expect(await walk('tuesday')).to.equal('done');
      expect(await table()).to.deep.equal([2, 3, 4, 5, 6, 9]);
      expect(await walk('tuesday'), 'a walk that is done does nothing').to.equal('done');
    }));

  it('restarts included: what was there in the first round only is gone after the last', () =>
    withEmployees(
      [
        { type: 'expire-token', at: 2 },
        { type: 'reset-before', at: 3 },
      ],
      async ({ walk, table, service, database }) => {
        expect(await walk('monday'), 'broken off after two pages').to.equal('NetworkFailure');
        expect(await table()).to.deep.equal([1, 2, 3, 4]);
        service.store.delete('employee', ({ id }) => id === 1);
        expect(await walk('monday'), 'its token has expired').to.equal('done');
        expect(await table()).to.deep.equal([2, 3, 4, 5, 6]);
        expect(await database.rows('select distinct round from employee')).to.deep.equal([
          { round: 2 },
        ]);
      },
    ));

  it('a walk that broke off deletes nothing', () =>
    withEmployees(
      [
        { type: 'empty-token', at: 4 },
        { type: 'reset-before', at: 7 },
      ],
      async ({ walk, table, service }) => {
        expect(await walk('monday')).to.equal('done');
        service.store.delete('employee', ({ id }) => id === 1);
        for (const end of ['ProtocolViolation', 'NetworkFailure']) {
          expect(await walk(`tuesday ${end}`)).to.equal(end);
          expect(await table(), end).to.include(1);
        }
        expect(await walk('wednesday')).to.equal('done');
        expect(await table()).to.deep.equal([2, 3, 4, 5, 6]);
      },
    ));
});
