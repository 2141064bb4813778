import {
  bundledLanguages,
  bundledThemes,
  createOnigurumaEngine,
  createShikiInternal,
  loadBuiltinWasm,
} from '@gerrit0/mini-shiki';
import { codeToTokensWithThemes } from '@gerrit0/mini-shiki';
import { expect } from 'chai';
import { highlightAtAnySpeed } from '../../scripts/docs/highlightAtAnySpeed.mjs';

describe('the highlighting of the site', () => {
  const { now } = Date;
  afterEach(() => {
    Date.now = now;
  });

  it('reads a line to its end, also where each step takes a minute', async () => {
    highlightAtAnySpeed();
    await loadBuiltinWasm();
    const highlighter = await createShikiInternal({
      engine: await createOnigurumaEngine(),
      themes: [bundledThemes['light-plus']],
      langs: [bundledLanguages.json],
    });
    let minutes = 0;
    Date.now = () => 60_000 * (minutes += 1);
    const [line] = codeToTokensWithThemes(highlighter, '{ "data": [1, true, null] }', {
      themes: { light: 'light-plus' },
      lang: 'json',
    });
    expect(line?.map(({ content }) => content)).to.include.members(['"data"', '1', 'true', 'null']);
  });
});
