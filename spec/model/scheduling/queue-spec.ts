import { expect } from 'chai';
import fc from 'fast-check';
import { type QueueEntry, queue } from '../../../src/model/scheduling/queue';

describe('queue', () => {
  it('hands out what was put in, in its order, for any pushes, takes and removals', () => {
    const push = fc.record({ push: fc.integer() });
    const remove = fc.record({ remove: fc.nat() });
    fc.assert(
      fc.property(fc.array(fc.oneof(push, remove, fc.constant('take'))), (steps) => {
        const line = queue<number>();
        const entries: Array<QueueEntry<number>> = [];
        let model: Array<QueueEntry<number>> = [];
        for (const step of steps) {
          if (typeof step === 'string') {
            if (model.length > 0) expect(line.take()).to.equal(model.shift()?.value);
          } else if ('push' in step) {
            const entry = line.push(step.push);
            entries.push(entry);
            model.push(entry);
          } else {
            const entry = entries[step.remove % entries.length];
            if (!entry) continue;
            expect(line.remove(entry)).to.equal(model.includes(entry));
            model = model.filter((other) => other !== entry);
          }
          expect(line.size).to.equal(model.length);
          expect(line.first).to.equal(model[0]?.value);
        }
      }),
    );
  });

  it('takes from a long line as fast as from a short one, and lets anybody leave it as fast', () => {
    const line = queue<number>();
    const entries = Array.from({ length: 300_000 }, (_, index) => line.push(index));
    for (const entry of entries.filter((_, index) => index % 2 === 1)) line.remove(entry);
    let sum = 0;
    while (line.size > 0) sum += line.take();
    expect(sum).to.equal(150_000 * 149_999);
  });

  it('keeps nothing of those that have left', () => {
    const line = queue<object>();
    line.push({});
    for (let index = 0; index < 1_000; index += 1) {
      const entry = line.push({});
      line.remove(entry);
      expect([entry.before, entry.after]).to.deep.equal([entry, entry]);
    }
    expect(line.size).to.equal(1);
  });
});
