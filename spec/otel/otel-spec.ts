import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { BehaviorSubject, EMPTY, lastValueFrom, NEVER, of, throwError, toArray } from 'rxjs';
import {
  createClient,
  deltaToken,
  endpoint,
  type Place,
  type PoliteState,
  retryExpired,
} from '../../src/index';
import { placeWith } from '../../src/model/place/placeInternals';
import * as entry from '../../src/otel/index';
import { at, byCursor, byLink, onePage, query as queryAt } from '../../src/paging/index';
import { answer, ok, scriptedTransport } from '../support/scriptedTransport';
import { recordingTracer, summingMeter } from './support/summing';

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const record = { properties: {} };

describe('pagewalk/otel', () => {
  it('exports these names and no others', () =>
    expect(Object.keys(entry).sort().join(' ')).to.equal(
      'observeBudget observeDurable observeHttp observeInvalid observeLimits observePlaces observeWalks',
    ));

  it('does nothing, and throws nothing, where no SDK is registered', async () => {
    const { transport } = scriptedTransport(ok({ data: [record] }));
    const client = createClient({
      transport: entry.observeHttp(transport, { baseURL: 'https://objects.example.com' }),
    });
    const observing = entry.observeWalks(client);
    expect(await lastValueFrom(client.list(list).pipe(toArray()))).to.have.length(1);
    observing.unsubscribe();
  });
});

describe('observeWalks', () => {
  it('makes a span of a walk and of each request, and counts', async () => {
    const { tracer, spans } = recordingTracer();
    const { meter, sums } = summingMeter();
    const { transport } = scriptedTransport(
      ok({ data: [record, record], nextPageToken: 'secret' }),
      answer(503, {}),
      ok({ data: [record] }),
    );
    const client = createClient({ transport, retry: { baseDelay: 1 } });
    entry.observeWalks(client, { tracer, meter, attributes: { 'service.peer.name': 'objects' } });
    await lastValueFrom(client.list({ ...list, label: 'nightly' }));
    expect(sums()).to.deep.equal({
      'pagewalk.walks.active objects listObjects': 0,
      'pagewalk.objects objects listObjects': 3,
      'pagewalk.page.duration objects listObjects': 2,
      'pagewalk.retries objects listObjects HttpFailure 503': 1,
      'pagewalk.walks objects listObjects done': 1,
    });
    const [first, failed, again, walk] = spans();
    expect(spans().map(({ name }) => name)).to.deep.equal([
      'page',
      'page',
      'page',
      'walk listObjects',
    ]);
    expect(first?.attributes).to.include({ 'pagewalk.page': 0, 'pagewalk.objects': 2 });
    expect(failed?.attributes).to.include({
      'error.type': 'HttpFailure',
      'http.response.status_code': 503,
    });
    expect(failed?.status.code).to.equal(SpanStatusCode.ERROR);
    expect(again?.attributes).to.include({ 'http.request.resend_count': 1 });
    expect(walk?.attributes).to.include({
      'pagewalk.label': 'nightly',
      'pagewalk.pages': 2,
      'pagewalk.objects': 3,
    });
    for (const span of [first, failed, again]) {
      expect(span?.parentSpanContext?.spanId).to.equal(walk?.spanContext().spanId);
    }
    expect(
      JSON.stringify(spans().map(({ attributes, status }) => [attributes, status])),
    ).to.not.include('secret');
  });

  it('law 41: says on the span of a walk what its end leaves in doubt', async () => {
    const { tracer, spans } = recordingTracer();
    const { transport } = scriptedTransport(ok({ data: [1], total: 2 }));
    const client = createClient({ transport });
    entry.observeWalks(client, { tracer });
    const all = endpoint({ name: 'all', method: 'GET', path: '/all', paging: onePage() });
    await lastValueFrom(client.objects(all, {}));
    expect(spans().at(-1)?.attributes).to.deep.include({ 'pagewalk.doubts': ['short'] });
  });

  it('counts restarts, and says how walks ended', async () => {
    const { tracer, spans } = recordingTracer();
    const { meter, sums } = summingMeter();
    const { transport } = scriptedTransport(
      ok({ data: [record], nextPageToken: 'secret' }),
      answer(400, { errorName: 'InvalidPageToken' }),
      answer(403, {}),
    );
    const client = createClient({ transport });
    entry.observeWalks(client, { tracer, meter });
    await lastValueFrom(client.list(list).pipe(retryExpired({ key: () => 1 })));
    expect(sums()).to.include({
      'pagewalk.restarts listObjects': 1,
      'pagewalk.walks listObjects PageTokenExpired': 1,
      'pagewalk.walks listObjects HttpFailure': 1,
      'pagewalk.walks.active listObjects': 0,
    });
    const walks = spans().filter(({ name }) => name.startsWith('walk'));
    expect(walks.map(({ status }) => status.code)).to.deep.equal([
      SpanStatusCode.ERROR,
      SpanStatusCode.ERROR,
    ]);
  });

  it('ends what is open when it is unsubscribed', () => {
    const { tracer, spans } = recordingTracer();
    const { meter, sums } = summingMeter();
    const client = createClient({ transport: () => NEVER });
    const observing = entry.observeWalks(client, { tracer, meter });
    client.list(list).subscribe();
    observing.unsubscribe();
    expect(spans()).to.have.length(2);
    expect(sums()).to.deep.equal({ 'pagewalk.walks.active listObjects': 0 });
  });
});

