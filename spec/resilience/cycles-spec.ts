import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { inspect } from 'node:util';
import { of } from 'rxjs';
import { createClient, explain, resumeFrom, type Transport, type WalkOptions } from '../../src/index';
import { collect } from '../support/collect';
import { ok } from '../support/scriptedTransport';
import { leftOf } from '../support/sides';
import { type Kind, kinds, walkOf } from './support/faultyWalk';

const address = { url: '', token: '', ontologyRid: 'ri.o', apiFamily: 'demo', objectType: 'thing' };

interface NextPage {
  readonly objects?: number;
  readonly nextPageToken?: string | null;
}

/** Walks a service that is told what each of its pages, counted from 1, holds; tells what came of it. */
const walk = async (kind: Kind, page: (number: number) => NextPage, options?: WalkOptions) => {
  let requests = 0;
  const transport: Transport = () => {
    requests += 1;
    const { objects = 1, ...next } = page(requests);
    return of(ok({ data: Array.from({ length: objects }, () => ({ properties: {} })), ...next }));
  };
  const results = await collect(walkOf(kind, createClient({ transport, retry: false }), address, options));
  const objects = results.filter(E.isRight).length;
  return { requests, objects, lefts: results.filter(E.isLeft), last: results.at(-1) };
};

/** Tokens that lead into a circle of so many pages after so many others. */
const circle = (length: number, before: number) => (number: number) => ({
  nextPageToken: `token-${number <= before ? `before-${number}` : (number - before) % length}`,
});

describe('law 8: no endless walk', () => {
  for (const kind of kinds) {
    // The guard is the walk's own and knows nothing of endpoints: one of them stands for both where walks are long.
    const lengths = kind === 'list' ? [1, 2, 999, 1_000] : [1, 2, 1_000];
    for (const length of lengths) {
      for (const before of length === 2 ? [0, 1, 1_500] : [0, 1]) {
        it(`${kind}: a cycle of ${length} after ${before} pages ends at its first repeat`, async () => {
          const { requests, objects, lefts, last } = await walk(kind, circle(length, before));
          expect([requests, objects, lefts.length]).to.deep.equal([before + length + 1, before + length + 1, 1]);
          const error = leftOf(last ?? expect.fail('nothing came'));
          expect(error).to.deep.include({ _tag: 'ProtocolViolation', rule: 'RepeatedToken' });
          expect(O.isNone(resumeFrom(error))).to.equal(true);
          expect([JSON.stringify(error), inspect(error), explain(error)].join()).not.to.contain('token-');
        });
      }
    }

    for (const emptyPages of [0, 1, 100]) {
      const options = emptyPages === 100 ? {} : { emptyPages };

      it(`${kind}: ${emptyPages} empty pages in a row are followed, again and again`, async () => {
        const page = (number: number): NextPage => ({
          objects: number % (emptyPages + 1) === 0 ? 1 : 0,
          ...(number < 3 * (emptyPages + 1) && { nextPageToken: `t${number}` }),
        });
        const { objects, lefts } = await walk(kind, page, options);
        expect([objects, lefts]).to.deep.equal([3, []]);
      });

      it(`${kind}: after ${emptyPages} of them the next one ends the walk, and one can go on from it`, async () => {
        const page = (number: number): NextPage => ({ objects: 0, nextPageToken: `t${number}` });
        const { requests, last } = await walk(kind, page, options);
        const error = leftOf(last ?? expect.fail('nothing came'));
        expect(requests).to.equal(emptyPages + 1);
        expect(error).to.deep.include({ _tag: 'ProtocolViolation', rule: 'EmptyPages' });
        expect(resumeFrom(error)).to.deep.equal(O.some({ pageToken: `t${requests}` }));
      });

      it(`${kind}: after ${emptyPages} of them an empty page without a token is the last page`, async () => {
        const page = (number: number): NextPage =>
          number <= emptyPages ? { objects: 0, nextPageToken: `t${number}` } : { objects: 0 };
        expect(await walk(kind, page, options)).to.deep.include({ objects: 0, lefts: [] });
      });
    }

    it(`law 7: ${kind}: an empty token ends the walk after its objects`, async () => {
      const { requests, objects, last } = await walk(kind, (number) => ({
        nextPageToken: number < 3 ? `t${number}` : '',
      }));
      expect([requests, objects]).to.deep.equal([3, 3]);
      expect(last).to.have.nested.property('left.rule', 'EmptyToken');
    });
  }

  for (const length of [1_001, 1_500]) {
    it(`a cycle of ${length} ends within about three rounds`, async () => {
      const { requests, objects, lefts } = await walk('list', circle(length, 0));
      expect(requests).to.be.within(length + 1, 3 * length + 2);
      expect([objects, lefts.length]).to.deep.equal([requests, 1]);
    });
  }

  it('4,000 different tokens are no cycle', async () => {
    const { requests, lefts } = await walk('search', (number) =>
      number < 4_000 ? { nextPageToken: `t${number}` } : {},
    );
    expect([requests, lefts]).to.deep.equal([4_000, []]);
  });

  it('law 7: a token of null ends a list, and breaks the rules of a search after its objects', async () => {
    expect(await walk('list', () => ({ nextPageToken: null }))).to.deep.include({ requests: 1, objects: 1, lefts: [] });
    const { objects, last } = await walk('search', () => ({ nextPageToken: null }));
    expect(objects).to.equal(1);
    expect(last).to.have.nested.property('left.rule', 'NullToken');
  });
});
