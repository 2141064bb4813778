import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './textFiles';

interface Folder {
  readonly path: string;
  readonly files: ReadonlyArray<string>;
}

const foldersIn = (path: string): ReadonlyArray<Folder> => {
  const entries = readdirSync(path, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => relative(root, join(path, name)));
  const folders = entries.filter((entry) => entry.isDirectory());
  return [{ path: relative(root, path), files }, ...folders.flatMap(({ name }) => foldersIn(join(path, name)))];
};

const linesOf = (file: string): number => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;

/** Files below 15 lines that no other file has room for. */
const small: Readonly<Record<string, string>> = {
  'src/angular/devtools/watch.ts': 'a bundle for production has it without the button',
  'src/angular/list/pendingTasks.ts': 'lists, their params and the testing entry use it',
  'src/angular/list/trackBy.ts': 'two kinds of list use it',
  'src/angular/server/isOnServer.ts': 'three files use it',
  'src/model/errors/Superseded.ts': 'a public type',
  'src/model/errors/thrownBy.ts': 'client and walk use it',
  'src/model/maxTimer.ts': 'six folders use it',
  'src/service/core/orTypeError.ts': 'both doors of the service use it',
  'src/transport/readHeaders.ts': 'three transports in three folders use it',
  'src/service/pages/endpoints/cursor.ts': 'each scheme has a file',
  'src/service/pages/endpoints/offset.ts': 'each scheme has a file',
  'src/service/secrets/randomHex.ts': 'two files of the core use it',
};

describe('the tree', () => {
  const src = foldersIn(join(root, 'src'));
  const files = src.flatMap((folder) => folder.files);

  it('has no folder of more than 20 files', () => {
    const crowded = [...src, ...foldersIn(join(root, 'spec'))].filter((folder) => folder.files.length > 20);
    expect(crowded.map(({ path }) => path)).to.deep.equal([]);
  });

  it('has no source of more than 300 lines', () => {
    expect(files.filter((file) => linesOf(file) > 300)).to.deep.equal([]);
  });

  it('has no source below 15 lines without a reason, entries aside', () => {
    const found = files.filter((file) => linesOf(file) < 15 && !file.endsWith('/index.ts'));
    expect(found.sort()).to.deep.equal(Object.keys(small).sort());
  });
});
