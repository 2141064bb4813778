import { expect } from 'chai';
import * as node from '../../src/node/index';

describe('pagewalk/node', () => {
  it('exports these names and no others', () =>
    expect(Object.keys(node).sort()).to.deep.equal([
      'filePlaces',
      'spool',
      'toReadable',
      'undiciTransport',
    ]));
});
