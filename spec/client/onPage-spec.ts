import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { createClient, listObjects, type PageInfo, type WalkEvent } from '../../src/index';
import { gather } from '../support/collect';
import { answer, ok, record, scriptedTransport } from '../support/scriptedTransport';

const params = { ontologyRid: 'o', objectType: 't' };

const pages = [
  ok({ data: [record(1), 'no record'], totalCount: 3, nextPageToken: 'tok-1' }),
  ok({ data: [record(2)], totalCount: 3 }),
];

const infos: ReadonlyArray<PageInfo> = [
  {
    index: 0,
    records: [record(1), 'no record'],
    nextPageToken: O.some('tok-1') as PageInfo['nextPageToken'],
    isLast: false,
    fields: { totalCount: 3 },
  },
  {
    index: 1,
    records: [record(2)],
    nextPageToken: O.none,
    isLast: true,
    fields: { totalCount: 3 },
  },
];

describe('onPage', () => {
  it('is called with every page, before its objects, as the records came', () => {
    const client = createClient(scriptedTransport(...pages, ...pages));
    const seen: Array<unknown> = [];
    const onPage = (page: PageInfo) => seen.push(page);
    client.list({ ...params, onPage }).subscribe(({ _tag }) => seen.push(_tag));
    expect(seen).to.deep.equal([infos[0], 'Right', 'Left', infos[1], 'Right']);
    seen.length = 0;
    client.pages(listObjects, { ...params, onPage }).subscribe(({ _tag }) => seen.push(_tag));
    expect(seen).to.deep.equal([infos[0], 'Right', infos[1], 'Right']);
  });

  it('that throws ends the walk through the error channel, as any function of yours', () => {
    const thrown: Array<unknown> = [];
    const script = scriptedTransport(...pages);
    const boom = new Error('boom');
    const onPage = () => {
      throw boom;
    };
    createClient(script)
      .list({ ...params, onPage })
      .subscribe({ error: (error: unknown) => thrown.push(error) });
    expect([thrown, script.requests.length]).to.deep.equal([[boom], 1]);
  });

  it('and onEvent must be functions, and are never sent', () => {
    const script = scriptedTransport(...pages);
    for (const name of ['onPage', 'onEvent']) {
      const results = gather(createClient(script).list({ ...params, [name]: 7 }));
      expect(results)
        .to.have.lengthOf(1)
        .and.to.have.nested.property('[0].left.problems[0].at', name);
    }
    expect(script.requests).to.deep.equal([]);
  });
});

describe('onEvent', () => {
  it('hears of its own walk and of no other, whether or not anybody listens to the client', () => {
    const client = createClient({
      ...scriptedTransport(answer(503, {}), ...pages, ok({ data: [] })),
      retry: false,
    });
    const [mine, all]: [Array<WalkEvent>, Array<WalkEvent>] = [[], []];
    client.list({ ...params, onEvent: (event) => mine.push(event) }).subscribe();
    expect(mine.map(({ type }) => type)).to.deep.equal(['request', 'end']);
    client.events.subscribe((event) => all.push(event));
    mine.length = 0;
    client.list({ ...params, onEvent: (event) => mine.push(event) }).subscribe();
    client.list(params).subscribe();
    expect(new Set(mine.map(({ walk }) => walk))).to.deep.equal(new Set([2]));
    expect(mine).to.deep.equal(all.filter(({ walk }) => walk === 2));
    expect(all.length).to.be.above(mine.length);
  });
});
