import { expect } from 'chai';
import { blankPage, bundled } from '../bundled';
import { inBrowser } from '../visit';
import type { scenarios } from './scenarios';

const application = `
  import { scenarios } from './spec/browser/lists/scenarios';
  globalThis.scenarios = scenarios;`;

const expected: ReadonlyArray<
  readonly [what: string, name: keyof typeof scenarios, shown: unknown]
> = [
  [
    'drops what was prefetched when it is reloaded: no row stands on two pages',
    'reloadedAhead',
    26,
  ],
  [
    'comes back as it was, and reloads, where one left while it was reloading',
    'leftWhileReloading',
    [0, 5],
  ],
  [
    'loses no row after one was removed, over offsets',
    'removed',
    [[23, 24, 25, 26, 27], { pages: 2, objects: 49, total: 99 }],
  ],
  ['fails once where a row has no key', 'withoutKey', ['InvalidEnvelope', 2, 1]],
  ['delays params, and not its buttons', 'debounced', 1],
  ['computes a page however far away, and shows the last one', 'farAway', [3, 3]],
];

describe('a list in a browser', () => {
  let script = '';
  before(async () => {
    script = await bundled(application, { format: 'esm' });
  });

  for (const [what, name, shown] of expected)
    it(what, () =>
      inBrowser(async (page) => {
        await page.route('http://lists.test/', (route) =>
          route.fulfill({ contentType: 'text/html', body: blankPage }),
        );
        await page.goto('http://lists.test/');
        await page.addScriptTag({ content: script, type: 'module' });
        const run = (scenario: keyof typeof scenarios): Promise<unknown> =>
          (globalThis as unknown as { readonly scenarios: typeof scenarios }).scenarios[scenario]();
        await page.waitForFunction(() => 'scenarios' in globalThis);
        expect(await page.evaluate(run, name)).to.deep.equal(shown);
      }),
    );
});
