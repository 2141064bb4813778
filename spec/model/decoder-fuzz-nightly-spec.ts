import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import { none } from 'fp-ts/Option';
import * as t from 'io-ts';
import { classify } from '../../src/model/errors/classify';
import { listObjects } from '../../src/model/endpoints/listObjects';
import { readObject, pageOf } from '../../src/model/endpoints/Page';
import { TextObjects } from '../../src/model/records/properties';
import { readPage } from '../../src/model/endpoints/readPage';
import { searchObjects } from '../../src/model/endpoints/searchObjects';
import { isReplay, mustHold, parameters, runsOf } from '../resilience/replay';
import { anyBodies, changes } from '../resilience/support/anyBody';
import { Trim } from '../support/transformingCodecs';
import { placeShowing } from '../support/pages';

const place = placeShowing({ pages: 0, objects: 0, round: 1, isLast: false });

const runs = runsOf(90_000 / changes, 200_000);

const readers = [listObjects, searchObjects].map(({ scheme }) => readPage(scheme));

const codecs: ReadonlyArray<t.Mixed> = [
  t.UnknownRecord,
  t.type({ id: t.number, name: t.string }),
  t.type({ id: t.number, name: Trim }),
  t.type({ id: t.number, name: TextObjects }),
];

const objectReaders = codecs.map((codec) => readObject<unknown>({}, { properties: codec }));

const meanings = ['Unauthorized', 'PageTokenExpired', 'RetrievalLimitExceeded', 'HttpFailure'];

/** No body takes longer than this to read, on the slowest of machines. */
const longest = 2_000;

describe('the decoder of responses', () => {
  it('makes an Either of any body, and a reading of any error, in no time', () => {
    const counts = { pages: 0, refused: 0, objects: 0, bad: 0, broken: 0, expired: 0 };

    const readAsPage = (body: string): void => {
      const read = readers[body.length % 2] ?? expect.fail('no reader');
      const envelope = read({ status: 200, headers: {}, body }, { url: '/' }, none);
      if (E.isLeft(envelope)) {
        counts.refused += 1;
        if (envelope.left._tag !== 'InvalidEnvelope') expect.fail(envelope.left._tag);
        return;
      }
      counts.pages += 1;
      if (E.isLeft(envelope.right.next)) counts.broken += 1;
      const readOne = objectReaders[counts.pages % objectReaders.length] ?? expect.fail('no reader');
      const { data } = pageOf(readOne, {
        envelope: envelope.right,
        reached: { pages: 1, objects: 0 },
        place: () => place,
      });
      if (data.length !== envelope.right.data.length) expect.fail('an object was lost');
      for (const object of data) counts[E.isRight(object) ? 'objects' : 'bad'] += 1;
    };

    const readAsError = (body: string, status: number): void => {
      const { _tag, parameters = {} } = classify({ status, headers: {}, body }, { pageToken: true });
      if (!meanings.includes(_tag) || typeof parameters !== 'object') expect.fail(`a reading of ${_tag}`);
      if (_tag === 'PageTokenExpired') counts.expired += 1;
    };

    const details = fc.check(
      fc.property(anyBodies, fc.constantFrom(400, 401, 410, 503), (bodies, status) => {
        for (const body of bodies) {
          const begun = performance.now();
          readAsPage(body);
          readAsError(body, status);
          if (performance.now() - begun > longest) expect.fail('a body that takes too long');
        }
      }),
      parameters(runs),
    );
    mustHold('spec/model/decoder-fuzz-nightly-spec.ts', details);
    if (isReplay) return;
    for (const [what, count] of Object.entries(counts)) expect(count, what).to.be.greaterThan(runs / 200);
  }).timeout(300_000 + runs * 5);
});
