import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { memoryService } from '../../src/testing/index';
import { fencedBlocks } from '../package/examples/fencedBlocks';
import { bundled } from '../support/bundled';
import { root } from '../textFiles';
import { isInDocs, pages } from './pages';

interface Report {
  readonly endpoints: ReadonlyArray<{ readonly rules: ReadonlyArray<{ readonly id: string }> }>;
}

/** The pages that users read: all but those for maintainers. */
const forUsers = Object.entries(pages).filter(
  ([path]) => isInDocs(path) && !path.startsWith('docs/maintainers/'),
);

/** The laws with their specs, as the page lists them. */
const laws = [
  ...(pages['docs/maintainers/laws.md'] ?? '').matchAll(/^\| (\d+) .*\| (?:`([^`]+)`)?.*\|$/gm),
].map(([, law, spec]) => ({ law: Number(law), spec: spec ?? 'none' }));

/** Whether the title of a suite or a case carries the number of a law. */
const carries = (source: string, law: number): boolean =>
  new RegExp(
    `\\b(?:describe|it)\\(\\s*['"\`][^\\n]*\\blaws? (?:\\d+(?:, | and ))*${law}\\b`,
    'i',
  ).test(source);

describe('the documentation', () => {
  it('lists all laws in their order, each with a spec that carries its number', () => {
    const built = Array.from({ length: 47 }, (_, index) => index + 1);
    expect(laws.map(({ law }) => law)).to.deep.equal(built);
    const missing = laws.filter(
      ({ law, spec }) =>
        !existsSync(join(root, spec)) || !carries(readFileSync(join(root, spec), 'utf8'), law),
    );
    expect(missing).to.deep.equal([]);
  });

  it('has examples that work with one line, which the map shows', () => {
    const line = 'PAGEWALK_TOKEN=secret npx pagewalk serve --port 8080';
    expect(fencedBlocks(pages['docs/README.md'] ?? '').map(({ code }) => code.trim())).to.include(
      line,
    );
    const { ontologyRid, apiFamily } = memoryService({ objects: { employee: [] } });
    const code = forUsers
      .flatMap(([, text]) => fencedBlocks(text))
      .filter(({ info }) => info === 'ts');
    const named = code.flatMap(({ code }) => [
      ...code.matchAll(/(?:ontologyRid|apiFamily): '(\w[^']*)'/g),
    ]);
    expect(new Set(named.map(([, name]) => name))).to.deep.equal(new Set([ontologyRid, apiFamily]));
    expect(code.filter(({ code }) => code.includes('//objects.example.com'))).to.deep.equal([]);
  });

  it('says of each service whose description can be copied when that was checked', () => {
    const recipes = pages['docs/recipes/other-apis.md'] ?? '';
    const [described = '', checked = ''] = recipes.split('## When each was checked');
    const services = [...described.matchAll(/^## (?:.*: )?(.+)$/gm)].flatMap(([, names = '']) =>
      names.split(', '),
    );
    expect(services).to.have.length.above(20);
    const dated = [...checked.matchAll(/^- \*\*\d{4}-\d\d-\d\d\*\*[^]*?\.$/gm)]
      .join(' ')
      .replace(/\s+/g, ' ');
    expect(services.filter((name) => !dated.includes(name))).to.deep.equal([]);
  });

  it('names only sources that are there', () => {
    const named = Object.entries(pages)
      .filter(([origin]) => isInDocs(origin))
      .flatMap(([origin, text]) =>
        [...text.matchAll(/`(src\/[\w./-]+)`/g)].map(([, path = '']) => ({ origin, path })),
      );
    expect(named.filter(({ path }) => !existsSync(join(root, path)))).to.deep.equal([]);
    expect(named).to.not.be.empty;
  });

  it('names a spec for every promise about security, and the spec is there', () => {
    const security = readFileSync(join(root, 'SECURITY.md'), 'utf8');
    const promises = (/## What the package promises\n([^]*?)\n## /.exec(security)?.[1] ?? '')
      .split(/\n- /)
      .slice(1);
    expect(promises).to.have.length.above(5);
    for (const promise of promises) {
      const specs = [...promise.matchAll(/`(spec\/[\w./-]+)`/g)].map(([, path = '']) => path);
      expect(specs, promise.slice(0, 40)).to.not.be.empty;
      expect(specs.filter((path) => !existsSync(join(root, path)))).to.deep.equal([]);
    }
  });

  it('says of every rule of pagewalk check where the conventions have it', async () => {
    const command = [bundled('src/cli/main.ts'), 'check', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
    const { endpoints } = JSON.parse(stdout) as Report;
    const ids = new Set(endpoints.flatMap(({ rules }) => rules.map(({ id }) => id)));
    expect(
      [...ids].filter((id) => !pages['docs/maintainers/conventions.md']?.includes(`\`${id}\``)),
    ).to.deep.equal([]);
    expect(ids.size).to.be.above(10);
  });
});
