import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { inspect } from 'node:util';
import { explain, retryExpired, type WalkError } from '../../src/index';
import { collect } from '../support/collect';
import { leftOf, rightOf } from '../support/sides';
import { withFallback } from '../support/transformingCodecs';
import { clientOf, list, objectWith, only } from './support/oneAnswer';

describe('JSON that nests 100,000 levels deep', () => {
  const levels = 100_000;
  const nested = {
    arrays: `${'['.repeat(levels)}${']'.repeat(levels)}`,
    objects: `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
  };

  const Tree: t.Mixed = t.recursion<unknown>(
    'Tree',
    () => t.union([t.array(Tree), t.partial({ a: Tree }), t.number]) as t.Mixed,
  );

  const tellable = (error: WalkError): void => {
    expect(explain(error)).to.have.property('length').that.is.lessThan(300);
    expect(inspect(error)).to.have.property('length').that.is.lessThan(1_000);
    expect(inspect(error, { depth: Infinity })).to.be.a('string');
  };

  for (const [what, deep] of Object.entries(nested)) {
    it(`${what} in properties pass a codec that does not look inside`, async () => {
      for (const codec of [t.UnknownRecord, t.type({ x: t.unknown }), t.record(t.string, t.unknown)]) {
        expect(E.isRight(await only(objectWith(`{"x":${deep}}`), codec)), codec.name).to.equal(true);
      }
    });

    it(`${what} in properties are one object, good or bad, for a codec that copies`, async () => {
      for (const codec of [t.strict({ x: t.unknown }), t.type({ x: t.unknown, y: withFallback(t.string, 'y') })]) {
        expect(await only(objectWith(`{"x":${deep}}`), codec), codec.name).to.have.property('_tag');
      }
    });

    it(`${what} in properties are one bad object for a codec that looks for something else`, async () => {
      const error = leftOf(await only(objectWith(`{"x":${deep}}`), t.type({ x: t.string })));
      expect(error).to.deep.include({ _tag: 'InvalidObject', page: 0, index: 0 });
      tellable(error);
    });

    it(`${what} in properties are one bad object for a codec that goes all the way down`, async () => {
      const error = leftOf(await only(objectWith(`{"x":${deep}}`), t.type({ x: Tree })));
      expect(error).to.have.nested.property('problems[0].message', 'made the codec { x: Tree } throw');
      tellable(error);
    });

    it(`${what} in place of a record are one bad object, and the walk goes on`, async () => {
      const results = await collect(clientOf([200, `{"data":[${deep},{"properties":{}}]}`]).list(list));
      expect(results.map(E.isRight)).to.deep.equal([false, true]);
      results.filter(E.isLeft).forEach(({ left }) => {
        tellable(left);
      });
    });

    it(`${what} beside data are not looked at`, async () => {
      expect(rightOf(await only([200, `{"data":[{"properties":{}}],"more":${deep}}`]))).to.deep.equal({
        properties: {},
      });
    });

    it(`${what} in place of the envelope, or of its token, are no page`, async () => {
      for (const body of [deep, `{"data":[],"nextPageToken":${deep}}`]) {
        const error = leftOf(await only([200, body]));
        expect(error._tag).to.equal('InvalidEnvelope');
        expect(JSON.stringify(error)).to.be.a('string');
        tellable(error);
      }
    });

    for (const status of [400, 401, 410, 500]) {
      it(`${what} in the body of a ${status} are cut short`, async () => {
        const bodies = [deep, `{"errorName":${deep}}`, `{"errorName":"Odd","parameters":{"p":${deep}}}`];
        for (const body of bodies) {
          const error = leftOf(await only([status, body]));
          expect(error).to.include({ status });
          expect(JSON.stringify(error)).to.have.property('length').that.is.lessThan(500);
          tellable(error);
        }
      });
    }

    it(`${what} in a bad object do not keep retryExpired from restarting`, async () => {
      const bad = `{"properties":{"id":${deep}}}`;
      const client = clientOf(
        [200, `{"data":[${bad},{"properties":{"id":1}}],"nextPageToken":"t"}`],
        [410, '{}'],
        [200, `{"data":[${bad},{"properties":{"id":1}},{"properties":{"id":2}}]}`],
      );
      const walk = client.list({ ...list, properties: t.type({ id: t.number }) });
      const results = await collect(walk.pipe(retryExpired({ key: ({ properties: { id } }) => id })));
      expect(results.filter(E.isRight).map(({ right }) => right.properties.id)).to.deep.equal([1, 2]);
    });
  }
});
