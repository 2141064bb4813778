import { fnvOf } from '../../../src/model/fnv';
import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { inspect } from 'node:util';
import { PathReporter } from 'io-ts/lib/PathReporter';
import { problemsOf } from '../../../src/model/errors/problemsOf';
import {
  differences,
  digestsOf,
  hiddenOf,
  placeWith,
} from '../../../src/model/place/placeInternals';
import { Place } from '../../../src/model/place/Place';
import { anyText, anyToken } from '../../support/anyText';
import { expectLinear } from '../../support/cost/growth';
import { token } from '../../support/pages';
import { leftOf, rightOf } from '../../support/sides';

const request = digestsOf({ endpoint: 'listObjects GET /a/{b}', b: 'c' });
const counts = { pages: 3, objects: 250, round: 2, isLast: false };
const secret = 'v1.secret-token';
const place = placeWith(counts, { pageToken: O.some(token(secret)), request });
const text = Place.encode(place);

const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });
// A place writes what it has no mark for as null.
const anyMark = fc.oneof(
  anyText,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
  fc.bigInt(),
  fc.constant(null),
);
const anyPlace = fc
  .record({
    counts: fc.record({ pages: count, objects: count, round: count, isLast: fc.boolean() }),
    pageToken: fc.option(anyToken).map(O.fromNullable),
    said: fc.dictionary(anyText, anyText),
    past: fc.option(fc.tuple(count, count), { nil: undefined }),
    marks: fc.option(fc.tuple(anyText, anyMark, anyMark, anyMark, anyMark, anyMark), {
      nil: undefined,
    }),
  })
  .map(({ counts: seen, said, ...rest }) => ({
    said,
    any: placeWith(seen, { ...rest, request: digestsOf(said) }),
  }));

const isRefused = (changed: string): boolean => E.isLeft(Place.decode(changed));

