import { expect } from 'chai';
import { NEVER } from 'rxjs';
import * as devtools from '../../src/devtools/index';

describe('the devtools entry', () => {
  it('exports these names and no others', () => expect(Object.keys(devtools)).to.deep.equal(['showWalks']));

  it('can be loaded in Node, where showWalks says what to use', () =>
    expect(() => devtools.showWalks({ events: NEVER })).to.throw(
      TypeError,
      /needs the document of a browser.*recordWalks/,
    ));
});
