import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { EMPTY, NEVER, of } from 'rxjs';
import {
  createClient,
  type Doubt,
  durable,
  endpoint,
  type HttpRequest,
  iterate,
  walkEach,
} from '../../../src/index';
import { at, byCursor, byLink, byOffset, onePage, query } from '../../../src/paging';
import type { DurableStart } from '../../../src/walk/durable/durable';
import { collect } from '../../support/collect';
import { memoryPlaces } from './support/memoryPlaces';

const plain = {
  method: 'GET',
  path: '/things/{at}',
  fields: { q: t.union([t.string, t.undefined]) },
} as const;
const short = endpoint({ ...plain, name: 'short', paging: onePage() });
const shifted = endpoint({
  ...plain,
  name: 'shifted',
  paging: byOffset({ to: query('o'), total: at('n') }),
});
const unseen = endpoint({ ...plain, name: 'unseen', paging: byLink(at('lnk')) });
const elsewhere = endpoint({
  ...plain,
  name: 'elsewhere',
  paging: byCursor({ from: at('cursor'), to: query('c') }),
});

const answers: Readonly<Record<string, object>> = {
  '/things/1': { data: [1, 2], total: 3, next: null },
  '/things/2': { data: [1, 2], n: 4 },
  '/things/2?o=2': { data: [3], n: 3 },
  '/things/3': { data: [1], cursor: 'a' },
  '/things/3?c=a': { data: [2], next_cursor: 'b' },
  '/things/parents': { data: [{ at: '1' }, { at: '7' }] },
  '/things/7': { data: [1], total: 1 },
};

const serving = () => {
  const urls: Array<string> = [];
  const transport = ({ url }: HttpRequest) => {
    urls.push(url);
    return of(
      E.right({ status: 200, headers: {}, body: JSON.stringify(answers[url] ?? { data: [9] }) }),
    );
  };
  return { urls, client: createClient({ transport, retry: false }) };
};

const hearing = () => {
  const heard: Array<Doubt> = [];
  return { heard, onDoubt: (doubt: Doubt) => void heard.push(doubt) };
};

const cases = [
  ['short', short, '1', { short: { objects: 2, total: 3 } }],
  ['shifted', shifted, '2', { shifted: { from: 4, to: 3 } }],
  ['unseen', unseen, '9', { unseen: 'lnk' }],
  ['nothing', short, '7', undefined],
] as const;

describe('onDoubt hears what the end event leaves in doubt', () => {
  for (const [what, target, where, doubt] of cases) {
    const expected = doubt === undefined ? [] : [doubt];
    it(`of iterate: ${what}`, async () => {
      const { heard, onDoubt } = hearing();
      for await (const _ of iterate(serving().client, target, { at: where }, { onDoubt }))
        expect(_).to.be.a('number');
      expect(heard).to.deep.equal(expected);
    });
    it(`of durable, and of walkEach in it, with the key of the parent: ${what}`, async () => {
      const { client } = serving();
      const [own, inner, outer] = [hearing(), hearing(), hearing()];
      const work = () => EMPTY;
      const pages = (start: DurableStart) => client.pages(target, { at: where, ...start });
      await collect(
        durable({ id: 'a', places: memoryPlaces(), pages, work, onDoubt: own.onDoubt }),
      );
      const nested = (start: DurableStart) =>
        walkEach({
          ...start,
          parents: (its) =>
            client.pages(endpoint({ ...plain, name: 'p', paging: onePage() }), {
              at: 'parents',
              ...its,
            }),
          key: (parent) => (parent as { readonly at: string }).at,
          children: (_, its) => client.pages(target, { at: where, ...its }),
          onDoubt: inner.onDoubt,
        });
      await collect(
        durable({ id: 'b', places: memoryPlaces(), pages: nested, work, onDoubt: outer.onDoubt }),
      );
      expect(own.heard).to.deep.equal(expected);
      expect(inner.heard).to.deep.equal(
        ['1', '7'].flatMap((parent) => expected.map((each) => ({ ...each, parent }))),
      );
      expect(outer.heard).to.deep.equal(inner.heard);
    });
  }
});

describe('law 41: a durable walk whose end is doubted', () => {
  it('is not done: the next run asks for the last page again', async () => {
    const { client, urls } = serving();
    const pages = (start: DurableStart) => client.pages(elsewhere, { at: '3', ...start });
    const walk = durable({ id: 'a', places: memoryPlaces(), pages, work: () => EMPTY });
    for (const asked of [['/things/3', '/things/3?c=a'], ['/things/3?c=a']]) {
      const kept = await collect(walk);
      expect(kept.map((each) => (E.isRight(each) ? each.right.isLast : each.left))).to.deep.include(
        false,
      );
      expect(kept.at(-1)).to.have.nested.property('left.rule', 'MoreElsewhere');
      expect(urls.splice(0)).to.deep.equal(asked);
    }
  });
});

describe('law 20: a durable walk that is done', () => {
  it('refuses another request, and sends nothing', async () => {
    const { client, urls } = serving();
    const walk = { id: 'a', places: memoryPlaces(), work: () => EMPTY };
    const run = (q?: string) =>
      collect(
        durable({ ...walk, pages: (start) => client.pages(short, { at: '7', q, ...start }) }),
      );
    await run();
    const refused = await run('open');
    expect(refused).to.have.lengthOf(1);
    expect(refused).to.have.nested.property('[0].left._tag', 'InvalidRequest');
    expect(await run()).to.have.nested.property('[0].right.isLast', true);
    expect(urls).to.deep.equal(['/things/7']);
  });
  it('is done where pages cannot be compared without asking', async () => {
    const { client } = serving();
    const walk = { id: 'a', places: memoryPlaces(), work: () => EMPTY };
    await collect(
      durable({ ...walk, pages: (start) => client.pages(short, { at: '7', ...start }) }),
    );
    expect(await collect(durable({ ...walk, pages: () => NEVER }))).to.have.nested.property(
      '[0].right.isLast',
      true,
    );
  });
});
