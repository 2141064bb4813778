import { expect } from 'chai';
import { roomCycles, violations } from './layers';
import { rooms } from './rooms';
import { textFiles } from './textFiles';

const empty = {
  'src/model/a.ts': '',
  'src/walk/a.ts': '',
  'src/transport/a.ts': '',
  'src/client/a.ts': '',
  'src/list/a.ts': '',
  'src/node/a.ts': '',
  'src/angular/a.ts': '',
  'src/service/a.ts': '',
  'src/testing/a.ts': '',
  'src/devtools/a.ts': '',
  'src/cli/a.ts': '',
  'src/index.ts': '',
};

/** A file in every room. */
const furnished = Object.fromEntries(
  Object.entries(rooms).flatMap(([folder, table]) =>
    Object.keys(table).map((room) => [
      ['src', folder, room, 'a.ts'].filter((part) => part !== '').join('/'),
      '',
    ]),
  ),
);

const among = (file: string, source: string): ReadonlyArray<string> =>
  violations({ ...empty, ...furnished, [file]: source });

const refused: ReadonlyArray<readonly [file: string, source: string, violation: string]> = [
  ['src/model/b.ts', "import { a } from '../walk/a';", 'model may not import walk (src/walk/a.ts)'],
  [
    'src/walk/b.ts',
    "import { a } from '../transport/a';",
    'walk may not import transport (src/transport/a.ts)',
  ],
  [
    'src/walk/b.ts',
    "import type { A } from '../client/a';",
    'walk may not import client (src/client/a.ts)',
  ],
  [
    'src/transport/b.ts',
    "export { a } from '../client/a';",
    'transport may not import client (src/client/a.ts)',
  ],
  [
    'src/client/b.ts',
    "const a = await import('../service/a');",
    'client may not import service (src/service/a.ts)',
  ],
  [
    'src/client/b.ts',
    "const a = require('../node/a');",
    'client may not import node (src/node/a.ts)',
  ],
  [
    'src/walk/b.ts',
    "type A = import('../client/a').A;",
    'walk may not import client (src/client/a.ts)',
  ],
  [
    'src/angular/b.ts',
    "import { a } from '../node/a';",
    'angular may not import node (src/node/a.ts)',
  ],
  [
    'src/node/b.ts',
    "import { a } from '../service/a';",
    'node may not import service (src/service/a.ts)',
  ],
  [
    'src/service/b.ts',
    "import { a } from '../walk/a';",
    'service may not import walk (src/walk/a.ts)',
  ],
  [
    'src/index.ts',
    "export { a } from './service/a';",
    'index may not import service (src/service/a.ts)',
  ],
  ['src/model/b.ts', "import { of } from 'rxjs';", 'model may not import rxjs'],
  [
    'src/transport/b.ts',
    "import axios from 'axios';",
    'only src/transport/axiosTransport.ts and src/transport/axiosAdapter.ts may import axios',
  ],
  [
    'src/transport/b.ts',
    "import { Agent } from 'node:http';",
    'transport may not import node:http',
  ],
  ['src/walk/b.ts', "import { Readable } from 'stream';", 'walk may not import stream'],
  [
    'src/client/b.ts',
    "import { inject } from '@angular/core';",
    'client may not import @angular/core',
  ],
  ['src/list/b.ts', "import { inject } from '@angular/core';", 'list may not import @angular/core'],
  [
    'src/list/b.ts',
    "import { a } from '../angular/a';",
    'list may not import angular (src/angular/a.ts)',
  ],
  ['src/model/b.ts', "import { c } from './c';", './c is no file of src'],
  [
    'src/model/b.ts',
    "import { version } from '../../package.json';",
    '../../package.json is no file of src',
  ],
  [
    'src/model/errors/b.ts',
    "import { a } from '../records/a';",
    'errors may not import records (src/model/records/a.ts)',
  ],
  [
    'src/model/b.ts',
    "import { a } from './errors/a';",
    'the top may not import errors (src/model/errors/a.ts)',
  ],
  [
    'src/service/store/query/b.ts',
    "import { a } from '../../pages/a';",
    'store may not import pages (src/service/pages/a.ts)',
  ],
  [
    'src/service/core/b.ts',
    "import { createServer } from 'node:http';",
    'core may not import node:http',
  ],
  [
    'src/testing/b.ts',
    "import { a } from '../service/a';",
    'testing may not import the top of service (src/service/a.ts)',
  ],
  ['src/devtools/b.ts', "import { of } from 'rxjs';", 'devtools may not import rxjs'],
  ['src/service/attic/b.ts', '', 'belongs to no room of service'],
  ['src/extra/a.ts', '', 'belongs to no layer'],
  ['src/index.ts', "export * from './model/a';", 'export *'],
  ['src/model/b.ts', 'export default 1;', 'default export'],
  ['src/model/b.ts', 'const a = 1; export { a as default };', 'default export'],
  ['src/model/b.ts', 'const a = 1; export = a;', 'default export'],
];

