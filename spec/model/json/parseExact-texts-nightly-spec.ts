import { readsAsExactly } from './texts';

describe('parseExact', () => {
  it('law 28: reads 50,000 texts as an independent exact reader does', () =>
    readsAsExactly(50_000));
});
