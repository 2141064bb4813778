import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { memoryService } from '../../src/testing/index';
import { fencedBlocks } from '../package/examples/fencedBlocks';
import { bundled } from '../support/bundled';
import { root, textFiles } from '../textFiles';
import { isInDocs, pages } from './pages';

interface Report {
  readonly endpoints: ReadonlyArray<{ readonly rules: ReadonlyArray<{ readonly id: string }> }>;
}

/** The pages that users read: all but those for maintainers. */
const forUsers = Object.entries(pages).filter(
  ([path]) => isInDocs(path) && !path.startsWith('docs/maintainers/'),
);

/** Words that read as translated, or that have another word here. */
const foreign =
  /\b(?:answers?|answered|whoever|anew|goes on|mend|of its own|so many|taken for|for ever|belongs? into|how far it came)\b/gi;

/** The words of one guide, as its prose has them. */
const words = {
  valve: /\bvalves?\b/i,
  'high water mark': /high water mark/i,
  ceiling: /`ceiling`/,
  overlap: /`overlap`/,
  round: /\brounds?\b/,
  claim: /\bclaim(?:s|ed)?\b/i,
  Superseded: /\bSuperseded\b/,
  spool: /`spool`/,
  hold: /`hold`|\bholds?\b(?= every start| is not counted)/,
  unseen: /\bunseen\b/,
  shifted: /\bshifted\b/,
  records: /`records`/,
};

/** The paragraph, item or row that has a word first; neither code nor headings count. */
const firstOf = (text: string, word: RegExp): string | undefined =>
  text
    .replace(/^```[^]*?^```$|^#.*$/gm, '')
    .split(/\n(?=\n|[-|]|\d\.)/)
    .find((part) => word.test(part));

/** Whether a word is the text of a link, or a part of it. */
const isLinked = (part: string, word: RegExp): boolean =>
  [...part.matchAll(/\[([^\]]+)\]\(/g)].some(
    ([, text = '']) => word.test(text) || word.test(`\`${text}\``),
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

  it('is read in an afternoon: at most 30 pages and 290 kB for users', () => {
    expect(forUsers).to.have.lengthOf.within(20, 30);
    expect(forUsers.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0)).to.be.at.most(
      290_000,
    );
  });

  it('says on every page first what you can do after it', () => {
    const beginnings = forUsers.map(
      ([path, text]) => `${path}: ${text.split('\n').slice(1).join(' ').trim().slice(0, 300)}`,
    );
    expect(
      beginnings.filter(
        (text) =>
          !/: .*?\b(?:you can|you get|you know|your (?:lists|walks|objects|traces)|tomorrow's|Find)\b/.test(
            text,
          ),
      ),
    ).to.deep.equal([]);
  });

  it('is written in plain words', () => {
    const prose = [
      ...forUsers,
      ...['README.md', 'CONTRIBUTING.md'].map((path) => [path, pages[path] ?? ''] as const),
    ];
    const found = prose.flatMap(([path, text]) =>
      (text.match(foreign) ?? []).map((word) => `${path}: ${word}`),
    );
    expect(found).to.deep.equal([]);
  });

  it('needs only the first eight words in the readme and to get started', () => {
    const others = [...Object.values(words), /Object Query Service|ontology/];
    for (const path of ['README.md', 'docs/getting-started.md'])
      expect(
        others.filter((word) => word.test(pages[path] ?? '')),
        path,
      ).to.deep.equal([]);
  });

  it('introduces each word of one guide where a page has it first, by a link, and in its own guide by one to the glossary', () => {
    const guides = forUsers.filter(([path]) => path !== 'docs/README.md');
    for (const [word, pattern] of Object.entries(words)) {
      expect(pages['docs/README.md'], word).to.include(`**${word}**`);
      const firsts = guides.flatMap(([path, text]) => {
        const part = firstOf(text, pattern);
        return part === undefined ? [] : [{ path, part }];
      });
      const bare = firsts.filter(({ part }) => !isLinked(part, pattern));
      expect(
        bare.map(({ path, part }) => `${word} in ${path}: ${part.trim().slice(0, 80)}`),
      ).to.deep.equal([]);
      const defined = guides.flatMap(([, text]) => [
        ...text.matchAll(/\[([^\]]+)\]\((?:\.\.\/)?README\.md#words\)/g),
      ]);
      expect(
        defined.some(([, text = '']) => pattern.test(text) || pattern.test(`\`${text}\``)),
        word,
      ).to.equal(true);
    }
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

  it('has `ontologyRid` only on the page about Object Query Services', () => {
    const texts = Object.entries({ ...pages, ...textFiles('src/angular', '.ts') });
    const named = texts.filter(
      ([path, text]) => !path.startsWith('docs/maintainers/') && text.includes('ontologyRid'),
    );
    expect(named.map(([path]) => path)).to.deep.equal(['docs/object-query-services.md']);
  });

  it('says in at most 200 lines of the changelog what 1.0 is', () => {
    const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split('\n');
    expect(changelog.indexOf('## Before 1.0')).to.be.within(50, 200);
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