describe('observeHttp', () => {
  const baseURL = 'https://objects.example.com/base';
  const request = {
    method: 'GET',
    url: '/objects?pageToken=secret&pageSize=5',
    headers: {},
  } as const;

  for (const [what, paging, next, query] of [
    ['path segments', byLink(at('next')), '/items/Zk39qLmP27x?of=7', 'of=REDACTED'],
    ['matrix parameters', byLink(at('next')), '/items;after=Zk39qLmP27x', undefined],
    ['a query string without names', byLink(at('next')), '/items?Zk39qLmP27x', 'REDACTED'],
    [
      'parameters',
      byCursor({ from: at('next'), to: queryAt('after') }),
      'Zk39qLmP27x',
      'after=REDACTED',
    ],
  ] as const) {
    it(`law 14: shows the path that the user gave, not cursors that are ${what}`, () => {
      const { tracer, spans } = recordingTracer();
      const { transport } = scriptedTransport(ok({ data: [], next }), ok({ data: [1] }));
      const items = endpoint({ name: 'items', method: 'GET', path: '/items/{of}', paging });
      const client = createClient({ transport: entry.observeHttp(transport, { baseURL, tracer }) });
      client.objects(items, { of: 'all of them' }).subscribe();
      const base = 'https://objects.example.com/base/items/all%20of%20them';
      expect(spans().map(({ attributes }) => attributes['url.full'])).to.deep.equal([
        base,
        query === undefined ? base : `${base}?${query}`,
      ]);
      for (const { attributes } of spans())
        expect(attributes['url.template']).to.equal('/items/{of}');
    });
  }

  it('laws 14 and 42: shows no link of the service that a walk begins with, though it looks like the path', () => {
    const { tracer, spans } = recordingTracer();
    const { transport } = scriptedTransport(ok({ data: [] }));
    const paging = byLink(at('next'));
    const items = endpoint({
      name: 'items',
      method: 'GET',
      path: '/items/{of}',
      paging,
      delta: { from: at('sync') },
    });
    const client = createClient({ transport: entry.observeHttp(transport, { baseURL, tracer }) });
    client.objects(items, { of: 'all', delta: deltaToken('/items/Zk3?t=9') }).subscribe();
    const shown = 'https://objects.example.com/base/items/all?t=REDACTED';
    expect(spans().map(({ attributes }) => attributes['url.full'])).to.deep.equal([shown]);
  });

  for (const base of [
    'https://user:Zk39qLmP27x@host',
    'https://host/v1?key=Zk39qLmP27x',
    'https://host/#Zk39qLmP27x',
    7,
  ]) {
    it(`law 14: refuses ${base} as a base address, which would be in every span`, () => {
      const observe = () => entry.observeHttp(() => NEVER, { baseURL: base as string });
      expect(observe).to.throw(TypeError, /^baseURL must (?!.*Zk39qLmP27x)/);
    });
  }

  it('names a span by its method and template, and counts how often a request was sent again', async () => {
    const { tracer, spans } = recordingTracer();
    const { meter, sums } = summingMeter();
    const { transport } = scriptedTransport(answer(503, {}), ok({ data: [record] }));
    const observed = entry.observeHttp(transport, { baseURL, tracer, meter });
    const client = createClient({ transport: observed, retry: { baseDelay: 1 } });
    const observing = entry.observeWalks(client, { meter });
    await lastValueFrom(client.list({ ...list, objectType: 'Zk39qLmP27x' }));
    observing.unsubscribe();
    const resent = spans().map(({ name, attributes }) => [
      name,
      attributes['http.request.resend_count'],
    ]);
    const name = 'GET /api/v1/ontologies/{ontologyRid}/objects/{objectType}';
    expect(resent).to.deep.equal([
      [name, undefined],
      [name, 1],
    ]);
    expect(sums()).to.include({
      'http.client.request.duration GET objects.example.com 443 200': 1,
    });
  });

  it('makes a client span of each request by the conventions, without the values of its query string', () => {
    const { tracer, spans } = recordingTracer();
    const { meter, sums } = summingMeter();
    const { transport } = scriptedTransport(
      ok({}),
      answer(429, {}),
      E.left({ _tag: 'TimedOut', after: 5 }),
    );
    const observed = entry.observeHttp(transport, { baseURL, tracer, meter });
    for (let index = 0; index < 3; index += 1) observed(request).subscribe();
    entry
      .observeHttp(() => NEVER, { baseURL, tracer, meter })(request)
      .subscribe()
      .unsubscribe();
    const fails = entry.observeHttp(() => throwError(() => new Error()), {
      baseURL,
      tracer,
      meter,
    });
    fails(request).subscribe({ error: () => undefined });
    const [first] = spans();
    expect(first?.kind).to.equal(SpanKind.CLIENT);
    expect(first?.attributes).to.deep.equal({
      'http.request.method': 'GET',
      'server.address': 'objects.example.com',
      'server.port': 443,
      'url.full': 'https://objects.example.com/base/REDACTED?pageToken=REDACTED&pageSize=REDACTED',
      'http.response.status_code': 200,
    });
    const ends = spans().map(({ attributes }) => attributes['error.type']);
    expect(ends).to.deep.equal([undefined, '429', 'TimedOut', 'cancelled', '_OTHER']);
    const series = 'http.client.request.duration GET objects.example.com 443';
    expect(sums()).to.deep.equal({
      [`${series} 200`]: 1,
      [`${series} 429 429`]: 1,
      [`${series} TimedOut`]: 1,
      [`${series} cancelled`]: 1,
      [`${series} _OTHER`]: 1,
    });
  });
});

