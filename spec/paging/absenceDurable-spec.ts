import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { concatMap, lastValueFrom, of, toArray } from 'rxjs';
import { createClient, durable, endpoint, type HttpRequest, type Mark } from '../../src/index';
import { at, byCursor, query } from '../../src/paging';
import { memoryPlaces } from '../walk/durable/support/memoryPlaces';

/** The newest first: each object has a time, which is a mark. */
const rows = Array.from({ length: 23 }, (_, index) => ({ id: index + 1, at: 23 - index }));
const things = endpoint({
  name: 'things',
  method: 'GET',
  path: '/things',
  fields: { since: t.union([t.number, t.undefined]) },
  paging: byCursor({ from: at('next'), to: query('c') }),
});

/** A service of 23 rows in pages of five, whose page at 10 is `{}` in its first night. */
const serviceOf = (nights: { now: number }) =>
  createClient({
    retry: false,
    transport: ({ url }: HttpRequest) => {
      const asked = new URL(url, 'http://h').searchParams;
      const start = Number(asked.get('c') ?? 0);
      const found = rows.filter((row) => row.at >= Number(asked.get('since') ?? 0));
      const next = start + 5 < found.length ? { next: start + 5 } : {};
      const page = { data: found.slice(start, start + 5), ...next };
      const body = nights.now === 1 && start === 10 ? {} : page;
      return of(E.right({ status: 200, headers: {}, body: JSON.stringify(body) }));
    },
  });

describe('law 26: a body that is not a page in the middle of a durable walk', () => {
  it('ends no walk: nothing is finished, and the next run continues', async () => {
    const nights = { now: 1 };
    const client = serviceOf(nights);
    const places = memoryPlaces();
    const seen: Array<number> = [];
    let finished = 0;
    const night = () =>
      lastValueFrom(
        durable({
          id: 'things',
          places,
          pages: (start) => client.pages(things, { ...start }),
          work: ({ data }) => {
            for (const row of data) if (E.isRight(row)) seen.push((row.right as { id: number }).id);
            return of(0);
          },
          finish: () => {
            finished += 1;
            return of(0);
          },
        }).pipe(toArray()),
      );
    const first = await night();
    expect(first.at(-1)).to.have.nested.property('left._tag', 'InvalidEnvelope');
    expect([seen.length, finished, places.kept.at(-1)?.isLast]).to.deep.equal([10, 0, false]);
    nights.now = 2;
    await night();
    expect([seen.length, finished]).to.deep.equal([23, 1]);
  });

  it('moves no mark: what was not read is asked for again', async () => {
    const nights = { now: 1 };
    const client = serviceOf(nights);
    const places = memoryPlaces();
    const marks: Array<Mark | undefined> = [];
    const seen = new Set<number>();
    const night = () =>
      lastValueFrom(
        durable({
          id: 'things',
          places,
          mark: { of: (row) => (row as { at: number }).at },
          pages: ({ mark, ...start }) => {
            marks.push(mark);
            return client.pages(things, { ...start, since: mark as number | undefined });
          },
          work: ({ data }) => {
            for (const row of data) if (E.isRight(row)) seen.add((row.right as { id: number }).id);
            return of(0);
          },
        }).pipe(
          concatMap((worked) => of(worked)),
          toArray(),
        ),
      );
    const came: Array<number> = [];
    for (nights.now = 1; nights.now <= 3; nights.now += 1) {
      await night();
      came.push(seen.size);
    }
    // Version 1.0.0-rc.2 took 23 for the mark of night 1: it had 10 objects then, and in every night after it.
    expect([came, marks]).to.deep.equal([
      [10, 23, 23],
      [undefined, undefined, 23],
    ]);
  });
});
