import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, textFiles } from '../../textFiles';
import { checkExamples } from './checkExamples';
import type { Service } from '../../../src/service/index';
import { type Postgres, startPostgres } from '../../../scripts/startPostgres.mjs';
import { startExampleServer } from './exampleServer';
import { examplesIn, uncheckedBlocks } from './examples';

const readme = join(root, 'README.md');
const documents = Object.entries({
  ...(existsSync(readme) ? { 'README.md': readFileSync(readme, 'utf8') } : {}),
  ...textFiles('docs', '.md'),
  ...textFiles('src', '.ts'),
});
const examples = documents.flatMap(([origin, text]) => examplesIn(origin, text));

describe('the examples', () => {
  let server: Service;
  let postgres: Postgres;
  let problems: ReadonlyArray<ReadonlyArray<string>>;

  before(async function () {
    // Every example is compiled and run here: two minutes on an idle machine of two cores, and much more on a busy one.
    this.timeout(900_000);
    server = await startExampleServer();
    postgres = await startPostgres({ fsync: 'off' });
    problems = await checkExamples('examples', examples, server.url, {
      DATABASE_URL: postgres.url,
    });
  });

  after(async () => {
    await server.close();
    await postgres.stop();
  });

  it('are there, in the readme, in the folders of docs and in the sources', () => {
    const origins = examples.map(({ origin }) => origin);
    expect(origins).to.include.members(['README.md', 'docs/guides/durable.md']);
    expect(origins.some((origin) => origin.startsWith('src/'))).to.be.true;
  });

  it('are all fenced so that they are checked', () =>
    expect(documents.flatMap(([origin, text]) => uncheckedBlocks(origin, text))).to.deep.equal([]));

  for (const [index, { origin, line, isRun }] of examples.entries()) {
    it(`${origin}:${line} ${isRun ? 'compiles and runs' : 'compiles'}`, () =>
      expect(problems[index]?.join('\n')).to.equal(''));
  }
});