describe('Place', () => {
  it('names the path to what it refuses in a codec around it, and repeats nothing of it', () => {
    const Job = t.type({ jobs: t.array(t.type({ place: Place })) });
    const refusal = Job.decode({ jobs: [{ place: text }, { place: `${text}x` }] });
    const errors = leftOf(refusal);
    expect(errors.map(({ context }) => context.map(({ key }) => key))).to.deep.equal([
      ['', 'jobs', '1', 'place'],
    ]);
    expect(problemsOf('', errors)).to.have.nested.property('[0].at', 'jobs.1.place');
    for (const shown of [JSON.stringify(errors), inspect(errors, { depth: null })]) {
      expect(shown).to.not.include(text.slice(-20)).and.not.include(secret);
    }
  });

  it('law 37: refuses a mark of more than 1,000 digits before it is read as a number', () => {
    const marked = (digits: unknown): string => {
      const contents = btoa(
        JSON.stringify({
          contents: [[3, 250, 2, false], null, [], null],
          marks: ['run', { bigint: digits }],
        }),
      );
      return ['pagewalk1', fnvOf(contents), contents].join('.');
    };
    const digits = '9'.repeat(1_000);
    for (const read of [digits, `-${digits}`]) expect(isRefused(marked(read))).to.equal(false);
    const longer = '9'.repeat(3_000_000);
    for (const refused of [`${digits}9`, longer, [longer], '0x1', '', {}])
      expect(isRefused(marked(refused))).to.equal(true);
  });

  it('is written as one line of plain characters, and read back with everything that it knows', () =>
    fc.assert(
      fc.property(anyPlace, ({ said, any }) => {
        const written = Place.encode(any);
        expect(written).to.match(/^[\w.+/=-]+$/);
        const back = rightOf(Place.decode(written));
        expect(back).to.deep.equal(any);
        expect(Place.encode(back)).to.equal(written);
        const { pageToken, past } = hiddenOf(any) ?? expect.fail('nothing is hidden');
        expect(hiddenOf(back)).to.deep.include({ pageToken, past });
        const read = hiddenOf(back) ?? expect.fail('nothing is hidden');
        const isOther = Object.keys(said).length > 0 && said.other !== 'x';
        expect(differences(read, said)).to.deep.equal([]);
        expect(differences(read, { ...said, other: 'x' })).to.deep.equal(isOther ? ['other'] : []);
      }),
    ));

  it('law 31: is written and read in at most eight times the time where its token is four times as long', () =>
    expectLinear((times) => {
      const pageToken = O.some(token('x'.repeat(16_000 * times)));
      const long = placeWith(counts, { pageToken, request });
      return () => rightOf(Place.decode(Place.encode(long)));
    }));

  it('knows its request before it is written, too, also by a part that is empty or called undefined', () => {
    const known = { pageToken: O.none, request: digestsOf({ a: '', b: 'undefined' }) };
    const read =
      hiddenOf(rightOf(Place.decode(Place.encode(placeWith(counts, known))))) ??
      expect.fail('not a place');
    for (const hidden of [known, read]) {
      expect(differences(hidden, { b: 'undefined', a: '' })).to.deep.equal([]);
      expect(differences(hidden, {})).to.deep.equal(['a', 'b']);
      expect(differences(hidden, { a: 'x', b: 'undefined' })).to.deep.equal(['a']);
    }
  });

  it('refuses a text in which any one character was changed', () => {
    const others = [...Array.from('AZaz09+/=.-_ \n'), '\u0000', 'é', '\ud800'];
    for (let at = 0; at < text.length; at += 1) {
      const next = String.fromCharCode(text.charCodeAt(at) ^ 1);
      const flipped =
        text[at] === text[at]?.toUpperCase() ? text[at]?.toLowerCase() : text[at]?.toUpperCase();
      for (const other of [...others, next, flipped ?? '']) {
        if (other === text[at]) continue;
        expect(isRefused(text.slice(0, at) + other + text.slice(at + 1)), `${other} at ${at}`).to.be
          .true;
      }
    }
  });

  it('refuses a text that was cut, lengthened, or put together from others', () => {
    for (let length = 0; length < text.length; length += 1) {
      expect(isRefused(text.slice(0, length)), `the first ${length}`).to.be.true;
      expect(isRefused(text.slice(text.length - length)), `the last ${length}`).to.be.true;
      expect(isRefused(text.slice(0, length) + text.slice(length + 1)), `without ${length}`).to.be
        .true;
    }
    for (const tail of [' ', '\n', '=', 'A', '.', '.A', '\u0000'])
      expect(isRefused(text + tail), tail).to.be.true;
    const [version = '', , payload = ''] = text.split('.');
    const [, digest = ''] = Place.encode(placeWith(counts, { pageToken: O.none, request })).split(
      '.',
    );
    expect(isRefused([version, digest, payload].join('.'))).to.be.true;
    expect(isRefused(text.replace('pagewalk2', 'pagewalk1'))).to.be.true;
  });

  it('refuses any other text and any other value, however deep it is nested', () => {
    for (let depth = 500; depth <= 8_000; depth += 250) {
      const nested = `${'[[1,1,1,false],null,["",1],'.repeat(depth)}[[1,1,1,false],null,[],null]${',[]]'.repeat(depth)}`;
      expect(isRefused(`pagewalk1.x.${btoa(nested)}`), `${depth}`).to.be.true;
    }
    fc.assert(fc.property(anyText, isRefused));
    fc.assert(fc.property(fc.anything(), (any) => E.isLeft(Place.decode(any))));
    expect(E.isLeft(Place.decode(place)), 'a place is not its text').to.be.true;
  });

  it('law 14: no way of printing a place shows its token, nor does the error of a text that is refused', () => {
    const back = rightOf(Place.decode(text));
    for (const one of [place, back]) {
      expect(JSON.stringify(one)).to.equal('{"pages":3,"objects":250,"round":2,"isLast":false}');
      expect(Object.keys(one)).to.deep.equal(['pages', 'objects', 'round', 'isLast']);
      expect(Object.assign({}, one)).to.have.all.keys('pages', 'objects', 'round', 'isLast');
      expect(inspect(one, { showHidden: true, depth: null })).to.not.include('secret');
    }
    const damaged = `${text.slice(0, -1)}!`;
    const refusal = Place.decode(damaged);
    const shown = [
      JSON.stringify(leftOf(refusal)),
      inspect(refusal, { depth: null }),
      ...PathReporter.report(refusal),
    ];
    for (const line of shown) expect(line).to.not.include(damaged.slice(20, 60));
    expect(PathReporter.report(refusal).join()).to.include('Place.encode');
  });

  it('takes no copy of a place for one: what it knows cannot be copied', () => {
    expect(Place.is(place)).to.be.true;
    for (const copy of [
      Object.assign({}, place),
      structuredClone(place),
      null,
      undefined,
      1,
      text,
    ]) {
      expect(Place.is(copy)).to.be.false;
      expect(() => Place.encode(copy as Place)).to.throw(TypeError);
    }
    expect(() => Place.encode(Object.assign({}, place))).to.throw('a copy of one');
  });

  it('cannot be changed', () =>
    expect(() => {
      (place as { pages: number }).pages = 9;
    }).to.throw(TypeError));
});
