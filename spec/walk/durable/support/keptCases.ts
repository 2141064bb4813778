import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { hostname } from 'node:os';
import { firstValueFrom, from, lastValueFrom, NEVER, of, toArray } from 'rxjs';
import {
  createClient,
  type DurableStart,
  endpoint,
  explain,
  type Mark,
  type Transport,
  walkEach,
} from '../../../../src/index';
import { at, byCursor, query } from '../../../../src/paging/index';
import { numberedPages } from '../../../support/numberedPages';
import { answer, ok } from '../../../support/scriptedTransport';
import { numberedWalk, type Own as OwnOf, pagesOver } from './numberedWalk';
import { claimOf, finish, keepIn, kept, type Store, superseded, type UseStore } from './storeCases';

type Places = Store['places'];
type Own = OwnOf<unknown>;

const names = ['a', 'b', 'c'];

const partOf = (name: string, of = names): Own => ({ part: { name, of } });

/** A walk of two pages with an object each. */
const walkIn = (places: Places, own?: Own) => numberedWalk(places, own);

/** The pages of each place that it kept, or why it did not. */
const run = (places: Places, own?: Own): Promise<ReadonlyArray<number | string>> =>
  lastValueFrom(walkIn(places, own).pipe(toArray())).then(
    (results) =>
      results.map((each) =>
        E.isLeft(each) ? explain(each.left as Parameters<typeof explain>[0]) : each.right.pages,
      ),
    (error: unknown) => [String(error)],
  );

/** A walk that asks for what is new; notes what it asks from. */
const marked = (asked: Array<Mark | undefined>, own: Own = {}, pages = pagesOver()): Own => ({
  mark: { of: ({ properties }) => Number(properties.id) },
  pages: ({ mark, ...start }) => {
    asked.push(mark);
    return pages(start);
  },
  ...own,
});

const changing = endpoint({
  name: 'changes',
  method: 'GET',
  path: '/changes',
  paging: byCursor({ from: at('next'), to: query('cursor') }),
  delta: { from: at('sync'), to: query('since') },
});

/** A walk by the tokens of its service, which has two pages; notes what it asks from. */
const byTokens = (asked: Array<string>, own: Own = {}): Own => {
  const transport: Transport = ({ url }) => {
    asked.push(url.replace('/changes', ''));
    const isLast = url.includes('cursor=');
    return of(ok({ data: [{}], ...(isLast ? { sync: 'secret' } : { next: 'b' }) }));
  };
  const client = createClient({ transport });
  return { delta: true, pages: (start) => client.pages(changing, { ...start }) as never, ...own };
};

const get = async (places: Places, part?: string) => O.toUndefined(await places.get('walk', part));

/** Two parents, of which the second always fails. */
const skipping: Own = {
  pages: (start) => {
    const transport: Transport = ({ url }) => {
      const isBad = url.endsWith('/2');
      return of(
        isBad
          ? answer(500, {})
          : ok({ data: url.includes('children') ? [{}] : [{ id: 1 }, { id: 2 }] }),
      );
    };
    const client = createClient({ transport, retry: false });
    const list = {
      method: 'GET',
      items: at('data'),
      paging: byCursor({ from: at('next'), to: query('c') }),
    } as const;
    const parents = endpoint({
      ...list,
      name: 'parents',
      path: '/parents',
      codec: t.type({ id: t.number }),
    });
    const children = endpoint({ ...list, name: 'children', path: '/children/{id}' });
    return walkEach({
      ...start,
      parents: (from) => client.pages(parents, from),
      key: ({ id }) => id,
      children: ({ id }, from) => client.pages(children, { id: String(id), ...from }),
      onParentFailed: () => 'skip',
    }) as never;
  },
};

