import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { tokenOf, progressAt } from '../../../src/model/errors/Progress';
import { token } from '../../support/pages';

const counts = { pages: 1, objects: 2, attempts: 3 };

describe('progressAt', () => {
  it('is the progress it was given, and nothing more can be seen of it', () => {
    const progress = { ...counts };
    expect(progressAt(progress, O.some(token('t')))).to.equal(progress);
    expect(Reflect.ownKeys(progress)).to.deep.equal(['pages', 'objects', 'attempts']);
  });

  it('remembers its place, each progress its own', () => {
    const first = progressAt({ ...counts }, O.some(token('a')));
    const second = progressAt({ ...counts }, O.some(token('b')));
    expect([tokenOf(first), tokenOf(second)]).to.deep.equal([O.some('a'), O.some('b')]);
  });

  it('has no place where there is none', () => {
    expect(tokenOf(progressAt({ ...counts }, O.none))).to.deep.equal(O.none);
    expect(tokenOf({ ...counts })).to.deep.equal(O.none);
  });

  it('takes a frozen progress', () => {
    expect(tokenOf(progressAt(Object.freeze({ ...counts }), O.some(token('t'))))).to.deep.equal(O.some('t'));
  });
});
