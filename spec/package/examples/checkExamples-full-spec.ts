import { expect } from 'chai';
import { checkExamples } from './checkExamples';
import type { Service } from '../../../src/service/index';
import { startExampleServer } from './exampleServer';
import { examplesIn } from './examples';

const search = (headers: string): string => `
import axios from 'axios';
const url = 'https://objects.example.com/api/demo/v1/objects/types/employee/search';
interface Page { data: Array<unknown>; nextPageToken?: string }
const { data: page } = await axios.post<Page>(url, { query: { type: 'empty' } }, { headers: ${headers} });
console.log(page.data.length, page.nextPageToken !== undefined);
// Logs:
// 100 true`;

const list = `
import axios from 'axios';
const url = 'https://objects.example.com/api/v1/ontologies/ri.ontology.main/objects/employee';
interface Page { data: Array<unknown>; nextPageToken: string | null }
let pageToken: string | null | undefined;
let objects = 0;
while (pageToken !== null) {
  const { data: page } = await axios.get<Page>(url, { params: { pageToken } });
  objects += page.data.length;
  pageToken = page.nextPageToken;
}
console.log(objects);
// Logs:
// 2500`;

/** A document with one example, whose code begins in line 3. */
const documentOf = (code: string, info = 'ts'): string => `# Title\n\`\`\`${info}\n${code}\n\`\`\`\n`;

const documents = {
  'logs.md': documentOf("import { of } from 'rxjs';\nof(1, 2).subscribe(console.log);\n// Logs:\n// 1\n// 2"),
  'directory.md': documentOf("import { isLeft } from 'fp-ts/Either';\nconsole.log(isLeft);"),
  'awaits.md': documentOf("console.log(await Promise.resolve('now'));\n// Logs:\n// now"),
  'type.md': documentOf('const number = 1;\nexport const wrong: string = number;'),
  'type-not-run.md': documentOf('const number = 1;\nexport const wrong: string = number;', 'ts no-run'),
  'not-run.md': documentOf("throw new Error('was run');", 'ts no-run'),
  'throws.md': documentOf("console.log(1);\nthrow new Error('no');"),
  'other-logs.md': documentOf('console.log(1);\n// Logs:\n// 2'),
  'list.md': documentOf(list),
  'search.md': documentOf(search("{ authorization: 'Bearer secret' }")),
  'search-without-credential.md': documentOf(search('{}')),
  'endless.md': documentOf('setInterval(() => undefined, 1000);'),
};

describe('the check of the examples', () => {
  let server: Service;
  let problems: Map<string, string>;

  before(async () => {
    server = await startExampleServer();
    const examples = Object.entries(documents).flatMap(([origin, text]) => examplesIn(origin, text));
    const found = await checkExamples('check-examples', examples, server.url, {}, 5000);
    problems = new Map(examples.map(({ origin }, index) => [origin, found[index]?.join('\n') ?? '']));
  });

  after(() => server.close());

  it('lets an example pass that compiles and logs what it says', () => {
    expect(problems.get('logs.md')).to.equal('');
    expect(problems.get('awaits.md')).to.equal('');
  });

  it('names the line that does not compile, in an example that is not run too', () => {
    expect(problems.get('type.md')).to.match(/^type\.md:4: does not compile: TS2322/);
    expect(problems.get('type-not-run.md')).to.match(/^type-not-run\.md:4: does not compile: TS2322/);
  });

  it('does not run what is not to be run', () => {
    expect(problems.get('not-run.md')).to.equal('');
  });

  it('sees an example that fails, with the line in its stack', () => {
    expect(problems.get('throws.md'))
      .to.match(/^throws\.md:3: ended with 1/)
      .and.include('Error: no')
      .and.include('throws-1.mts:4');
  });

  it('sees an import that only bundlers and CommonJS resolve', () => {
    expect(problems.get('directory.md')).to.include('ERR_UNSUPPORTED_DIR_IMPORT');
  });

  it('sees logs that differ', () => {
    expect(problems.get('other-logs.md')).to.equal('other-logs.md:3: logs\n1\ninstead of\n2\n');
  });

  it('sees an example that does not end', () => {
    expect(problems.get('endless.md')).to.match(/^endless\.md:3: did not end within 5000 ms/);
  });

  it('has a service of both revisions at the address of the examples', () => {
    expect(problems.get('list.md')).to.equal('');
    expect(problems.get('search.md')).to.equal('');
  });

  it('has a service that demands a credential for a search', () => {
    expect(problems.get('search-without-credential.md')).to.include('status code 401');
  });
});
