import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as t from 'io-ts';
import { firstValueFrom, toArray } from 'rxjs';
import { axiosTransport, bearer, createClient, endpoint } from '../../src/index';
import { at, byCursor, query } from '../../src/paging/index';
import { withServer } from '../support/withServer';
import { root } from '../textFiles';

const things = endpoint({
  name: 'things',
  method: 'GET',
  path: '/things',
  items: at('items'),
  codec: t.type({ id: t.number }),
  paging: byCursor({ from: at('next'), to: query('cursor') }),
});

/** What the loader of the specs writes into each module. */
const ofLoader = ['get', '__name'];

/** The sources of which a function runs while `work` does. What a module does when it is loaded does not count. */
const sourcesOf = async (work: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const sources = result
      .filter(({ functions }) =>
        functions.some(
          ({ functionName, ranges }) =>
            !ofLoader.includes(functionName) && ranges.some(({ count }) => count > 0),
        ),
      )
      .filter(({ url }) => url.startsWith('file:'))
      .map(({ url }) => relative(root, fileURLToPath(url.replace(/\?.*/, ''))))
      .filter((path) => path.startsWith('src/'));
    return [...new Set(sources)].sort();
  } finally {
    session.disconnect();
  }
};

/** `a/{b,c}.ts` names two files. */
const expanded = (text: string): ReadonlyArray<string> => {
  const [, before = '', names = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(text) ?? [];
  return names === '' ? [text] : names.split(',').map((name) => before + name + after);
};

/** The files that the table of a page's way names. */
const table = (): ReadonlyArray<string> => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, way = ''] = /## A page's way(.*?)\n## /s.exec(text) ?? [];
  const rows = way.split('\n').filter((line) => /^\| \d/.test(line));
  const named = rows.flatMap((row) => row.match(/`src\/[^`]*\.ts`/g) ?? []);
  return [...new Set(named.flatMap((name) => expanded(name.slice(1, -1))))].sort();
};

describe("a page's way", () => {
  it('in CONTRIBUTING.md names every source that a page and the next one go through, and no other', () =>
    withServer(
      ({ url }, response) => {
        const next = url?.includes('cursor') === true ? null : 'a';
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ items: [{ id: 1 }], next }));
      },
      async (baseURL) => {
        const client = createClient({
          transport: axiosTransport({ baseURL }),
          auth: bearer('secret'),
        });
        const walked: Array<unknown> = [];
        const sources = await sourcesOf(async () => {
          walked.push(...(await firstValueFrom(client.objects(things, {}).pipe(toArray()))));
        });
        expect(walked).to.have.length(2);
        expect(table()).to.deep.equal(sources);
      },
    ));
});
