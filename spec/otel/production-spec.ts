import { SpanStatusCode } from '@opentelemetry/api';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMPTY, lastValueFrom, map, of, takeUntil, tap, timer, toArray } from 'rxjs';
import { createClient, durable, listObjects, polite, walkEach } from '../../src/index';
import type { DurableStart } from '../../src/walk/durable/durable';
import * as entry from '../../src/otel/index';
import { inVirtualTime } from '../support/inVirtualTime';
import { numberedPages } from '../support/numberedPages';
import { pagesOver } from '../walk/durable/support/numberedWalk';
import { ok, scriptedTransport } from '../support/scriptedTransport';
import { root } from '../textFiles';
import { memoryPlaces } from '../walk/durable/support/memoryPlaces';
import { recordingTracer, summingMeter } from './support/summing';

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const baseURL = 'https://objects.example.com';

type Pages = (start: DurableStart) => ReturnType<ReturnType<typeof pagesOver>>;

describe('what production needs of pagewalk/otel', () => {
  it('spans of HTTP are children of the page that they are for, also behind polite and with many walks', async () => {
    const { tracer, spans } = recordingTracer();
    const transport = entry.observeHttp(numberedPages({ pages: 4, perPage: 1, latency: 1 }), {
      baseURL,
      tracer,
    });
    const client = createClient({ transport: polite({ concurrent: 2 })(transport) });
    entry.observeWalks(client, { tracer });
    await Promise.all(
      ['a', 'b', 'c'].map((label) => lastValueFrom(client.list({ ...list, label }))),
    );
    const pages = new Map(
      spans().flatMap((span) => (span.name === 'page' ? [[span.spanContext().spanId, span]] : [])),
    );
    const exchanges = spans().filter(({ name }) => name === `GET ${listObjects.path}`);
    expect(exchanges).to.have.lengthOf(12);
    for (const span of exchanges) {
      const page = pages.get(span.parentSpanContext?.spanId ?? '');
      expect(page?.spanContext().traceId).to.equal(span.spanContext().traceId);
      expect(span.attributes['http.response.status_code']).to.equal(200);
    }
    expect(
      new Set(exchanges.map(({ parentSpanContext }) => parentSpanContext?.spanId)).size,
    ).to.equal(12);
  });

  it('a transport that throws synchronously leaves no span open', () => {
    const { tracer, spans } = recordingTracer();
    const throwing = entry.observeHttp(
      () => {
        throw new Error('boom');
      },
      { baseURL, tracer },
    );
    const said: Array<unknown> = [];
    throwing({ method: 'GET', url: '/', headers: {} }).subscribe({
      error: (error) => said.push(String(error)),
    });
    expect(said).to.deep.equal(['Error: boom']);
    expect(spans().map(({ attributes }) => attributes['error.type'])).to.deep.equal(['_OTHER']);
  });

  it('in virtual time holds and waits are counted as they are', () => {
    const { meter, sums } = summingMeter();
    inVirtualTime(() => {
      const limits = polite({ concurrent: 1 });
      entry.observeLimits(limits, { meter });
      let sent = 0;
      const transport = limits(() => {
        sent += 1;
        const status = sent === 1 ? 429 : 200;
        return timer(1_000).pipe(
          map(() =>
            E.right({ status, headers: status === 429 ? { 'retry-after': '5' } : {}, body: '{}' }),
          ),
        );
      });
      transport({ method: 'GET', url: '/', headers: {} }).subscribe();
      transport({ method: 'GET', url: '/', headers: {} }).subscribe();
    });
    expect(sums()).to.include({
      'pagewalk.limits.holds': 1,
      'pagewalk.limits.held': 5,
      'pagewalk.limits.wait': 6,
    });
  });

  it('every instrument has a description, and histograms in seconds have bounds in seconds', () => {
    const { meter, made } = summingMeter();
    const client = createClient({ transport: () => of(ok({})) });
    entry.observeWalks(client, { meter });
    entry.observeHttp(() => EMPTY, { baseURL, meter });
    entry.observeLimits(polite({}), { meter });
    entry.observeDurable({ meter });
    entry.observeInvalid({ meter });
    entry.observeBudget({ asks: EMPTY, waiting: () => Promise.resolve(0) }, { meter });
    entry.observePlaces({ ...memoryPlaces(), all: () => Promise.resolve([]) }, { meter });
    for (const [name, { description, unit, advice }] of made) {
      expect(description, name).to.be.a('string').that.is.not.equal('');
      if (name.endsWith('duration'))
        expect([unit, advice?.explicitBucketBoundaries?.[0]], name).to.deep.equal(['s', 0.005]);
    }
    const namesIn = (text: string): ReadonlyArray<string> => {
      const rows = [...text.matchAll(/^[ *]*(?:\||- ).*$/gm)].map(([row]) => row);
      const names = rows.flatMap((row) =>
        [...row.matchAll(/`((?:pagewalk|http)\.[\w.]+)`/g)].map(([, name = '']) => name),
      );
      return [...new Set(names)].filter(
        (name) => name !== 'pagewalk.outcome' && name !== 'pagewalk.walk',
      );
    };
    const sources = readdirSync(join(root, 'src/otel')).map((name) =>
      readFileSync(join(root, 'src/otel', name), 'utf8'),
    );
    expect(namesIn(sources.join('\n')), 'the reference').to.have.members(
      [...made.keys()].filter((name) => name.startsWith('pagewalk')),
    );
    const alerts = namesIn(readFileSync(join(root, 'docs/guides/operating.md'), 'utf8'));
    expect([...made.keys()], 'the guide').to.include.members([...alerts]);
    expect(alerts, 'what says that data is fresh').to.include.members([
      'pagewalk.durable.objects',
      'pagewalk.durable.age',
      'pagewalk.durable.mark.age',
      'pagewalk.durable.work.duration',
      'pagewalk.durable.commit.duration',
      'pagewalk.objects.invalid',
      'pagewalk.limits.wait',
      'pagewalk.walks.stalled',
    ]);
  });

  it('measures what each question to a budget took, and how many wait for it', async () => {
    const { meter, sums, collect } = summingMeter();
    const budget = { asks: of(4, 6), waiting: () => Promise.resolve(3) };
    const observing = entry.observeBudget(budget, { meter, attributes: { of: 'objects' } });
    await collect();
    observing.unsubscribe();
    await collect();
    expect(sums()).to.deep.equal({
      'pagewalk.budget.ask.duration objects': 2,
      'pagewalk.budget.holders.waiting objects': 3,
    });
  });

  it('counts invalid objects among objects, and in pages', async () => {
    const { meter, sums } = summingMeter();
    const service = () =>
      scriptedTransport(
        ok({
          data: [{ properties: { id: 1 } }, { properties: { id: 'x' } }, null],
          nextPageToken: 'a',
        }),
        // What a service sends is not taken for a page.
        ok({ data: [{ properties: { id: 2 }, data: [null], place: {} }, { properties: {} }] }),
      );
    const params = { ...list, properties: t.type({ id: t.number }) };
    const observing = (what: string) =>
      entry.observeInvalid<unknown>({ meter, attributes: { of: what } });
    await lastValueFrom(
      createClient({ transport: service().transport }).list(params).pipe(observing('objects')),
    );
    await lastValueFrom(
      createClient({ transport: service().transport })
        .pages(listObjects, params)
        .pipe(observing('pages')),
    );
    expect(sums()).to.deep.equal({
      'pagewalk.objects.invalid objects': 3,
      'pagewalk.objects.invalid pages': 3,
    });
  });

  it('counts each standstill of a walk once', () => {
    const { meter, sums } = summingMeter();
    inVirtualTime(() => {
      let sent = 0;
      const client = createClient({
        transport: () => {
          sent += 1;
          return timer(sent === 2 ? 1_000 : 100_000).pipe(
            map(() => ok({ data: [], nextPageToken: String(sent) })),
          );
        },
      });
      entry.observeWalks(client, { meter, attributes: { of: 'minutes' } });
      entry.observeWalks(client, { meter, stalledAfter: 200_000, attributes: { of: 'longer' } });
      client
        .list({ ...list, emptyPages: 10 })
        .pipe(takeUntil(timer(290_000)))
        .subscribe();
    });
    expect(sums()['pagewalk.walks.stalled minutes listObjects']).to.equal(3);
    expect(sums()).to.not.have.property('pagewalk.walks.stalled longer listObjects');
  });

  it('committed objects of a resumed run are a difference, and a run that was done commits nothing', async () => {
    const { meter, sums } = summingMeter();
    const places = memoryPlaces();
    const pages = pagesOver(numberedPages({ pages: 4, perPage: 10 }));
    const run = (until?: number, mark?: { of: () => number }) =>
      lastValueFrom(
        durable({
          id: 'walk',
          places: entry.observePlaces(places, { meter }),
          pages: ({ place, valve }) => pages({ valve, ...(place && { place }) }),
          mark,
          work: (page) => {
            if (page.place.pages === until) throw new Error('stop');
            return EMPTY;
          },
        }).pipe(toArray()),
      ).catch(() => undefined);
    await run(3);
    expect(sums()).to.include({ 'pagewalk.durable.objects': 20, 'pagewalk.durable.places': 2 });
    places.lose('walk', 1);
    await run();
    expect(sums()).to.include({ 'pagewalk.durable.objects': 50, 'pagewalk.durable.places': 5 });
    await run();
    expect(sums()).to.include({ 'pagewalk.durable.objects': 50, 'pagewalk.durable.places': 5 });
    expect(sums()['pagewalk.durable.commit.duration']).to.equal(5);
    expect(sums()['pagewalk.durable.work.duration']).to.equal(6);
    // The next run of a walk with a mark counts from its own first page.
    await run(undefined, { of: () => 1 });
    expect(sums()).to.include({ 'pagewalk.durable.objects': 90, 'pagewalk.durable.places': 9 });
  });

  it('counts losses, and tells the age of walks that are not done, of all their parts', async () => {
    const { meter, sums, collect } = summingMeter();
    const observed = entry.observePlaces(
      {
        claim: () => of({ id: 'x', epoch: 1, place: O.none }),
        keep: () => of(E.left({ _tag: 'Behind' as const, place: O.none })),
        all: () =>
          Promise.resolve([
            { id: 'a', age: 90_000 },
            { id: 'b', part: 'x', age: 2_000 },
            { id: 'b', part: 'y', age: 1_000 },
          ]),
      },
      { meter, limit: 2 },
    );
    const pages = pagesOver(numberedPages({ pages: 1, perPage: 1 }));
    await lastValueFrom(durable({ id: 'x', places: observed, pages, work: () => EMPTY })).catch(
      () => undefined,
    );
    await collect();
    expect(sums()).to.deep.equal({
      'pagewalk.durable.losses': 11,
      'pagewalk.durable.age a': 90,
      'pagewalk.durable.age b x': 2,
      'pagewalk.durable.age b y': 1,
    });
  });

  it('tells the age of every mark that is a time, also where no run begins any more', async () => {
    const { meter, sums, collect } = summingMeter();
    const places = memoryPlaces();
    const now = new Date();
    const marks = [
      '1999-01-01',
      new Date(now.getTime() - 3_600_000).toISOString(),
      17,
      '1999-01-01T00:00:00',
      undefined,
    ];
    const walks = marks.map((mark, index) => ({
      id: `walk ${index}`,
      age: 0,
      ...(mark !== undefined && { mark }),
    }));
    const all = ({ isLast }: { isLast?: boolean | undefined }) =>
      Promise.resolve(isLast === undefined ? walks : []);
    entry.observePlaces({ ...places, all }, { meter });
    await collect();
    expect(Object.keys(sums())).to.deep.equal(['pagewalk.durable.mark.age walk 1']);
    expect(sums()['pagewalk.durable.mark.age walk 1']).to.be.within(3_600, 4_200);
  });

  it('asks the store only for the walks of its prefix, and for no more than its limit allows', async () => {
    const { meter, sums, collect } = summingMeter();
    const asked: Array<object> = [];
    const all = (filter: object) => {
      asked.push(filter);
      const mark = new Date().toISOString();
      return Promise.resolve(['a', 'b', 'c'].map((id) => ({ id: `nightly ${id}`, age: 0, mark })));
    };
    entry.observePlaces({ ...memoryPlaces(), all }, { meter, prefix: 'nightly ', limit: 2 });
    await collect();
    expect(asked).to.have.deep.members([
      { prefix: 'nightly ', isLast: false, limit: 2 },
      { prefix: 'nightly ', limit: 20 },
    ]);
    expect(Object.keys(sums()).filter((name) => name.includes('mark.age'))).to.have.length(2);
  });

  it('A6: counts how often in a row a page has failed, of a walk that is done, too', async () => {
    const { meter, sums, collect } = summingMeter();
    const failure = { page: 7, times: 4, at: new Date(), message: 'boom' };
    const all = ({ isLast }: { isLast?: boolean | undefined }) =>
      Promise.resolve(
        isLast === undefined
          ? [
              { id: 'slow', age: 0 },
              { id: 'poisoned', age: 0, failure },
            ]
          : [],
      );
    entry.observePlaces({ ...memoryPlaces(), all }, { meter });
    await collect();
    expect(sums()).to.deep.equal({ 'pagewalk.durable.failures poisoned': 4 });
    const guide = readFileSync(join(root, 'docs/guides/operating.md'), 'utf8');
    expect(guide).to.match(/^- `pagewalk\.durable\.failures`: 3 or more/m);
  });

  for (const [what, nest] of [
    ['work', (pages: Pages) => pages],
    [
      'work on children of walkEach',
      (pages: Pages): Pages =>
        (start) =>
          walkEach({ ...start, parents: pages, key: () => 1, children: (_, from) => pages(from) }),
    ],
    [
      'an operator behind its pages',
      (pages: Pages): Pages =>
        (start) =>
          pages(start).pipe(
            tap(() => {
              throw new Error('boom');
            }),
          ),
    ],
  ] as const) {
    it(`A6: the walk of ${what} that throws has the outcome error, and so has its span`, async () => {
      const { meter, sums } = summingMeter();
      const { tracer, spans } = recordingTracer();
      const client = createClient({ transport: numberedPages({ pages: 3, perPage: 1 }) });
      entry.observeWalks(client, { meter, tracer });
      const walk$ = durable({
        id: 'x',
        places: memoryPlaces(),
        pages: nest((start) => client.pages(listObjects, { ...list, ...start })),
        work: () => {
          throw new Error('boom');
        },
      });
      expect(await lastValueFrom(walk$).catch(String)).to.equal('Error: boom');
      const outcomes = Object.keys(sums()).filter((name) => name.startsWith('pagewalk.walks '));
      expect(outcomes).to.deep.equal(['pagewalk.walks listObjects error']);
      const walks = spans().filter(({ name }) => name.startsWith('walk '));
      expect(walks.map(({ status }) => status.code)).to.deep.equal(
        walks.map(() => SpanStatusCode.ERROR),
      );
    });
  }

  it('has an outcome of its own for Busy, which no alert of the guide counts', () => {
    const { meter, sums } = summingMeter();
    const busy = E.left({ _tag: 'Busy' as const, id: 'x', claimedBy: null, claimedAt: new Date() });
    of(busy).pipe(entry.observeDurable({ meter })).subscribe();
    expect(sums()).to.deep.equal({ 'pagewalk.durable.ends Busy': 1 });
    const guide = readFileSync(join(root, 'docs/guides/operating.md'), 'utf8');
    expect(guide).to.match(/^- `pagewalk\.durable\.ends` .*not `done`, `stopped` or `Busy`/m);
  });
});