const cases: Readonly<Record<string, (store: Store) => Promise<void>>> = {
  'issue 63: a kept walk says how many parents were skipped': async ({ places }) => {
    expect(await run(places, skipping)).to.deep.equal([1, 2]);
    expect(await get(places)).to.include({ pages: 2, objects: 1, isLast: true, skipped: 1 });
    expect((await places.all())[0]).to.include({ skipped: 1 });
  },

  'A6: keeps how its run has failed, with its page and how often in a row, until a place covers that page':
    async ({ places }) => {
      const four = pagesOver(numberedPages({ pages: 4, perPage: 1 }));
      const failing = (page: number | undefined, own: Own = {}): Own => ({
        pages: four,
        work: ({ place }) => {
          if (place.pages === page) throw new Error(`page ${page}\nis ${'x'.repeat(600)} poisoned`);
        },
        ...own,
      });
      const shown = async () => (await get(places))?.failure;
      await run(places, failing(1));
      expect(await get(places)).to.deep.include({ pages: 0, isLast: false, keptAt: null });
      const first = (await shown()) ?? expect.fail('nothing is kept');
      expect(first).to.include({ page: 1, times: 1 });
      expect(first.message)
        .to.match(/^page 1 is x{400}/)
        .and.have.length.at.most(500);
      expect(Math.abs(Date.now() - first.at.getTime())).to.be.below(60_000);
      await run(places, failing(1));
      expect(await shown()).to.include({ page: 1, times: 2 });
      for (let times = 1; times <= 3; times += 1) {
        await run(places, failing(3));
        expect(await shown()).to.include({ page: 3, times });
      }
      expect((await places.all())[0]?.failure).to.include({ page: 3, times: 3 });
      expect(await get(places), 'what is done').to.include({ pages: 2 });
      await run(places, failing(undefined));
      expect(await shown()).to.equal(undefined);
      await places.forget('walk');
      // While the first page is prepared, the others arrive: they are one batch.
      const batch = { batch: 4, prepare: () => Promise.resolve() };
      expect(String(await run(places, failing(4, batch)))).to.match(/^Error: page 4/);
      expect(await get(places)).to.include({ pages: 1 });
      await firstValueFrom(numberedWalk(places, failing(undefined)));
      expect(await shown(), 'no place covers it').to.include({ page: 4, times: 1 });
      expect(await run(places, failing(undefined))).to.deep.equal([3, 4]);
      expect(await shown()).to.equal(undefined);
    },

  'A6: prepare and finish fail at a page, too, and nobody who was superseded says so': async ({
    places,
  }) => {
    const throwing = () => {
      throw new Error('boom');
    };
    const shown = async () => (await get(places))?.failure;
    await run(places, { prepare: throwing });
    expect(await shown()).to.include({ page: 1, times: 1, message: 'boom' });
    await run(places, { finish: throwing });
    expect(await shown(), 'of the last page').to.include({ page: 2, times: 1 });
    await run(places, { finish: throwing });
    expect(await shown()).to.include({ page: 2, times: 2 });
    const age = (await get(places))?.keptAt;
    expect(age).to.not.equal(undefined);
    expect(await run(places, { finish: () => undefined })).to.deep.equal([2]);
    expect(await shown(), 'finished').to.equal(undefined);
    const claim = await claimOf(places, 'other');
    await claimOf(places, 'other');
    const failed = { page: 1, round: 1, message: 'late' };
    await lastValueFrom(from(places.fail?.(claim, failed) ?? []).pipe(toArray()));
    expect(O.toUndefined(await places.get('other'))?.failure).to.equal(undefined);
  },

  'A6: a run that asks for what is new fails at its own pages, and keeps its mark': async ({
    places,
  }) => {
    const asked: Array<Mark | undefined> = [];
    await run(places, marked(asked));
    const failing = marked(asked, {
      work: () => {
        throw new Error('boom');
      },
    });
    await run(places, failing);
    await run(places, failing);
    expect(await get(places)).to.deep.include({ isLast: true, mark: 1 });
    expect((await get(places))?.failure).to.include({ page: 1, times: 2 });
    await run(places, marked(asked));
    expect(asked).to.deep.equal([undefined, 1, 1, 1]);
    expect((await get(places))?.failure).to.equal(undefined);
  },

  'A6: what onDoubt throws behind the last page is of that page, until the next run is done':
    async ({ places }) => {
      const list = endpoint({
        name: 'list',
        method: 'GET',
        path: '/list',
        items: at('data'),
        paging: byCursor({ from: at('next'), to: query('c') }),
      });
      const client = createClient({
        transport: ({ url }) => {
          const id = Number(/c=(\d)/.exec(url)?.[1] ?? 1);
          const more = id < 3 && { next: String(id + 1) };
          return of(ok({ data: [{ properties: { id } }], total: 9, ...more }));
        },
      });
      const short = (start: DurableStart) => client.pages(list, { ...start }) as never;
      const onDoubt = () => {
        throw new Error('boom');
      };
      const throwing = marked([], { onDoubt }, short);
      expect((await run(places, throwing)).at(-1)).to.equal('Error: boom');
      expect(await get(places)).to.deep.include({ pages: 3, isLast: true, mark: 3 });
      expect((await get(places))?.failure).to.include({ page: 3, times: 1 });
      expect(await run(places, marked([]))).to.deep.equal([1, 2]);
      expect((await get(places))?.failure).to.equal(undefined);
    },

  'get and all show who has a walk, how far it is and whether it is done, without its token':
    async ({ places, by = `${hostname()} ${process.pid}` }) => {
      expect([await places.all(), await places.get('a')]).to.deep.equal([[], O.none]);
      await claimOf(places, 'b');
      await finish(places, await claimOf(places, 'a'), 3);
      const walks = await places.all();
      const shown = walks.map(({ claimedAt, keptAt, age, ...rest }) => [
        rest,
        Date.now() - claimedAt.getTime() < 60_000,
        keptAt && Date.now() - keptAt.getTime() < 60_000,
        age < 60_000,
      ]);
      const claimedBy = by;
      expect(shown).to.deep.equal([
        [{ id: 'a', pages: 3, objects: 6, round: 1, isLast: true, claimedBy }, true, true, true],
        [{ id: 'b', pages: 0, objects: 0, round: 1, isLast: false, claimedBy }, true, null, true],
      ]);
      expect(JSON.stringify(walks)).to.not.match(/secret|pagewalk\d/);
      expect(O.toUndefined(await places.get('a'))).to.include({ id: 'a', pages: 3, isLast: true });
      await places.forget('a');
      expect([await places.get('a'), await places.get('c')]).to.deep.equal([O.none, O.none]);
      expect(await places.get('').catch(String)).to.include('TypeError');
    },

  'all filters, and continues after an id, in the order of UTF-8 bytes': async ({ places }) => {
    const ids = ['Z', 'a', 'a%', 'a_b', 'aa', 'a\\', 'b', 'ä', '\uffee', '😀'];
    const sorted = [...ids].sort((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    );
    for (const id of ids) await claimOf(places, id);
    for (const id of ['a', 'b']) await finish(places, await claimOf(places, id));
    const idsOf = async (filter?: Parameters<typeof places.all>[0]) =>
      (await places.all(filter)).map(({ id }) => id);
    expect(await idsOf()).to.deep.equal(sorted);
    expect(await idsOf({ isLast: true })).to.deep.equal(['a', 'b']);
    expect(await idsOf({ isLast: false, limit: 2 })).to.deep.equal(['Z', 'a%']);
    for (const [prefix, found] of Object.entries({
      a: ['a', 'a%', 'a\\', 'a_b', 'aa'],
      'a%': ['a%'],
      a_: ['a_b'],
      'a\\': ['a\\'],
      ä: ['ä'],
      x: [],
    })) {
      expect(await idsOf({ prefix }), prefix).to.deep.equal(found);
    }
    const pages: Array<string> = [];
    for (let after = ''; pages.length < ids.length; after = pages.at(-1) ?? '') {
      pages.push(...(await idsOf({ after, limit: 3 })));
    }
    expect(pages).to.deep.equal(sorted);
    expect(await idsOf({ after: 'a0' }), 'one that does not exist').to.deep.equal(
      sorted.filter((id) => id > 'a0'),
    );
    for (const filter of [
      { limit: 0 },
      { limit: -1 },
      { limit: 1.5 },
      { limit: NaN },
      { islast: true },
      { prefix: 7 },
      { after: null },
      { isLast: 'no' },
    ]) {
      const refused = await Promise.resolve()
        .then(() => places.all(filter as never))
        .catch(String);
      expect(refused, JSON.stringify(filter)).to.match(/^TypeError: \w+(?:Places|Store)/);
    }
  },

  'law 36: each part is walked on its own, and finish runs with the last of them': async ({
    places,
  }) => {
    const runs: Array<string> = [];
    const own = {
      finish: (_: unknown, walk: { readonly runs: ReadonlyArray<string> }) =>
        void runs.push(walk.runs.join()),
    };
    expect(await run(places, { ...partOf('b'), ...own })).to.deep.equal([1, 2]);
    expect(await run(places, { ...partOf('a'), ...own })).to.deep.equal([1, 2]);
    expect(runs).to.deep.equal([]);
    expect(await get(places))
      .to.include({ id: 'walk', pages: 4, objects: 4, isLast: false })
      .and.not.have.property('part');
    expect(await get(places, 'a')).to.include({ part: 'a', pages: 2, isLast: true });
    const unclaimed = { part: 'c', pages: 0, isLast: false, claimedBy: null, keptAt: null };
    expect(await get(places, 'c')).to.include(unclaimed);
    await claimOf(places, 'whole');
    const shown = (await places.all({ limit: 1 })).map(({ id, part, isLast }) => [
      id,
      part,
      isLast,
    ]);
    expect(shown, 'a limit splits no walk').to.deep.equal([
      ['walk', 'a', true],
      ['walk', 'b', true],
      ['walk', 'c', false],
    ]);
    expect((await places.all({ after: 'walk' })).map(({ id }) => id)).to.deep.equal(['whole']);
    expect(await run(places, { ...partOf('c'), ...own })).to.deep.equal([1, 2]);
    expect(await run(places, { ...partOf('c'), ...own }), 'done').to.deep.equal([2]);
    expect(runs).to.have.lengthOf(1);
    expect(await get(places)).to.include({ pages: 6, isLast: true });
  },

  'law 36: all parts at once, and a finish that throws': async ({ places }) => {
    const boom = () => {
      throw new Error('boom');
    };
    const results = await Promise.all(
      names.map((name) => run(places, { ...partOf(name), finish: boom })),
    );
    expect(results.flat().filter((each) => each === 'Error: boom').length).to.be.within(1, 3);
    let finishes = 0;
    const own = { finish: () => void (finishes += 1) };
    for (const name of names) await run(places, { ...partOf(name), ...own });
    expect(finishes, 'at most once more for each that failed').to.be.within(1, 3);
    const before = finishes;
    for (const name of names)
      expect((await run(places, { ...partOf(name), ...own })).at(-1)).to.equal(2);
    expect(finishes).to.equal(before);
  },

  'law 36: other parts, or none, are refused until the walk is forgotten, with all its parts':
    async ({ places }) => {
      const runs = new Set<string>();
      const noting: Own = { work: (page) => void runs.add(page.run) };
      await run(places, { ...partOf('a'), ...noting });
      expect(String(await run(places, partOf('a', ['a', 'b'])))).to.include('other parts');
      expect(String(await run(places))).to.include('other parts');
      expect(await run(places, partOf('a', ['c', 'b', 'a'])), 'in any order').to.deep.equal([2]);
      await run(places, { id: 'whole' });
      expect(String(await run(places, { id: 'whole', ...partOf('a') }))).to.include('no parts');
      expect(String(await run(places, partOf('a\0', ['a\0'])))).to.include('TypeError');
      await places.forget('walk');
      expect(await get(places)).to.equal(undefined);
      expect(await run(places, { ...partOf('a', ['a', 'b']), ...noting })).to.deep.equal([1, 2]);
      expect(runs.size).to.equal(2);
    },

  'law 36: a part that is forgotten begins again alone, in another run, and the walk is finished again':
    async ({ places }) => {
      const runs = new Set<string>();
      let finishes = 0;
      const own: Own = {
        work: (page) => void runs.add(page.run),
        finish: () => void (finishes += 1),
      };
      for (const name of names) await run(places, { ...partOf(name), ...own });
      await places.forget('walk', 'b');
      expect(await get(places)).to.include({ pages: 4, isLast: false });
      expect(await run(places, { ...partOf('a'), ...own })).to.deep.equal([2]);
      expect(finishes).to.equal(1);
      expect(await run(places, { ...partOf('b'), ...own })).to.deep.equal([1, 2]);
      expect([finishes, runs.size]).to.deep.equal([2, 4]);
      for (const call of ['forget', 'restart', 'release'] as const) {
        expect(await places[call]('walk', 'd').catch(String)).to.equal(
          'Error: the walk "walk" has no part "d"',
        );
      }
      for (const none of ['', null] as ReadonlyArray<string>) {
        const forgetting = places.forget('walk', none);
        expect(await forgetting.catch(String)).to.match(
          /^TypeError: the part of a walk must be a string/,
        );
      }
      expect(await get(places)).to.include({ pages: 6, isLast: true });
      await places.setMark('walk', 1, 'd').then(
        () => expect.fail(),
        () => undefined,
      );
    },

  'law 37: get and all show the mark of the last complete run, and the sums of parts none': async ({
    places,
  }) => {
    const asked: Array<Mark | undefined> = [];
    const seen: Array<unknown> = [];
    const big: Own = {
      mark: { of: ({ properties }) => BigInt(properties.id as number) + 2n ** 60n },
    };
    const prepare: Own['prepare'] = async () => seen.push((await get(places))?.mark);
    await run(places, marked(asked, { ...big, prepare }));
    await run(places, marked(asked, { ...big, prepare }));
    expect(asked).to.deep.equal([undefined, 2n ** 60n + 1n]);
    expect(seen, 'not before the last page').to.deep.equal([
      undefined,
      undefined,
      2n ** 60n + 1n,
      2n ** 60n + 1n,
    ]);
    await run(places, { id: 'parts', ...marked(asked), ...partOf('a') });
    expect((await places.all()).map(({ id, part, mark }) => [id, part, mark])).to.deep.equal([
      ['parts', 'a', 1],
      ['parts', 'b', undefined],
      ['parts', 'c', undefined],
      ['walk', undefined, 2n ** 60n + 1n],
    ]);
    expect(O.toUndefined(await places.get('parts'))).to.not.have.property('mark');
  },

  'a run that is refused supersedes nobody': async ({ places }) => {
    await run(places, marked([]));
    const walker = await claimOf(places, 'walk', true);
    expect(String(await run(places))).to.include('kept with a mark');
    expect(String(await run(places, { claim: { ifOlderThan: 0 } }))).to.include('kept with a mark');
    expect(await keepIn(places, walker, 1)).to.deep.equal(kept);
  },

  'restart drops the place and keeps the mark: for a request that has changed': async ({
    places,
  }) => {
    const asked: Array<Mark | undefined> = [];
    await run(places, marked(asked));
    await firstValueFrom(walkIn(places, marked(asked)));
    const changed = marked(asked, {}, pagesOver(undefined, 7));
    expect(String(await run(places, changed))).to.match(
      /^InvalidRequest.*another pageSize.*places\.restart\(id\)/,
    );
    const walker = await claimOf(places, 'walk', true);
    await places.restart('walk');
    expect(await keepIn(places, walker, 5)).to.deep.equal(superseded);
    expect(await get(places)).to.include({ pages: 0, isLast: false, mark: 1, claimedBy: null });
    expect(await run(places, changed)).to.deep.equal([1, 2]);
    expect(asked).to.deep.equal([undefined, 1, 1, 1]);
    await run(places, { id: 'parts', ...marked([]), ...partOf('a') });
    await firstValueFrom(walkIn(places, { id: 'parts', ...marked([]), ...partOf('b') }));
    await places.restart('parts');
    const shown = (await places.all({ prefix: 'parts' })).map(({ part, pages, mark }) => [
      part,
      pages,
      mark,
    ]);
    expect(shown).to.deep.equal([
      ['a', 0, 1],
      ['b', 0, undefined],
      ['c', 0, undefined],
    ]);
  },

  'law 42: the token is kept with the last page, restart keeps it, forget drops it, and nobody sees which':
    async ({ places }) => {
      const asked: Array<string> = [];
      expect(await run(places, byTokens(asked))).to.deep.equal([1, 2]);
      expect(await get(places))
        .to.include({ delta: true, isLast: true })
        .and.not.have.property('mark');
      expect(JSON.stringify(await places.all())).to.not.include('secret');
      await firstValueFrom(walkIn(places, byTokens(asked)));
      expect(await get(places), 'a run is under way').to.include({ delta: true, pages: 1 });
      const walker = await claimOf(places, 'walk', true);
      expect(String(await run(places)), 'refused before it supersedes anybody').to.include(
        'kept with a delta',
      );
      expect(String(await run(places, marked([])))).to.include('kept with a delta');
      expect(await keepIn(places, walker, 5)).to.deep.equal(kept);
      await run(places, byTokens(asked, { id: 'other' }));
      await places.restart('other');
      expect(await run(places, byTokens(asked, { id: 'other' }))).to.deep.equal([1, 2]);
      await places.forget('other');
      await run(places, byTokens(asked, { id: 'other' }));
      const from = asked.filter((url) => !url.includes('cursor='));
      expect(from).to.deep.equal(['', '?since=secret', '', '?since=secret', '']);
    },

  'law 17: a walk by tokens whose place is damaged reads everything after a restart': async ({
    places,
    damage,
  }) => {
    if (!damage) return;
    const asked: Array<string> = [];
    await run(places, byTokens(asked));
    damage('walk');
    expect(String(await run(places, byTokens(asked)))).to.include('is damaged');
    await places.restart('walk');
    expect(await run(places, byTokens(asked))).to.deep.equal([1, 2]);
    const from = asked.filter((url) => !url.includes('cursor='));
    expect(from).to.deep.equal(['', '']);
  },

  'law 42: delta with finish needs transactions': ({ places }) => {
    const walk = () => walkIn(places, byTokens([], { finish: () => undefined }));
    if (places.isAtomic === false) expect(walk).to.throw(TypeError, 'delta with finish needs');
    else expect(walk).to.not.throw();
    return Promise.resolve();
  },

  'law 42: finish runs with full runs only, with their run; one that failed runs first': async ({
    places,
  }) => {
    if (places.isAtomic === false) return;
    const notes: Array<string> = [];
    const note = (text: string): void => void notes.push(text);
    let isBroken = true;
    const own = byTokens([], {
      work: ({ isFull, run: name }) => note(`${isFull ? 'full' : 'part'} ${name}`),
      finish: (_, { runs }) => {
        if (isBroken) throw new Error('boom');
        note(`finish ${runs.join()}`);
      },
    });
    expect((await run(places, own)).at(-1)).to.equal('Error: boom');
    isBroken = false;
    await run(places, own);
    await run(places, own);
    const [first = ''] = notes;
    const finishes = notes.filter((text) => text.startsWith('finish'));
    expect(finishes).to.deep.equal([`finish ${first.slice(5)}`]);
    const parts = notes.filter((text) => text.startsWith('part'));
    expect(parts.length).to.be.at.least(2);
    expect(notes.indexOf(finishes[0] ?? '')).to.be.below(notes.indexOf(parts[0] ?? ''));
  },

  'law 42: after a finish that failed and a restart, the next run is a full one, and is finished':
    async ({ places }) => {
      if (places.isAtomic === false) return;
      let finishes = 0;
      const failing = byTokens([], {
        finish: () => {
          throw new Error('boom');
        },
      });
      expect((await run(places, failing)).at(-1)).to.equal('Error: boom');
      await places.restart('walk');
      expect((await get(places))?.delta).to.equal(undefined);
      const asked: Array<string> = [];
      expect(
        await run(places, byTokens(asked, { finish: () => void (finishes += 1) })),
      ).to.deep.equal([1, 2]);
      expect([asked[0], finishes]).to.deep.equal(['', 1]);
      await run(places, { ...failing, id: 'other' });
      await run(places, byTokens([], { id: 'other' }));
      await places.restart('other');
      await run(places, byTokens(asked, { id: 'other' }));
      expect(asked[2], 'a run without finish needs none').to.equal('?since=secret');
    },

  'setMark refuses a walk by tokens, and supersedes nobody': async ({ places }) => {
    await firstValueFrom(walkIn(places, byTokens([])));
    const refusal =
      /^Error: the walk "walk" asks from a token of its service \(delta\).*forget it first$/;
    expect(await places.setMark('walk', 7).catch(String), 'in its first run').to.match(refusal);
    await run(places, byTokens([]));
    const walker = await claimOf(places, 'walk', true);
    expect(await places.setMark('walk', 7).catch(String)).to.match(refusal);
    expect(await keepIn(places, walker, 5)).to.deep.equal(kept);
    await places.forget('walk');
    await places.setMark('walk', 7);
    expect(await get(places)).to.include({ mark: 7 });
  },

  'law 36: restart of a walk or a part without a mark is another run': async ({ places }) => {
    const runs: Array<string> = [];
    const noting: Own = { work: (page) => void runs.push(page.run) };
    await run(places, noting);
    await places.restart('walk');
    expect(await run(places, noting)).to.deep.equal([1, 2]);
    expect(new Set(runs).size).to.equal(2);
    await places.restart('nobody');
    const inParts: Own = { id: 'parts', ...partOf('a', ['a']), ...noting };
    runs.length = 0;
    await run(places, inParts);
    await places.restart('parts', 'a');
    await run(places, inParts);
    expect([runs.length, new Set(runs).size]).to.deep.equal([4, 2]);
  },

  'setMark sets what the next run asks from, also where there is no walk yet': async ({
    places,
  }) => {
    const asked: Array<Mark | undefined> = [];
    await places.setMark('walk', 40);
    expect(await get(places)).to.include({ mark: 40, pages: 0, isLast: false });
    expect(await run(places, marked(asked))).to.deep.equal([1, 2]);
    expect((await get(places))?.mark, 'never lower').to.equal(40);
    const walker = await claimOf(places, 'walk', true);
    await places.setMark('walk', -5);
    expect(await keepIn(places, walker, 1)).to.deep.equal(superseded);
    await run(places, marked(asked));
    expect(asked).to.deep.equal([40, -5]);
    expect((await get(places))?.mark).to.equal(1);
    for (const mark of [NaN, new Date(), 'x'.repeat(1_001)] as ReadonlyArray<Mark>) {
      expect(await places.setMark('walk', mark).catch(String)).to.include('TypeError');
    }
    await run(places, { id: 'parts', ...marked([]), ...partOf('a') });
    await places.setMark('parts', 7, 'b');
    const shown = (await places.all({ prefix: 'parts' })).map(({ mark }) => mark);
    expect(shown).to.deep.equal([1, 7, undefined]);
  },

  'release takes a walk from its walker, and others need not wait for it': async ({ places }) => {
    await firstValueFrom(walkIn(places, { claim: { by: 'one' } }));
    const walker = await claimOf(places);
    const polite: Own = { claim: { by: 'other', ifOlderThan: 60_000 } };
    expect(String(await run(places, polite))).to.include('Busy');
    await places.release('walk');
    expect(await get(places)).to.include({ pages: 1, claimedBy: null });
    expect(await keepIn(places, walker, 2)).to.deep.equal(superseded);
    expect(await run(places, polite)).to.deep.equal([2]);
    await places.release('walk');
    await places.release('nobody');
    expect(await get(places), 'done').to.include({ isLast: true, claimedBy: 'other' });
    expect(await places.get('nobody')).to.deep.equal(O.none);
    walkIn(places, { id: 'parts', ...partOf('a'), pages: () => NEVER }).subscribe();
    // The parts are known before one of them is claimed.
    const holder = async () =>
      O.toUndefined(await places.get('parts', 'a'))?.claimedBy ?? undefined;
    while ((await holder()) === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    await places.release('parts', 'a');
    expect(await run(places, { id: 'parts', ...partOf('a'), ...polite })).to.deep.equal([1, 2]);
  },

  'release takes a walk also where its next run has not kept a page yet': async ({ places }) => {
    const asked: Array<Mark | undefined> = [];
    await run(places, marked(asked));
    const walker = await claimOf(places, 'walk', true);
    await places.release('walk');
    expect(await get(places)).to.include({ isLast: true, mark: 1, claimedBy: null });
    expect(await keepIn(places, walker, 5)).to.deep.equal(superseded);
    expect(await run(places, { ...marked(asked), claim: { ifOlderThan: 60_000 } })).to.deep.equal([
      1, 2,
    ]);
    expect(asked).to.deep.equal([undefined, 1]);
  },

  'ages count from the claim where nothing is kept; of parts the oldest that is not done counts, else the newest':
    async ({ places, older }) => {
      const ageOf = async (part?: string) =>
        Math.round(((await get(places, part))?.age ?? NaN) / 60_000);
      await firstValueFrom(walkIn(places, partOf('a')));
      await firstValueFrom(walkIn(places, { ...partOf('b') }));
      await claimOf(places, 'whole');
      await older(10, 'whole');
      expect(Math.round((O.toUndefined(await places.get('whole'))?.age ?? NaN) / 60_000)).to.equal(
        10,
      );
      await older(5, 'walk', 'a');
      await older(40, 'walk', 'b');
      expect([await ageOf('a'), await ageOf('b'), await ageOf()]).to.deep.equal([5, 40, 40]);
      await run(places, partOf('b'));
      await older(90, 'walk', 'b');
      expect(await ageOf(), 'a').to.equal(5);
      for (const name of ['a', 'c']) await run(places, partOf(name));
      await older(60, 'walk', 'a');
      await older(70, 'walk', 'c');
      expect(await ageOf(), 'done').to.equal(60);
      await older(-60, 'whole');
      const age = O.toUndefined(await places.get('whole'))?.age ?? NaN;
      expect(Math.round(age / 60_000), 'the clock was set back').to.equal(60);
    },

  'prune forgets what was done before a date, leaves walks with a mark, and no claim of before counts again':
    async ({ places, older }) => {
      if (!places.prune) return;
      const prune = async (finishedBefore: Date) => places.prune?.({ finishedBefore });
      const old = await claimOf(places);
      await finish(places, old);
      await finish(places, await claimOf(places, 'young'));
      await keepIn(places, await claimOf(places, 'open'), 1);
      await run(places, { id: 'marked', ...marked([]) });
      await run(places, { id: 'changes', ...byTokens([]) });
      await run(places, { id: 'parts', ...partOf('a', ['a', 'b']) });
      for (const id of ['walk', 'open', 'marked', 'changes']) await older(120, id);
      await older(120, 'parts', 'a');
      const hourAgo = new Date(Date.now() - 3_600_000);
      expect([await prune(hourAgo), await prune(hourAgo)]).to.deep.equal([1, 0]);
      await run(places, { id: 'parts', ...partOf('b', ['a', 'b']) });
      expect(await prune(new Date(Date.now() + 60_000)), 'parts and young').to.equal(2);
      expect((await places.all()).map(({ id }) => id)).to.deep.equal(['changes', 'marked', 'open']);
      expect(await keepIn(places, old, 5)).to.deep.equal(superseded);
      const next = await claimOf(places);
      expect(next.place).to.deep.equal(O.none);
      expect(next.epoch).to.be.above(old.epoch);
      expect(await keepIn(places, old, 5)).to.deep.equal(superseded);
      for (const date of [new Date(NaN), '2026-11-18', 7, undefined]) {
        expect(await prune(date as Date).catch(String)).to.match(
          /^TypeError: \w+(?:Places|Store): finishedBefore must be a valid date$/,
        );
      }
      const misspelt = Promise.resolve().then(() =>
        places.prune?.({ finishedBefore: hourAgo, before: 1 } as never),
      );
      expect(await misspelt.catch(String)).to.match(
        /^TypeError: \w+(?:Places|Store)\.prune does not know the option before$/,
      );
    },
};

/** What every store shows of walks, and lets people change by hand. */
export const keptCases = (use: UseStore): void => {
  for (const [name, test] of Object.entries(cases)) it(name, () => use(test));
};
