import { expect } from 'chai';
import { blankPage, bundled } from '../bundled';
import { inBrowser } from '../visit';
import type { edits } from './edits';
import type { scenarios } from './scenarios';

type Scenarios = typeof scenarios & typeof edits;

const application = `
  import { edits } from './spec/browser/lists/edits';
  import { scenarios } from './spec/browser/lists/scenarios';
  globalThis.scenarios = { ...scenarios, ...edits };`;

const expected: ReadonlyArray<readonly [what: string, name: keyof Scenarios, shown: unknown]> = [
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
  ['shows what was written last, whichever is confirmed first', 'writtenLast', 'second'],
  [
    'keeps a change of an inserted row that is confirmed before its insert',
    'patchedBeforeItsInsert',
    'written',
  ],
  ['ends a reload of five pages while edits are confirmed', 'confirmedWhileReloading', [5, true]],
  [
    'adds no page for a row that is inserted before a reload',
    'insertedAndReloaded',
    [20, 20, 20, 20, 20, 20],
  ],
  ['keeps lists with a cacheKey beside a table that loads ahead', 'keptBesideATable', 0],
  ['asks for nothing in a pause, and for what was wanted then', 'reloadedInAPause', [0, 1]],
  ['says nothing of a list that is well', 'healthy', ''],
  ['corrects an address that names a page beyond the end', 'beyondTheEnd', ['?page=4', 2]],
  [
    'shows a row that is inserted on page 3 not there, and one behind another there',
    'insertedElsewhere',
    [50, [3, 1_001, 4]],
  ],
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
        const run = (scenario: keyof Scenarios): Promise<unknown> =>
          (globalThis as unknown as { readonly scenarios: Scenarios }).scenarios[scenario]();
        await page.waitForFunction(() => 'scenarios' in globalThis);
        expect(await page.evaluate(run, name)).to.deep.equal(shown);
      }),
    );
});
