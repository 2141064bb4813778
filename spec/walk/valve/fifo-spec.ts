import { expect } from 'chai';
import fc from 'fast-check';
import { fifo } from '../../../src/walk/valve/fifo';

describe('fifo', () => {
  it('hands out what was put in, in its order, for any pushes and takes', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer())), (operations) => {
        const line = fifo<number>();
        const model: Array<number> = [];
        for (const operation of operations) {
          if (operation !== null) {
            line.push(operation);
            model.push(operation);
          } else if (model.length > 0) {
            expect(line.take()).to.equal(model.shift());
          }
          expect(line.size).to.equal(model.length);
        }
      }),
    );
  });

  it('takes from a long line as fast as from a short one', () => {
    const line = fifo<number>();
    for (let i = 0; i < 300_000; i++) line.push(i);
    let sum = 0;
    while (line.size > 0) sum += line.take();
    expect(sum).to.equal((300_000 * 299_999) / 2);
  });
});
