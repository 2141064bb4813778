import { expect } from 'chai';
import * as paging from '../../src/paging/index';

describe('the paging entry', () => {
  it('exports these names and no others', () => {
    expect(Object.keys(paging).sort()).to.deep.equal([
      'at',
      'body',
      'byCursor',
      'byLastItem',
      'byLink',
      'byOffset',
      'byPageNumber',
      'byRule',
      'header',
      'link',
      'named',
      'query',
    ]);
  });
});
