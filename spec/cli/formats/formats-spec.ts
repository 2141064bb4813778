import { expect } from 'chai';
import fc from 'fast-check';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { type Format, type Formatter, keyIn, itemView } from '../../../src/cli/formats/Format';
import { formatOf } from '../../../src/cli/formats/formats';
import { formatNames } from '../../../src/cli/options/tables';
import { record } from '../support/records';

const key = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
);
const records = fc.array(
  fc
    .record({ id: key, text: fc.string({ unit: 'binary' }), more: fc.jsonValue() })
    .map((properties) => record(properties)),
  { maxLength: 8 },
);

const textOf = ({ add }: Formatter, all: ReadonlyArray<unknown>): string => all.map(add).join('');

const resumed = (formatter: Formatter, format: Format): Formatter => {
  const memory: unknown = JSON.parse(JSON.stringify(formatter.memory()));
  return pipe(
    format.resume(memory),
    O.getOrElse((): Formatter => {
      throw new Error('it does not know its own memory');
    }),
  );
};

describe('every format', () => {
  for (const name of formatNames) {
    const format = formatOf({ format: name }, itemView({}));

    it(`${name}: goes on after any object as if it had never stopped`, () =>
      fc.assert(
        fc.property(records, fc.nat(8), (all, place) => {
          const whole = format.begin();
          const first = format.begin();
          const head = textOf(first, all.slice(0, place));
          const second = resumed(first, format);
          expect(head + textOf(second, all.slice(place)) + second.end()).to.equal(
            textOf(whole, all) + whole.end(),
          );
          expect(second.losses(String)).to.deep.equal(whole.losses(String));
        }),
      ));
  }

  const [json, csv] = [
    formatOf({ format: 'json' }, itemView({})),
    formatOf({ format: 'csv' }, itemView({})),
  ];

  it('json and csv refuse a memory that is none of theirs', () => {
    for (const memory of [null, {}, { isEmpty: 1 }, { columns: 'id' }]) {
      expect(json.resume(memory)).to.deep.equal(O.none);
      expect(csv.resume(memory)).to.deep.equal(O.none);
    }
  });
});

describe('keyIn', () => {
  it('takes a text, a number or a boolean, and nothing else', () => {
    for (const value of ['a', '', 0, 1.5, false])
      expect(keyIn({ id: value }, 'id')).to.deep.equal(O.some(value));
    for (const value of [null, undefined, {}, ['a']])
      expect(keyIn({ id: value }, 'id')).to.deep.equal(O.none);
  });

  it('takes only what an object has itself', () =>
    expect(keyIn({}, 'constructor')).to.deep.equal(O.none));
});
