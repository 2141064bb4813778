import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { concatMap, lastValueFrom, of, toArray } from 'rxjs';
import { createClient, durable, endpoint, type HttpRequest, type Mark } from '../../src/index';
import { at, byCursor, query } from '../../src/paging';
import { memoryPlaces } from '../walk/durable/support/memoryPlaces';

const rows = Array.from({ length: 23 }, (_, index) => ({ id: index + 1, at: index + 1 }));
const things = endpoint({
  name: 'things',
  method: 'GET',
  path: '/things',
  paging: byCursor({ from: at('next'), to: query('c') }),
});

/** A service of 23 rows in pages of five, whose page at 10 is `{}` in its first night. */
const serviceOf = (nights: { now: number }) =>
  createClient({
    retry: false,
    transport: ({ url }: HttpRequest) => {
      const start = Number(new URL(url, 'http://h').searchParams.get('c') ?? 0);
      const next = start + 5 < rows.length ? { next: start + 5 } : {};
      const page = { data: rows.slice(start, start + 5), ...next };
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
            return client.pages(things, { ...start });
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
    await night();
    nights.now = 2;
    await night();
    expect([seen.size, marks]).to.deep.equal([23, [undefined, undefined]]);
  });
});
