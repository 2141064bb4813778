import { expect } from 'chai';
import * as t from 'io-ts';
import { asyncScheduler, count, lastValueFrom, map, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { type Course, keyAt } from '../../bench/pastLimit/Course';
import { measure } from '../../bench/pastLimit/measure';
import { between, type Range, type Thing, type Way, ways } from '../../bench/pastLimit/ways';
import {
  axiosTransport,
  bearer,
  createClient,
  explain,
  onRights,
  orThrow,
  pastLimit,
  polite,
  retryExpired,
  skipInvalid,
  type SearchParams,
  type Transport,
  withValve,
} from '../../src/index';
import type { ServiceOptions } from '../../src/service/index';
import { withService } from '../service/support/withService';
import { answer, ok } from '../support/scriptedTransport';

/** What the benchmark reads, made smaller: ten pages for the limit here too. */
const small: Course = { objects: 4_000, pageSize: 10, limit: 100, latency: 0 };

const optionsOf = (course: Course): ServiceOptions => ({
  objects: { thing: Array.from({ length: course.objects }, (_, n) => ({ id: keyAt(course, n) })) },
  maxPageSize: course.pageSize,
  searchLimit: course.limit,
});

const properties = t.type({ id: t.number });
const search = (range: Range): SearchParams<Thing> => ({
  apiFamily: 'demo',
  objectType: 'thing',
  query: between(range),
  properties,
});

describe('law 16: past the limit over HTTP', () => {
  const fewer: Course = { ...small, objects: 1_500 };
  const costs: ReadonlyArray<readonly [name: keyof typeof ways, course: Course, most: number]> = [
    ['halves of the range, with `key`', fewer, 4],
    ['16 parts of the range, with `key`', fewer, 4],
    ['behind `reached.last`', fewer, 1.15],
    ['behind `reached.last`, in halves', small, 1.15],
  ];
  for (const [name, course, most] of costs) {
    it(`${name}: each object once, in at most ${most} times as many requests as there are pages`, async () => {
      const { requests } = await withService(optionsOf(course), (service) => measure(course, service, ways[name], 4));
      expect(requests / (course.objects / course.pageSize)).to.be.at.most(most);
    });
  }

  it('with a shared valve, work, labels, a polite transport, and retryExpired inside walk, which restarts one walk alone', async () => {
    const course: Course = { objects: 2_000, pageSize: 20, limit: 200, latency: 0 };
    const options: ServiceOptions = {
      ...optionsOf(course),
      rateLimit: { concurrent: 4 },
      faults: [
        { type: 'corrupt-object', at: 40 },
        { type: 'unavailable', every: 50 },
        { type: 'expire-token', at: 15 },
      ],
    };
    await withService(options, async ({ url, token }) => {
      const transport = polite({ concurrent: 4 })(axiosTransport({ baseURL: url }));
      const client = createClient({ transport, auth: bearer(token), retry: { baseDelay: 1 } });
      const labels = new Set<string | undefined>();
      let restarts = 0;
      const told = client.events.subscribe(({ label, type }) => {
        labels.add(label);
        if (type === 'restart') restarts += 1;
      });
      const way = ways['behind `reached.last`, in halves'];
      const invalid: Array<string> = [];
      const saved = new Set<number>();
      let most = 0;
      const everything = withValve({ highWaterMark: 50 }, (valve) =>
        pastLimit({
          ranges: way.ranges,
          walk: (range: Range) =>
            client
              .search({ ...search(range), valve, label: `from ${range.from}` })
              .pipe(retryExpired({ key: (thing) => thing.properties.id })),
          split: way.split,
          concurrency: 4,
        }).pipe(
          skipInvalid((error) => invalid.push(explain(error))),
          onRights(
            valve.mergeMap(async (thing: { readonly properties: Thing }) => {
              most = Math.max(most, valve.held);
              await Promise.resolve();
              return saved.add(thing.properties.id);
            }, 8),
          ),
          orThrow(),
          count(),
        ),
      );
      expect(await lastValueFrom(everything)).to.equal(1_999);
      told.unsubscribe();
      expect(saved.size).to.equal(1_999);
      expect(invalid).to.have.lengthOf(1);
      expect(most).to.be.at.most(50 + 4 * 20);
      expect(restarts).to.equal(1);
      expect(labels.has(undefined)).to.be.false;
      expect(labels.size).to.be.greaterThan(16);
    });
  });
});

describe('law 16: what walks at once gain', () => {
  /** The time that everything takes by the service's time alone: 20 ms a page. */
  const virtualTime = (course: Course, way: Way, concurrency: number): number => {
    const keys = Array.from({ length: course.objects }, (_, n) => keyAt(course, n));
    const service: Transport = ({ body }) =>
      timer(20).pipe(
        map(() => {
          const { query, pageToken = '0' } = JSON.parse(body ?? '') as {
            readonly query: ReturnType<typeof between>;
            readonly pageToken?: string;
          };
          const [from = 0, to = 0] = query.value.map(({ value }) => value);
          const found = keys.filter((key) => key >= from && key < to);
          const offset = Number(pageToken);
          if (offset >= course.limit) return answer(400, { errorName: 'ObjectsExceededLimit' });
          const end = Math.min(offset + course.pageSize, found.length);
          const data = found.slice(offset, end).map((id) => ({ properties: { id } }));
          return ok({ data, ...(end < found.length && { nextPageToken: `${end}` }) });
        }),
      );
    let ms = 0;
    new TestScheduler(() => undefined).run(() => {
      const client = createClient({ transport: service });
      let came = 0;
      pastLimit({ ...way, concurrency, walk: (range: Range) => client.search(search(range)) })
        .pipe(orThrow())
        .subscribe({
          next: () => (came += 1),
          complete: () => {
            ms = asyncScheduler.now();
            expect(came).to.equal(course.objects);
          },
        });
    });
    return ms;
  };

  it('four walks at once are at least 3.5 times as fast as one, whatever the skew of the keys', () => {
    const course = { ...small, objects: 4_000, limit: 40, pageSize: 4 };
    const way = ways['behind `reached.last`, in halves'];
    expect(virtualTime(course, way, 1) / virtualTime(course, way, 4)).to.be.at.least(3.5);
  });
});
