import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { announcement, readDataFiles } from '../../../src/cli/commands/serve';
import { withDirectory } from '../support/temporary';

/** Reads files with these contents; messages name them without their directory. */
const read = (files: Readonly<Record<string, string>>) =>
  withDirectory(async (directory) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
    const result = await readDataFiles(Object.keys(files).map((name) => join(directory, name)));
    return E.mapLeft(({ message }: { message: string }) => message.replace(`${directory}/`, ''))(result);
  });

describe('readDataFiles', () => {
  it('reads records and bare properties, and names a type after its file', async () => {
    const files = {
      'employee.ndjson': '{"properties":{"id":1},"rid":"ri.1"}\n{"id":2}\n',
      'wind.turbine.jsonl': '{"id":3}',
    };
    expect(await read(files)).to.deep.equal(E.right({ employee: [{ id: 1 }, { id: 2 }], 'wind.turbine': [{ id: 3 }] }));
  });

  it('skips blank lines, and knows a byte order mark and carriage returns', async () => {
    const text = '\uFEFF{"id":1}\r\n\r\n  \r\n{"id":2}\r\n\r\n';
    expect(await read({ 'a.ndjson': text })).to.deep.equal(E.right({ a: [{ id: 1 }, { id: 2 }] }));
  });

  it('takes a property called properties for a record only where it is an object', async () => {
    expect(await read({ 'a.ndjson': '{"properties":"many"}\n{"properties":[1]}' })).to.deep.equal(
      E.right({ a: [{ properties: 'many' }, { properties: [1] }] }),
    );
  });

  it('takes an empty file for a type without objects', async () => {
    expect(await read({ 'a.ndjson': '' })).to.deep.equal(E.right({ a: [] }));
  });

  it('law 28: reads integers exactly', async () => {
    const text = '{"id":9007199254740993}\n{"properties":{"id":[-9223372036854775808]}}';
    expect(await read({ 'a.ndjson': text })).to.deep.equal(
      E.right({ a: [{ id: 9007199254740993n }, { id: [-9223372036854775808n] }] }),
    );
  });

  const bad: ReadonlyArray<readonly [text: string, message: string]> = [
    ['{"id":1}\n\n{"id":', 'a.ndjson:3: the line is not JSON'],
    ['id,name\n1,Ada', 'a.ndjson:1: the line is not JSON'],
    ['{"id":1}\n[1]', 'a.ndjson:2: the line is not a JSON object'],
    ['null', 'a.ndjson:1: the line is not a JSON object'],
    ['"text"', 'a.ndjson:1: the line is not a JSON object'],
    [`{"id":1${'0'.repeat(1_000)}}`, 'a.ndjson:1: the line holds an integer of more than 1,000 digits'],
  ];
  for (const [text, message] of bad) {
    it(`names the file and the line of ${JSON.stringify(text)}`, async () => {
      expect(await read({ 'a.ndjson': text })).to.deep.equal(E.left(message));
    });
  }

  it('refuses two files of one type', async () => {
    expect(await read({ 'a.ndjson': '{}', 'a.json': '{}' })).to.deep.equal(
      E.left('two data files hold objects of the type a'),
    );
  });

  it('refuses a file that cannot be read', () =>
    withDirectory(async (directory) => {
      expect(await readDataFiles(['no-such-file.ndjson'])).to.deep.equal(
        E.left({ message: 'cannot read no-such-file.ndjson: there is no such file or directory', exitCode: 2 }),
      );
      expect(await readDataFiles([directory])).to.deep.equal(
        E.left({ message: `cannot read ${directory}: it is a directory`, exitCode: 2 }),
      );
    }));
});

const announced = {
  url: 'http://127.0.0.1:8080',
  ontologyRid: 'ri.o',
  apiFamily: 'demo',
  types: { employee: 2_500, event: 1 },
};

describe('announcement', () => {
  it('says everything that is needed to use the service', () => {
    expect(announcement({ ...announced, token: 'made-up' })).to.deep.equal([
      'serving at http://127.0.0.1:8080',
      'ontology rid  ri.o',
      'api family    demo',
      'object types  employee (2,500 objects), event (1 object)',
      'token         made-up',
      'stop it with Ctrl-C',
    ]);
  });

  it('does not print a token that was given to it', () => {
    expect(announcement({ ...announced, token: undefined }).join('\n'))
      .to.not.include('token')
      .and.not.include('scheme');
  });

  it('says where the objects are served by another scheme', () => {
    const lines = announcement({ ...announced, scheme: 'link', token: undefined });
    expect(lines).to.include(`scheme        link, at ${announced.url}/api/employee`);
  });
});
