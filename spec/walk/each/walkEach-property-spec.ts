import { expect } from 'chai';
import fc from 'fast-check';
import { map, type Observable } from 'rxjs';
import { Place, walkEach } from '../../../src/index';
import type { DurableStart } from '../../../src/walk/durable/durable';
import { inVirtualTime } from '../../support/inVirtualTime';
import '../../support/seed';
import { rightOf } from '../../support/sides';
import { sizeOf } from '../../support/sizes';
import {
  bottom,
  type EachResult,
  middle,
  Named,
  type PagesAt,
  top,
  treeService,
} from './support/tree';

const hash = (salt: number, text: string): number =>
  Array.from(text).reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x85ebca6b) >>> 3,
    salt + 1,
  );

/** Any tree: up to two pages of up to two ids at each path; some ids are gone. */
const anyTree =
  (salt: number): PagesAt =>
  (path) => {
    const from = hash(salt, path);
    if (path !== '/p' && from % 9 === 0) return 404;
    return Array.from({ length: 1 + (from % 2) }, (_, page) =>
      Array.from({ length: hash(from, String(page)) % 3 }, (__, at) =>
        [...path.split('/').slice(2), `${page}${at}`].join('.'),
      ),
    );
  };

/** How many levels there are, and how three of them are put together. */
const nestings = ['two levels', 'three, in children', 'three, in parents'] as const;

const anyScript = fc.record({
  tree: fc.nat(),
  pace: fc.nat(),
  nesting: fc.constantFrom(...nestings),
  concurrent: fc.integer({ min: 1, max: 5 }),
  inner: fc.integer({ min: 1, max: 3 }),
  readAhead: fc.integer({ min: 0, max: 2 }),
});

type Script = typeof anyScript extends fc.Arbitrary<infer S> ? S : never;

/** What a whole walk brings: `/p/a#1` is the second page of `/p/a`; `/p/a` alone, in two levels, says that it is gone. */
const expectedOf = ({ tree, nesting }: Script): ReadonlyArray<string> => {
  const pagesAt = anyTree(tree);
  const isFlat = nesting === 'two levels';
  const below = (path: string): ReadonlyArray<string> => {
    const pages = pagesAt(path);
    return typeof pages === 'number' ? [] : pages.flat().map((id) => `${path}/${id}`);
  };
  const under = (path: string): ReadonlyArray<string> => {
    const pages = pagesAt(path);
    return typeof pages === 'number'
      ? isFlat
        ? [path]
        : []
      : pages.map((_, index) => `${path}#${index}`);
  };
  return (isFlat ? below('/p') : below('/p').flatMap(below)).flatMap(under);
};

interface Parent {
  readonly properties: Named;
}

const key = ({ properties: { id } }: Parent): string => id;

/** One run: what it emits, how that reads, and what it asks for. */
const runOf = ({ tree, pace, nesting, concurrent, inner, readAhead }: Script, place?: Place) => {
  let asked = 0;
  const latency = (at: string) => 1 + (hash(pace, `${at}${(asked += 1)}`) % 5);
  const { client, requests } = treeService(anyTree(tree), { latency });
  const tops = (at: DurableStart) => client.pages(top, { properties: Named, readAhead, ...at });
  const middles = (parent: Parent, at: DurableStart) =>
    client.pages(middle, { id: key(parent), properties: Named, ...at });
  const bottoms = (parent: Parent, at: DurableStart) =>
    client.pages(bottom, { id: key(parent).split('.')[0] ?? '', sub: key(parent), ...at });
  const outer = { place, key, concurrent };
  const walks: Readonly<Record<Script['nesting'], () => Observable<EachResult>>> = {
    'two levels': () => walkEach({ ...outer, parents: tops, children: middles }),
    'three, in children': () =>
      walkEach({
        ...outer,
        parents: tops,
        children: (parent, start) =>
          walkEach({
            ...start,
            parents: (at) => middles(parent, at),
            key,
            concurrent: inner,
            children: bottoms,
          }),
      }),
    'three, in parents': () =>
      walkEach({
        ...outer,
        parents: (at) => walkEach({ ...at, parents: tops, key, children: middles }),
        children: bottoms,
      }),
  };
  const pages: Array<ReturnType<typeof rightOf<Extract<EachResult, { _tag: 'Right' }>['right']>>> =
    [];
  let isComplete = false;
  inVirtualTime(() =>
    walks[nesting]()
      .pipe(map(rightOf))
      .subscribe({ next: (page) => pages.push(page), complete: () => (isComplete = true) }),
  );
  expect(isComplete).to.equal(true);
  const names = pages.map(
    ({ parent, fields }) =>
      fields.at ?? (nesting === 'two levels' && parent && `/p/${key(parent)}`),
  );
  return { pages, names, requests };
};

const sorted = (names: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  names.filter(Boolean).sort();

describe('law 38: any tree, resumed at every place', () => {
  it('nothing is lost, and nothing comes twice', () =>
    fc.assert(
      fc.property(anyScript, (script) => {
        const expected = expectedOf(script);
        const { pages, names } = runOf(script);
        expect(sorted(names)).to.deep.equal(sorted(expected));
        if (script.concurrent === 1 && script.nesting !== 'three, in children') {
          expect(names.filter(Boolean)).to.deep.equal(expected);
        }
        let objects = 0;
        pages.forEach(({ index, place, data }, at) => {
          objects += data.length;
          expect({ index, ...place }).to.deep.equal({
            index: at,
            pages: at + 1,
            objects,
            round: 1,
            isLast: at === pages.length - 1,
          });
          const rest = runOf(
            { ...script, pace: script.pace + at + 1 },
            rightOf(Place.decode(Place.encode(place))),
          );
          expect(sorted([...names.slice(0, at + 1), ...rest.names])).to.deep.equal(
            sorted(expected),
          );
          expect(rest.pages.map((page) => page.index)).to.deep.equal(
            rest.pages.map((_, count) => count),
          );
          expect(rest.pages.at(-1)?.place.isLast ?? place.isLast).to.equal(true);
          expect(rest.pages[0]?.place.pages ?? place.pages + 1).to.equal(place.pages + 1);
          if (place.isLast) expect(rest.requests).to.deep.equal([]);
        });
      }),
      { numRuns: sizeOf(60, 2_000) },
    ));
});
