import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { inspect } from 'node:util';
import { explain, type WalkError } from '../../src/index';
import { collect } from '../support/collect';
import { leftOf } from '../support/sides';
import { withFallback } from '../support/transformingCodecs';
import { clientOf, list, objectWith, only } from './support/oneAnswer';

const nestedBy = (levels: number) => ({
  arrays: `${'['.repeat(levels)}${']'.repeat(levels)}`,
  objects: `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
});

describe('JSON that nests as deeply as a page may', () => {
  const nested = nestedBy(990);
  const tooDeep = nestedBy(100_000);

  const Tree: t.Mixed = t.recursion<unknown>(
    'Tree',
    () => t.union([t.array(Tree), t.partial({ a: Tree }), t.number]) as t.Mixed,
  );

  const tellable = (error: WalkError): void => {
    expect(explain(error)).to.have.property('length').that.is.lessThan(300);
    expect(inspect(error)).to.have.property('length').that.is.lessThan(1_000);
    expect(inspect(error, { depth: Infinity })).to.be.a('string');
  };

  for (const what of ['arrays', 'objects'] as const) {
    const deep = nested[what];

    const codecs: ReadonlyArray<readonly [isGood: boolean | undefined, codec: t.Mixed]> = [
      [true, t.UnknownRecord],
      [true, t.type({ x: t.unknown })],
      [undefined, t.type({ x: t.unknown, y: withFallback(t.string, 'y') })],
      [false, t.type({ x: t.string })],
      [true, t.type({ x: Tree })],
    ];
    for (const [isGood, codec] of codecs) {
      it(`${what} in properties are one object${isGood === false ? ', a bad one,' : ''} for ${codec.name}`, async () => {
        const result = await only(objectWith(`{"x":${deep}}`), codec);
        if (isGood !== undefined) expect(E.isRight(result)).to.equal(isGood);
        if (isGood !== false) return;
        expect(leftOf(result)).to.deep.include({ _tag: 'InvalidObject', page: 0, index: 0 });
        tellable(leftOf(result));
      });
    }

    it(`${what} in place of a record are one bad object, and the walk goes on`, async () => {
      const results = await collect(
        clientOf([200, `{"data":[${deep},{"properties":{}}]}`]).list(list),
      );
      expect(results.map(E.isRight)).to.deep.equal([false, true]);
      results.filter(E.isLeft).forEach(({ left }) => tellable(left));
    });

    it(`${what} in place of the envelope, or of its token, are not a page, and neither is anything deeper`, async () => {
      const deeper = tooDeep[what];
      const inPages = [
        `{"x":${deeper}}`,
        `{"data":[${deeper}]}`,
        `{"data":[],"more":${deeper}}`,
        deeper,
      ];
      for (const body of [deep, `{"data":[],"nextPageToken":${deep}}`, ...inPages]) {
        const error = leftOf(await only([200, body]));
        expect(error._tag).to.equal('InvalidEnvelope');
        expect(JSON.stringify(error)).to.be.a('string');
        tellable(error);
      }
    });
  }
});