describe('observeLimits', () => {
  it('measures who waits and who is in flight, and counts each hold once', () => {
    const { meter, sums } = summingMeter();
    const state = new BehaviorSubject<PoliteState>({ waiting: 0, inFlight: 0 });
    const observing = entry.observeLimits({ state }, { meter });
    state.next({ waiting: 3, inFlight: 2 });
    const heldUntil = Date.now() + 10_000;
    state.next({ waiting: 4, inFlight: 1, heldUntil });
    state.next({ waiting: 5, inFlight: 0, heldUntil: heldUntil + 2, remaining: 7 });
    state.next({ waiting: 5, inFlight: 0, heldUntil: heldUntil + 2, remaining: 3 });
    const { 'pagewalk.limits.held': held, ...sum } = sums();
    const others = Object.fromEntries(
      Object.entries(sum).filter(([name]) => name !== 'pagewalk.limits.wait'),
    );
    expect(held).to.be.within((heldUntil - Date.now()) / 1_000, 10.1);
    expect(others).to.deep.equal({
      'pagewalk.limits.waiting': 5,
      'pagewalk.limits.in_flight': 0,
      'pagewalk.limits.holds': 1,
      'pagewalk.limits.remaining': 3,
    });
    observing.unsubscribe();
    expect(sums()['pagewalk.limits.waiting']).to.equal(0);
  });
});

describe('observeDurable', () => {
  const place = (round: number, pages: number, isLast = false): Place =>
    placeWith({ pages, objects: pages, round, isLast }, { pageToken: O.none, request: undefined });
  type Kept = E.Either<{ readonly _tag: string }, Place>;
  const right = (...args: Parameters<typeof place>): Kept => E.right(place(...args));
  const left = (_tag: string): Kept => E.left({ _tag });

  it('counts places, rounds and rounds in vain', () => {
    const { meter, sums } = summingMeter();
    // Round 2 gets no further than round 1, rounds 3 and 4 keep nothing, round 5 does not either get as far.
    const source = of(right(1, 1), right(1, 2), right(2, 2), right(5, 1), left('PageTokenExpired'));
    source.pipe(entry.observeDurable({ meter })).subscribe();
    expect(sums()).to.deep.equal({
      'pagewalk.durable.rounds': 4,
      'pagewalk.durable.vain_rounds': 4,
      'pagewalk.durable.ends PageTokenExpired': 1,
    });
  });

  it('says how runs end', () => {
    const { meter, sums } = summingMeter();
    of(right(1, 1, true))
      .pipe(entry.observeDurable({ meter }))
      .subscribe();
    EMPTY.pipe(entry.observeDurable({ meter })).subscribe();
    NEVER.pipe(entry.observeDurable({ meter })).subscribe().unsubscribe();
    of(left('Superseded')).pipe(entry.observeDurable({ meter })).subscribe();
    throwError(() => new Error())
      .pipe(entry.observeDurable({ meter }))
      .subscribe({ error: () => undefined });
    expect(sums()).to.deep.equal({
      'pagewalk.durable.supersessions': 1,
      'pagewalk.durable.ends done': 1,
      'pagewalk.durable.ends stopped': 2,
      'pagewalk.durable.ends Superseded': 1,
      'pagewalk.durable.ends Error': 1,
    });
  });
});