const allowed: ReadonlyArray<readonly [file: string, source: string]> = [
  [
    'src/model/b.ts',
    "import * as E from 'fp-ts/Either'; import * as t from 'io-ts'; import { a } from './a';",
  ],
  ['src/walk/b.ts', "import { map } from 'rxjs/operators'; import { a } from '../model/a';"],
  ['src/transport/axiosTransport.ts', "import axios from 'axios';"],
  ['src/client/b.ts', "import { a } from '../transport/a.js';"],
  ['src/node/b.ts', "import { Readable } from 'node:stream'; import { a } from '../walk/a';"],
  ['src/angular/b.ts', "import { inject } from '@angular/core'; import { a } from '../list/a';"],
  ['src/service/b.ts', "import { createServer } from 'node:http'; import { a } from '../model/a';"],
  [
    'src/cli/b.ts',
    "import { program } from 'commander'; import { a } from '../service/a'; import { b } from '../index';",
  ],
  [
    'src/model/endpoints/b.ts',
    "import { a } from '../a'; import { b } from '../errors/a'; import { c } from './a';",
  ],
  ['src/service/store/query/b.ts', "import { a } from '../a';"],
  [
    'src/service/http/b.ts',
    "import { createServer } from 'node:http'; import { a } from '../core/a';",
  ],
  ['src/testing/b.ts', "import { timer } from 'rxjs'; import { a } from '../service/core/a';"],
  ['src/index.ts', "export { a } from './model/a'; export { b } from './walk/a';"],
  ['src/model/b.ts', "// import 'rxjs'\nconst text = \"import 'rxjs'\";"],
];

describe('the layers of src', () => {
  for (const [file, source, violation] of refused) {
    it(`refuse in ${file}: ${source || 'the file itself'}`, () => {
      expect(among(file, source)).to.deep.equal([`${file}: ${violation}`]);
    });
  }

  for (const [file, source] of allowed) {
    it(`allow in ${file}: ${source}`, () => {
      expect(among(file, source)).to.deep.equal([]);
    });
  }

  it('refuse an import cycle, one of types included', () => {
    const cycle = {
      'src/model/a.ts': "import type { B } from './b';",
      'src/model/b.ts': "import { c } from './c';",
      'src/model/c.ts': "import { a } from './a';",
    };
    const path = 'src/model/a.ts → src/model/b.ts → src/model/c.ts → src/model/a.ts';
    expect(violations(cycle)).to.deep.equal([`import cycle: ${path}`]);
  });

  it('allow two ways to one file', () => {
    const diamond = {
      'src/model/a.ts': "import { b } from './b'; import { c } from './c';",
      'src/model/b.ts': "import { d } from './d';",
      'src/model/c.ts': "import { d } from './d';",
      'src/model/d.ts': '',
    };
    expect(violations(diamond)).to.deep.equal([]);
  });

  for (const [folder, table] of Object.entries(rooms)) {
    it(`have rooms in ${folder} that do not import each other in a circle`, () => {
      expect(roomCycles(table)).to.deep.equal([]);
      expect(Object.values(table).flat()).to.satisfy((named: ReadonlyArray<string>) =>
        named.every((to) => to in table),
      );
    });
  }

  it('see rooms that could import each other in a circle', () => {
    expect(roomCycles({ '': ['http'], http: ['store'], store: [''] })).to.deep.equal([
      'the top → http → store → the top',
    ]);
  });

  it('are kept by the sources', () => {
    const sources = textFiles('src', '.ts');
    expect(sources).to.include.keys('src/index.ts');
    expect(violations(sources)).to.deep.equal([]);
  });
});
