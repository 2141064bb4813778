import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstValueFrom } from 'rxjs';
import { announcement, readDataFiles } from '../../../src/cli/commands/serve';
import { memoryService } from '../../../src/testing';
import { inDirectory } from '../../support/inDirectory';

/** Reads files with these contents; messages name them without their directory. */
const read = (files: Readonly<Record<string, string>>) =>
  inDirectory(async (directory) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
    const result = await readDataFiles(Object.keys(files).map((name) => join(directory, name)));
    return E.mapLeft(({ message }: { message: string }) => message.replace(`${directory}/`, ''))(
      result,
    );
  });

const a = (text: string): Readonly<Record<string, string>> => ({ 'a.ndjson': text });

const taken: ReadonlyArray<
  readonly [what: string, files: Readonly<Record<string, string>>, objects: object]
> = [
  [
    'records and bare properties, and names a type after its file',
    {
      'employee.ndjson': '{"properties":{"id":1},"rid":"ri.1"}\n{"id":2}\n',
      'wind.turbine.jsonl': '{"id":3}',
    },
    { employee: [{ id: 1 }, { id: 2 }], 'wind.turbine': [{ id: 3 }] },
  ],
  [
    'no blank lines, a byte order mark and carriage returns',
    a('\uFEFF{"id":1}\r\n\r\n  \r\n{"id":2}\r\n\r\n'),
    { a: [{ id: 1 }, { id: 2 }] },
  ],
  [
    'a property called properties as a record only where it is an object',
    a('{"properties":"many"}\n{"properties":[1]}'),
    { a: [{ properties: 'many' }, { properties: [1] }] },
  ],
  ['an empty file as a type without objects', a(''), { a: [] }],
  [
    'integers exactly (law 28)',
    a('{"id":9007199254740993}\n{"properties":{"id":[-9223372036854775808]}}'),
    { a: [{ id: 9007199254740993n }, { id: [-9223372036854775808n] }] },
  ],
];

const refused: ReadonlyArray<readonly [files: Readonly<Record<string, string>>, message: string]> =
  [
    [a('{"id":1}\n\n{"id":'), 'a.ndjson:3: the line is not JSON'],
    [a('id,name\n1,Ada'), 'a.ndjson:1: the line is not JSON'],
    [a('{"id":1}\n[1]'), 'a.ndjson:2: the line is not a JSON object'],
    [a('null'), 'a.ndjson:1: the line is not a JSON object'],
    [a('"text"'), 'a.ndjson:1: the line is not a JSON object'],
    [
      a(`{"id":1${'0'.repeat(1_000)}}`),
      'a.ndjson:1: the line holds an integer of more than 1,000 digits',
    ],
    [{ 'a.ndjson': '{}', 'a.json': '{}' }, 'two data files hold objects of the type a'],
  ];

describe('readDataFiles', () => {
  for (const [what, files, objects] of taken) {
    it(`reads ${what}`, async () => {
      expect(await read(files)).to.deep.equal(E.right(objects));
    });
  }

  for (const [files, message] of refused) {
    it(`refuses ${JSON.stringify(files).slice(0, 60)}: ${message}`, async () => {
      expect(await read(files)).to.deep.equal(E.left(message));
    });
  }

  it('refuses a folder', () =>
    inDirectory(async (directory) => {
      const message = `cannot read ${directory}: it is a directory`;
      expect(await readDataFiles([directory])).to.deep.equal(E.left({ message, exitCode: 2 }));
    }));
});

describe('announcement', () => {
  const objects = { employee: [{ id: 1 }, { id: 2 }], event: [{ id: 3 }] };
  const service = {
    url: 'http://127.0.0.1:8080',
    ...memoryService({ ontologyRid: 'ri.o', objects, token: 'made-up' }),
  };

  it('says everything that is needed to use the service', () =>
    expect(announcement(service, { objects })).to.deep.equal([
      'serving at http://127.0.0.1:8080',
      'ontology rid  ri.o',
      'api family    demo',
      'object types  employee (2 objects), event (1 object)',
      'paths         /employees, /events',
      'token         made-up',
      'stop it with Ctrl-C',
    ]));

  it('does not print a token that was given to it', () =>
    expect(announcement(service, { token: 'made-up' }).join('\n'))
      .to.not.include('token')
      .and.not.include('scheme'));

  it('says where the objects are served by another scheme', () =>
    expect(announcement(service, { scheme: 'link' })).to.include(
      `scheme        link, at ${service.url}/api/employee`,
    ));

  it('names paths of the demo data that are there', async () => {
    const demo = memoryService();
    const [, ...paths] = (announcement({ url: '', ...demo }, {})[4] ?? '').split(/,? +/);
    expect(paths).to.have.length(3);
    for (const url of paths) {
      const response = await firstValueFrom(demo.transport({ method: 'GET', url, headers: {} }));
      expect(E.isRight(response) && response.right.status, url).to.equal(200);
    }
  });
});
