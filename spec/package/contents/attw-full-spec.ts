import { expect } from 'chai';
import { problems, unpacked } from './attw';

describe('the types of the package', () => {
  it('are right for every entry and every way to resolve it', async () => {
    expect(await problems(await unpacked())).to.deep.equal([]);
  });
});
