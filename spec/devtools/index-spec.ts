import { expect } from 'chai';
import { NEVER } from 'rxjs';
import * as devtools from '../../src/devtools/index';

describe('the devtools entry', () => {
  it('exports these names and no others', () =>
    expect(Object.keys(devtools)).to.deep.equal(['showWalks']));

  it('can be loaded in Node, where showWalks says what to use', () =>
    expect(() => devtools.showWalks({ events: NEVER })).to.throw(
      TypeError,
      /needs the document of a browser.*recordWalks/,
    ));

  it('says which argument is wrong, before it looks for a document to put a panel into', () => {
    for (const client of [undefined, {}, () => NEVER])
      expect(() => devtools.showWalks(client as never)).to.throw(
        TypeError,
        /client must be what createClient returns/,
      );
    for (const polite of [{}, { concurrent: 6 }, true])
      expect(() => devtools.showWalks({ events: NEVER }, { polite: polite as never })).to.throw(
        TypeError,
        /polite must be what polite\(…\) returns/,
      );
  });
});
