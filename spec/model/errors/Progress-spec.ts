import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { inspect } from 'node:util';
import { tokenOf, walkedTo } from '../../../src/model/errors/Progress';
import { token } from '../../support/pages';

const counts = { pages: 1, objects: 2, attempts: 3 };

describe('walkedTo', () => {
  it('law 14: is carried by the progress it was given, and cannot be seen', () => {
    const progress = { ...counts };
    expect(walkedTo.carry(progress, { pageToken: O.some(token('secret')) })).to.equal(progress);
    expect(progress).to.deep.equal(counts);
    expect({ ...progress, ...structuredClone(progress) }).to.deep.equal(counts);
    expect(JSON.stringify(progress)).to.equal(JSON.stringify(counts));
    expect(inspect(progress, { showHidden: true, depth: null })).to.not.include('secret');
  });

  it('has no token where there is none', () => {
    expect(tokenOf(walkedTo.carry({ ...counts }, { pageToken: O.none }))).to.deep.equal(O.none);
    expect(tokenOf({ ...counts })).to.deep.equal(O.none);
  });
});
