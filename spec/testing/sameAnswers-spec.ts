import { expect } from 'chai';
import { rows } from './support/rows';
import { throughHttp } from './support/throughHttp';
import { throughMemory } from './support/throughMemory';

describe('law 29: one service, two doors: the same requests at the same times have the same answers', () => {
  for (const [title, options, script, expected] of rows) {
    it(title, async () => {
      const seeded = { seed: 7, token: 'secret', maxPageSize: 2, ...options };
      const memory = throughMemory(seeded, script);
      expect(memory.short).to.deep.equal(expected);
      expect(await throughHttp(seeded, script)).to.deep.equal(memory);
    });
  }
});
