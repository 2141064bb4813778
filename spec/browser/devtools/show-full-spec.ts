import { expect } from 'chai';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import ts from 'typescript';
import { type PageFiles, startShow } from '../../../src/cli/show/startShow';
import { inDirectory } from '../../support/inDirectory';
import { textFiles } from '../../textFiles';
import { axeViolations } from '../axe';
import { inBrowser } from '../visit';

/** The modules of the panel, as the build makes them. */
const code = (): PageFiles => {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const sources = Object.entries(textFiles('src/devtools', '.ts'));
  return new Map(
    sources.map(([path, text]) => [
      path.replace(/^src\/devtools\//, '').replace(/\.ts$/, ''),
      ts.transpileModule(text, { compilerOptions }).outputText,
    ]),
  );
};

const line = (walk: number, event: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({ at: Date.now(), walk, endpoint: 'listObjects', page: 0, attempt: 1, ...event })}\n`;

describe('the page of pagewalk show', () => {
  const open = (
    files: Readonly<Record<string, string>>,
    act: (page: Page, paths: ReadonlyArray<string>) => Promise<void>,
  ): Promise<void> =>
    inDirectory(async (directory) => {
      const paths = Object.keys(files).map((name) => join(directory, name));
      for (const [index, text] of Object.values(files).entries())
        await writeFile(paths[index] ?? '', text);
      const show = await startShow(paths, code());
      await inBrowser(async (page) => {
        await page.goto(show.url);
        await act(page, paths);
      }).finally(show.close);
    });

  it('shows several files as one picture, live while they grow', () =>
    open(
      {
        'worker-1.events': line(1, { type: 'request', label: 'employee' }),
        'worker-2.events': line(1, { type: 'request', label: 'aircraft' }),
      },
      async (page, [first = '']) => {
        await page.getByRole('option', { name: /^employee, walk 1, / }).waitFor();
        await page.getByRole('option', { name: /^aircraft, walk 1, / }).waitFor();
        await page.getByText('worker-2.events').waitFor();
        await appendFile(first, line(1, { type: 'page', objects: 100, ms: 5, label: 'employee' }));
        await appendFile(
          first,
          line(1, { type: 'end', pages: 1, objects: 100, label: 'employee' }),
        );
        await page.getByRole('option', { name: /^employee, walk 1, done, 100 objects/ }).waitFor();
        expect(await axeViolations(page)).to.deep.equal([]);
      },
    ));

  it('takes no markup from a file, and runs nothing of it', () => {
    const label =
      '<img src=x onerror="globalThis.isHacked=1"><script>globalThis.isHacked=1</script>';
    const error = { _tag: label, reason: label, problems: [{ at: label, message: label }] };
    const text =
      line(1, { type: 'request', label, endpoint: label }) + line(1, { type: 'end', label, error });
    return open({ '<b>name.events': text, 'other.events': text }, async (page) => {
      await page.getByRole('option').nth(1).waitFor();
      await page.getByRole('option').first().click();
      await page.getByRole('region', { name: 'Details' }).getByText('Failure').waitFor();
      const found = await page.evaluate(() => ({
        isHacked: 'isHacked' in globalThis,
        elements: document
          .querySelector('pagewalk-walks')
          ?.shadowRoot?.querySelectorAll('img, script, .row b').length,
      }));
      expect(found).to.deep.equal({ isHacked: false, elements: 0 });
    });
  });
});
