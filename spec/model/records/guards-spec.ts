import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { clientOf, objectWith, only, search } from '../../resilience/support/oneAnswer';
import { collect } from '../../support/collect';
import { leftOf, rightOf } from '../../support/sides';
import { Trim, withFallback } from '../../support/transformingCodecs';

describe('keys that mean something to JavaScript', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'];
  const prototypeBefore = Reflect.ownKeys(Object.prototype);

  afterEach(() => {
    expect(Reflect.ownKeys(Object.prototype)).to.deep.equal(prototypeBefore);
    expect(({} as Readonly<Record<string, unknown>>).polluted).to.equal(undefined);
  });

  const passing: ReadonlyArray<t.Mixed> = [
    t.UnknownRecord,
    t.record(t.string, t.unknown),
    t.type({ id: t.number }),
    t.partial({ id: t.number }),
    t.intersection([t.type({ id: t.number }), t.UnknownRecord]),
  ];

  const changing: ReadonlyArray<t.Mixed> = [
    t.type({ id: t.number, name: Trim }),
    t.partial({ name: Trim }),
    t.type({ id: withFallback(t.string, 'none') }),
    t.record(t.string, withFallback(t.UnknownRecord, {})),
    t.record(t.string, t.union([t.number, Trim, t.UnknownRecord])),
    t.strict({ id: t.number }),
    t.intersection([t.type({ id: t.number, name: Trim }), t.record(t.string, t.unknown)]),
    t.type({ inner: t.partial({ name: Trim }) }),
  ];

  for (const name of names) {
    const properties = `{"id":1,"name":" n ","inner":{"name":" n ","${name}":{"polluted":1}},"${name}":{"polluted":1}}`;

    it(`${name} in properties is kept by codecs that pass values through`, async () => {
      for (const codec of passing) {
        const record = rightOf(await only(objectWith(properties), codec));
        expect(record, codec.name).to.deep.equal({ properties: JSON.parse(properties) as unknown });
        expect(Object.hasOwn(record.properties as object, name)).to.equal(true);
      }
    });

    it(`${name} in properties chooses no prototype where a codec changes them`, async () => {
      for (const codec of changing) {
        const result = await only(objectWith(properties), codec);
        // A copy cannot hold this one key; an object that has it is refused whole, and not changed in silence.
        expect(E.isLeft(result), codec.name).to.equal(name === '__proto__');
        if (E.isLeft(result)) continue;
        const read = result.right.properties as { readonly inner?: object };
        for (const part of [read, read.inner ?? {}]) {
          expect(Object.getPrototypeOf(part), codec.name).to.equal(Object.prototype);
          expect('polluted' in part, codec.name).to.equal(false);
        }
      }
    });

    it(`${name} beside properties is kept`, async () => {
      const body = `{"data":[{"${name}":{"polluted":1},"properties":{"name":" n "}}]}`;
      const kept = rightOf(await only([200, body], t.type({ name: t.string })));
      const changed = rightOf(await only([200, body], t.type({ name: Trim })));
      for (const record of [kept, changed]) {
        expect(Object.hasOwn(record, name)).to.equal(true);
        expect(Object.getPrototypeOf(record)).to.equal(Object.prototype);
        expect(record).not.to.have.property('polluted');
      }
      expect(changed.properties).to.deep.equal({ name: 'n' });
    });

    it(`${name} in the envelope is not looked at`, async () => {
      const inner = '{"data":[{"properties":{}}],"nextPageToken":"t"}';
      expect(leftOf(await only([200, `{"${name}":${inner}}`]))._tag).to.equal('InvalidEnvelope');
      const [result, ...others] = await collect(
        clientOf([200, `{"data":[{"properties":{}}],"${name}":${inner}}`]).search(search),
      );
      expect([result, others]).to.deep.equal([E.right({ properties: {} }), []]);
    });

    it(`${name} in the body of an error is kept where it stands in parameters, and means nothing elsewhere`, async () => {
      const inner = '{"errorName":"InvalidPageToken","polluted":1}';
      const error = leftOf(
        await only([400, `{"${name}":${inner},"parameters":{"${name}":${inner}}}`]),
      );
      expect(error).to.include({ _tag: 'HttpFailure', status: 400 });
      expect(error).not.to.have.property('polluted');
      const { parameters = {} } = error as { readonly parameters?: object };
      expect(Object.getOwnPropertyDescriptor(parameters, name)?.value).to.deep.equal(
        JSON.parse(inner),
      );
      expect(Object.getPrototypeOf(parameters)).to.equal(Object.prototype);
      expect(JSON.parse(JSON.stringify(error))).to.have.property('parameters');
    });
  }
});
