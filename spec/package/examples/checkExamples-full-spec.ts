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
const documentOf = (code: string, info = 'ts'): string =>
  `# Title\n\`\`\`${info}\n${code}\n\`\`\`\n`;

const wrong = 'const number = 1;\nexport const wrong: string = number;';

/** By what is seen: a document, and what is said of it. */
const documents: Readonly<Record<string, readonly [document: string, said: RegExp]>> = {
  'logs as it says': [
    documentOf(
      "import { of } from 'rxjs';\nof(1, 2).subscribe(console.log);\n// Logs:\n// 1\n// 2",
    ),
    /^$/,
  ],
  'await at the top': [
    documentOf("console.log(await Promise.resolve('now'));\n// Logs:\n// now"),
    /^$/,
  ],
  'an import that only bundlers and CommonJS resolve': [
    documentOf("import { isLeft } from 'fp-ts/Either';\nconsole.log(isLeft);"),
    /ERR_UNSUPPORTED_DIR_IMPORT/,
  ],
  'the line that does not compile': [documentOf(wrong), /^\d+\.md:4: does not compile: TS2322/],
  'that line in what is not run': [
    documentOf(wrong, 'ts no-run'),
    /^\d+\.md:4: does not compile: TS2322/,
  ],
  'what is not to be run': [documentOf("throw new Error('was run');", 'ts no-run'), /^$/],
  'a failure, with the line in its stack': [
    documentOf("console.log(1);\nthrow new Error('no');"),
    /^\d+\.md:3: ended with 1[^]*\d-1\.mts:4[^]*Error: no/,
  ],
  'logs that differ': [
    documentOf('console.log(1);\n// Logs:\n// 2'),
    /^\d+\.md:3: logs\n1\ninstead of\n2\n$/,
  ],
  'a service at the address of the examples, revision 1.0': [documentOf(list), /^$/],
  'a service there, revision 2.0': [documentOf(search("{ authorization: 'Bearer secret' }")), /^$/],
  'a search without a credential': [documentOf(search('{}')), /status code 401/],
  'what does not end': [
    documentOf('setInterval(() => undefined, 1000);'),
    /^\d+\.md:3: did not end within 3000 ms/,
  ],
};

describe('the check of the examples', () => {
  let server: Service;
  let found: ReadonlyArray<ReadonlyArray<string>>;

  before(async () => {
    server = await startExampleServer();
    const examples = Object.values(documents).flatMap(([text], index) =>
      examplesIn(`${index}.md`, text),
    );
    const ended = await checkExamples('check-examples', examples.slice(0, -1), server.url);
    found = [
      ...ended,
      ...(await checkExamples('check-endless', examples.slice(-1), server.url, {}, 3_000)),
    ];
  });

  after(() => server.close());

  for (const [index, [what, [, said]]] of Object.entries(documents).entries()) {
    it(`sees ${what}`, () => expect(found[index]?.join('\n')).to.match(said));
  }
});
