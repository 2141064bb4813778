import { expect } from 'chai';
import * as t from 'io-ts';
import { createElement, useSyncExternalStore } from 'react';
import {
  act,
  create,
  type ReactTestRenderer,
  type ReactTestRendererJSON,
} from 'react-test-renderer';
import { finalize, NEVER, of } from 'rxjs';
import { createClient, endpoint, type Transport } from '../../src/index';
import { createList, type List, type ListOptions } from '../../src/list/createList';
import { createListCache } from '../../src/list/createListCache';
import type { ListRules } from '../../src/list/ListState';
import { pacedClient } from '../../src/list/WalkSource';
import { windowing } from '../../src/list/window/windowing';
import { at, byCursor, byOffset, byPageNumber, query } from '../../src/paging';
import { ok } from '../support/scriptedTransport';

const Row = t.type({ id: t.union([t.number, t.undefined]) });
type Row = t.TypeOf<typeof Row>;

const described = {
  name: 'rows',
  method: 'GET',
  path: '/rows',
  items: at('data'),
  codec: Row,
} as const;
const total = at('total');
const schemes = {
  offset: endpoint({ ...described, paging: byOffset({ to: query('from'), total }) }),
  number: endpoint({ ...described, paging: byPageNumber({ to: query('page'), total }) }),
  offsetAlone: endpoint({ ...described, paging: byOffset({ to: query('from') }) }),
  numberAlone: endpoint({ ...described, paging: byPageNumber({ to: query('page') }) }),
  cursor: endpoint({ ...described, paging: byCursor({ from: at('next'), to: query('after') }) }),
};

/** Undefined where a row has no id: that is what a service may do. */
const key = (row: Row): number => (row as { readonly id: number }).id;
const keyed: ListRules<Row> = { key, window: undefined, server: undefined };
const windowed: ListRules<Row> = { ...keyed, window: windowing({ rowsAhead: 0, keepPages: 2 }) };

/** A service of ten rows, four a page, and lists over it. The rows change as one likes. */
const opened = (scheme: keyof typeof schemes, options: Partial<ListOptions<Row>> = {}) => {
  const service = {
    rows: Array.from({ length: 10 }, (_, id): Row => ({ id })),
    size: 4,
    isLost: false,
    aborted: 0,
  };
  const requests: Array<string> = [];
  const transport: Transport = ({ url }) => {
    const { search, searchParams: asked } = new URL(url, 'http://host');
    requests.push(search);
    if (service.isLost) return NEVER.pipe(finalize(() => (service.aborted += 1)));
    const { rows, size } = service;
    const after = asked.has('after')
      ? rows.findIndex(({ id }) => Number(id) > Number(asked.get('after')))
      : 0;
    const from = Number(
      asked.get('from') ?? (asked.has('page') ? size * (Number(asked.get('page')) - 1) : after),
    );
    const data = rows.slice(from, from + size);
    return of(
      ok({ data, total: rows.length, ...(from + size < rows.length && { next: data.at(-1)?.id }) }),
    );
  };
  const client = createClient({ transport, retry: false });
  const errors: Array<unknown> = [];
  const open = (): List<Row> =>
    createList<Row>({
      source: (pace) => pacedClient(client, pace).objects(schemes[scheme], {}),
      rules: keyed,
      onError: (thrown) => errors.push(thrown),
      ...options,
    });
  const list = open();
  const forget = (...ids: ReadonlyArray<number>): void => {
    service.rows = service.rows.filter(({ id }) => id === undefined || !ids.includes(id));
  };
  /** Inserts a row, here and there: it is the first one. */
  const insert = (id: number): void => {
    const edit = { type: 'insert', object: { id } } as const;
    service.rows = [edit.object, ...service.rows];
    list.send({ type: 'edit', edit });
    list.send({ type: 'commit', edit });
  };
  /** Removes a row, here and there. */
  const remove = (id: number): void => {
    forget(id);
    const edit = { type: 'remove', key: id } as const;
    list.send({ type: 'edit', edit });
    list.send({ type: 'commit', edit });
  };
  return { service, requests, errors, list, open, forget, insert, remove };
};

/** Lets what is due begin. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const more = async (list: List<Row>): Promise<ReadonlyArray<unknown>> => {
  list.send({ type: 'more' });
  await turn();
  return idsOf(list);
};

const idsOf = (list: List<Row>): ReadonlyArray<unknown> =>
  list.snapshot().rows.value.map(({ id }) => id);

/** The row at an index, once somebody has looked there for a while. */
const lookAt = async (list: List<Row>, index: number, rows = 1) => {
  list.send({ type: 'look', ranges: [{ start: index, end: index + rows }] });
  for (let turns = 0; turns < 8; turns += 1) await turn();
  const { blocks } = list.snapshot().rows;
  const block = blocks.find(
    ({ first, rows: { length } }) => index >= first && index < first + length,
  );
  return block?.rows[index - block.first]?.id;
};

describe('createList', () => {
  it('fills a list page by page, from a plain script, and says so once for each change', async () => {
    const { list, requests } = opened('offset');
    const said: Array<string> = [];
    const leave = list.subscribe(() => {
      const { view, rows } = list.snapshot();
      said.push(`${view.status} ${rows.value.length}`);
    });
    expect([list.snapshot() === list.snapshot(), requests]).to.deep.equal([true, []]);
    expect(await more(list)).to.deep.equal([0, 1, 2, 3]);
    await more(list);
    leave();
    expect(await more(list)).to.have.lengthOf(10);
    expect(said).to.deep.equal([
      'loading 0',
      'loading 4',
      'idle 4',
      'loading 4',
      'loading 8',
      'idle 8',
    ]);
    expect([list.snapshot().view.status, list.snapshot().view.progress]).to.deep.equal([
      'end',
      { pages: 3, objects: 10, total: 10 },
    ]);
    expect(requests).to.deep.equal(['', '?from=4', '?from=8']);
  });

  it('knows how many objects there are at its end, also where the last page does not say so', async () => {
    const { list, service } = opened('offset');
    service.rows = service.rows.slice(0, 4);
    await more(list);
    await more(list);
    const { status, progress } = list.snapshot().view;
    expect([status, progress]).to.deep.equal(['end', { pages: 2, objects: 4, total: 4 }]);
  });

  it('aborts what is under way when it is destroyed, and says nothing more', async () => {
    const { list, service } = opened('offset');
    service.isLost = true;
    await more(list);
    list.destroy();
    expect([service.aborted, list.snapshot().isBusy, await more(list)]).to.deep.equal([
      1,
      false,
      [],
    ]);
  });

  it('is a store for useSyncExternalStore of React', async () => {
    const { list } = opened('offset');
    const Rows = () => {
      const { view, rows } = useSyncExternalStore(list.subscribe, list.snapshot);
      return createElement('ul', { 'aria-busy': view.status === 'loading' }, rows.value.length);
    };
    let mounted: ReactTestRenderer | undefined;
    const drawn = (): ReadonlyArray<unknown> => {
      const { props, children } = mounted?.toJSON() as ReactTestRendererJSON;
      return [props['aria-busy'] as unknown, ...(children ?? [])];
    };
    await act(async () => {
      mounted = create(createElement(Rows));
      await turn();
    });
    const shown: Array<unknown> = [drawn()];
    for (let page = 0; page < 2; page += 1) {
      await act(async () => {
        await more(list);
      });
      shown.push(drawn());
    }
    expect(shown).to.deep.equal([
      [false, '0'],
      [false, '4'],
      [false, '8'],
    ]);
    mounted?.unmount();
    list.destroy();
  });
});

describe('a row that was removed', () => {
  for (const scheme of ['offset', 'number'] as const)
    it(`loses no other one though a page comes before that is confirmed (${scheme})`, async () => {
      const { list, forget } = opened(scheme);
      await more(list);
      const edit = { type: 'remove', key: 1 } as const;
      list.send({ type: 'edit', edit });
      forget(1);
      await more(list);
      list.send({ type: 'commit', edit });
      await turn();
      expect([idsOf(list).slice(0, 5), list.snapshot().view.progress.total]).to.deep.equal([
        [0, 2, 3, 4, 5],
        9,
      ]);
      await more(list);
      expect(await more(list)).to.deep.equal([0, 2, 3, 4, 5, 6, 7, 8, 9]);
    });

  for (const scheme of ['offset', 'number'] as const)
    it(`loses no other one after one was inserted that the service has elsewhere (${scheme})`, async () => {
      const { list, remove, service } = opened(scheme);
      await more(list);
      const edit = { type: 'insert', object: { id: 10 } } as const;
      service.rows.push(edit.object);
      list.send({ type: 'edit', edit });
      list.send({ type: 'commit', edit });
      remove(1);
      await more(list);
      await more(list);
      expect(await more(list)).to.deep.equal([10, 0, 2, 3, 4, 5, 6, 7, 8, 9]);
    });

  for (const scheme of ['offset', 'number'] as const)
    it(`loses no other one though all pages have come with a reload (${scheme})`, async () => {
      const { list, insert, remove } = opened(scheme);
      insert(10);
      list.send({ type: 'reload' });
      await turn();
      expect(idsOf(list)).to.deep.equal([10, 0, 1, 2]);
      remove(0);
      for (let pages = 0; pages < 4; pages += 1) await more(list);
      expect([idsOf(list), list.snapshot().view.status]).to.deep.equal([
        [10, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        'end',
      ]);
    });

  for (const [scheme, sent] of [
    ['offset', '?from=3'],
    ['number', '?page=1'],
    ['cursor', '?after=3'],
  ] as const)
    it(`loses no other one (${scheme})`, async () => {
      const { list, remove, requests } = opened(scheme);
      await more(list);
      remove(1);
      expect(list.snapshot().view.progress).to.deep.include({
        objects: 3,
        ...(scheme !== 'cursor' && { total: 9 }),
      });
      await more(list);
      expect(requests[1]).to.equal(sent);
      await more(list);
      expect(await more(list)).to.deep.equal([0, 2, 3, 4, 5, 6, 7, 8, 9]);
      remove(9);
      expect(list.snapshot().view).to.deep.include({ status: 'end' });
    });

  it('while the next page is on its way has that page asked for again', async () => {
    const { list, remove, requests, service } = opened('offset');
    await more(list);
    service.isLost = true;
    await more(list);
    service.isLost = false;
    remove(0);
    await turn();
    expect([requests.slice(1), service.aborted, idsOf(list)]).to.deep.equal([
      ['?from=4', '?from=3'],
      1,
      [1, 2, 3, 4, 5, 6, 7],
    ]);
  });

  it('and one that was inserted lose none: what comes again is known by its key', async () => {
    const { list, service } = opened('offset');
    await more(list);
    const edit = { type: 'insert', object: { id: 99 } } as const;
    service.rows = [...service.rows, edit.object];
    list.send({ type: 'edit', edit });
    list.send({ type: 'commit', edit });
    await more(list);
    expect(await more(list)).to.deep.equal([99, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  for (const scheme of ['offset', 'number'] as const)
    it(`from the first page of a window does not stop it, also if somebody looks far behind (${scheme})`, async () => {
      const { list, remove, service } = opened(scheme, { rules: windowed });
      service.rows = Array.from({ length: 30 }, (_, id) => ({ id }));
      await lookAt(list, 0);
      service.isLost = true;
      await lookAt(list, 20);
      service.isLost = false;
      remove(3);
      await lookAt(list, 20);
      expect(idsOf(list)).to.include(21);
    });

  for (const scheme of ['offset', 'number', 'cursor'] as const)
    it(`from a window loses no other one, and none is there twice (${scheme})`, async () => {
      const { list, remove, service, errors } = opened(scheme, { rules: windowed });
      service.rows = Array.from({ length: 30 }, (_, id) => ({ id }));
      for (let index = 0; index < 14; index += 1) await lookAt(list, index);
      remove(9);
      remove(11);
      const left = service.rows.map(({ id }) => id);
      expect(left).to.have.lengthOf(28);
      const [down, up]: [Array<unknown>, Array<unknown>] = [[], []];
      for (const index of left.keys()) if (index >= 8) down.push(await lookAt(list, index));
      for (const index of [...left.keys()].reverse()) up.unshift(await lookAt(list, index));
      expect([down, up, list.snapshot().rows.length, errors]).to.deep.equal([
        left.slice(8),
        left,
        28,
        [],
      ]);
    });
});

describe('a window', () => {
  for (const scheme of ['offset', 'number', 'cursor'] as const)
    it(`has no row twice though one was removed whose page is not in memory any more (${scheme})`, async () => {
      const { list, service, forget } = opened(scheme, { rules: windowed });
      service.rows = Array.from({ length: 22 }, (_, id) => ({ id }));
      await lookAt(list, 3);
      const edit = { type: 'remove', key: 3 } as const;
      list.send({ type: 'edit', edit });
      for (const index of [4, 8]) await lookAt(list, index);
      expect(idsOf(list)).to.not.include(0);
      forget(3);
      list.send({ type: 'commit', edit });
      const left = service.rows.map(({ id }) => id);
      const down: Array<unknown> = [];
      for (const index of left.keys()) down.push(await lookAt(list, index));
      expect(down).to.deep.equal(left);
    });

  it('shows a row no more that was removed, also while it is reloaded', async () => {
    const { list, service, remove } = opened('offset', { rules: windowed });
    for (const index of [0, 4]) await lookAt(list, index);
    service.isLost = true;
    list.send({ type: 'reload' });
    remove(1);
    remove(4);
    expect([idsOf(list), list.snapshot().rows.length]).to.deep.equal([[0, 2, 3, 5, 6, 7], 8]);
    service.isLost = false;
    list.send({ type: 'reload' });
    remove(0);
    const down: Array<unknown> = [];
    for (const index of service.rows.keys()) down.push(await lookAt(list, index));
    expect(down).to.deep.equal([2, 3, 5, 6, 7, 8, 9]);
  });

  it('leaves a page that one has scrolled past, and does not ask for the next one at once', async () => {
    const { list, service, requests } = opened('cursor', { rules: windowed });
    service.rows = Array.from({ length: 30 }, (_, id) => ({ id }));
    for (const index of [0, 4, 8, 12, 16, 20]) await lookAt(list, index);
    service.isLost = true;
    const sent = requests.length;
    for (const start of [8, 0]) {
      list.send({ type: 'look', ranges: [{ start, end: start + 1 }] });
      // No timer can fire meanwhile, however slow the machine.
      for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
    }
    expect([requests.slice(sent), service.aborted]).to.deep.equal([['?after=7'], 1]);
    expect(list.snapshot().view.status).to.equal('loading');
    list.destroy();
  });

  it('comes to rest though the empty page at its end would take the room of another one', async () => {
    const window = windowing({ rowsAhead: 3, keepPages: 3 });
    const { list, service, requests } = opened('numberAlone', { rules: { ...keyed, window } });
    [service.rows, service.size] = [Array.from({ length: 13 }, (_, id) => ({ id })), 2];
    // It would never stop to ask.
    Object.defineProperty(service, 'isLost', { get: () => requests.length > 50 });
    for (const index of [0, 4, 8, 12]) await lookAt(list, index, 3);
    const sent = requests.length;
    expect([await lookAt(list, 12, 3), requests.length - sent, sent > 50]).to.deep.equal([
      12,
      0,
      false,
    ]);
  });
});

describe('a row that was inserted', () => {
  for (const pages of [0, 1])
    it(`leaves the page wanted that is on its way, which is asked for again behind the first one (${pages})`, async () => {
      const { list, insert, service } = opened('offset');
      for (let come = 0; come < pages; come += 1) await more(list);
      service.isLost = true;
      await more(list);
      service.isLost = false;
      insert(10);
      await turn();
      expect([idsOf(list), service.aborted]).to.deep.equal([
        pages === 0 ? [10] : [10, 0, 1, 2, 3, 4, 5, 6].slice(0, 4 + 4 * pages),
        pages,
      ]);
    });

  for (const scheme of ['offsetAlone', 'numberAlone'] as const)
    it(`stops nothing though it has moved a page of one row to the next one (${scheme})`, async () => {
      const { list, insert, service } = opened(scheme);
      [service.rows, service.size] = [[{ id: 0 }], 1];
      await more(list);
      insert(10);
      expect(await more(list)).to.deep.equal([10, 0]);
      await more(list);
      expect([idsOf(list), list.snapshot().view.status]).to.deep.equal([[10, 0], 'end']);
    });
});

describe('a reload', () => {
  it('that brings an object without a key fails once, says what failed, and leaves the rows', async () => {
    const { list, service, requests, errors } = opened('offset');
    await more(list);
    service.rows = [{ id: undefined }, ...service.rows];
    list.send({ type: 'reload' });
    for (let turns = 0; turns < 5; turns += 1) await turn();
    const { status, error } = list.snapshot().view;
    expect([requests.length, idsOf(list), status, errors.map(String)]).to.deep.equal([
      2,
      [0, 1, 2, 3],
      'idle',
      ['TypeError: key must be a string or a number, but is undefined'],
    ]);
    expect(error).to.deep.include({
      _tag: 'InvalidEnvelope',
      problems: [{ at: 'key', message: 'threw an exception' }],
    });
  });

  it('shows no row twice where two of its pages overlap', async () => {
    const { list, service } = opened('offset');
    await more(list);
    await more(list);
    service.rows = [0, 1, 2, 3, 3, 4, 5, 6].map((id) => ({ id }));
    list.send({ type: 'reload' });
    expect(idsOf(list)).to.deep.equal([0, 1, 2, 3, 4, 5, 6]);
  });

  it('that was under way when a list was left is made up for when it is back', async () => {
    const cache = createListCache(20, 60_000);
    const made = opened('offset', {
      cache: (reload) => cache.open(undefined, 'rows', reload, 'rows'),
    });
    await more(made.list);
    made.service.isLost = true;
    const edit = { type: 'remove', key: 3 } as const;
    made.list.send({ type: 'edit', edit });
    made.list.send({ type: 'reload' });
    made.list.destroy();
    expect(made.service.aborted).to.equal(1);
    made.service.isLost = false;
    made.forget(0);
    // An edit that ends meanwhile reaches the rows, and changes nothing of that.
    made.list.send({ type: 'commit', edit });
    const back = made.open();
    expect(idsOf(back)).to.deep.equal([0, 1, 2]);
    await turn();
    expect([idsOf(back), made.requests.length]).to.deep.equal([[1, 2, 3, 4], 3]);
    cache.destroy();
  });
});

describe('an edit whose key is none', () => {
  it('is undone when it is committed, and ends nothing', async () => {
    const { list, errors } = opened('offset');
    await more(list);
    const edit = { type: 'insert', object: { id: undefined } } as const;
    list.send({ type: 'edit', edit });
    list.send({ type: 'commit', edit });
    expect([idsOf(list), list.snapshot().view.status, errors.length]).to.deep.equal([
      [0, 1, 2, 3],
      'idle',
      1,
    ]);
  });
});

describe('edits in any order', () => {
  const patchOf = (id: number, text: string) =>
    ({ type: 'patch', key: id, change: (row: Row) => ({ ...row, text }) }) as const;
  const textOf = (list: List<Row>, id: number): unknown =>
    list.snapshot().rows.value.find((row) => row.id === id);

  it('show what was written last, whichever is confirmed first', async () => {
    const { list } = opened('offset');
    await more(list);
    const [first, second] = [patchOf(2, 'first'), patchOf(2, 'second')];
    for (const edit of [first, second]) list.send({ type: 'edit', edit });
    for (const edit of [second, first]) list.send({ type: 'commit', edit });
    expect(textOf(list, 2)).to.deep.equal({ id: 2, text: 'second' });
  });

  it('keep a change of an inserted row that is confirmed before its insert', async () => {
    const { list } = opened('offset');
    await more(list);
    const [insert, patch] = [{ type: 'insert', object: { id: 20 } } as const, patchOf(20, 'new')];
    for (const edit of [insert, patch]) list.send({ type: 'edit', edit });
    for (const edit of [patch, insert]) list.send({ type: 'commit', edit });
    expect(textOf(list, 20)).to.deep.equal({ id: 20, text: 'new' });
  });

  it('give an inserted row its real key, also for edits that wait and for later ones', async () => {
    const { list } = opened('offset');
    await more(list);
    const [insert, patch] = [{ type: 'insert', object: { id: -1 } } as const, patchOf(-1, 'a')];
    for (const edit of [insert, patch]) list.send({ type: 'edit', edit });
    list.send({ type: 'commit', edit: insert, row: { id: 20 } });
    expect(textOf(list, 20)).to.deep.equal({ id: 20, text: 'a' });
    list.send({ type: 'edit', edit: { type: 'remove', key: -1 } });
    expect(idsOf(list)).to.deep.equal([0, 1, 2, 3]);
  });

  it('show each of several rows that were inserted with the same temporary key, one after another', async () => {
    const { list } = opened('offset');
    await more(list);
    const shown = [20, 21].flatMap((id) => {
      const insert = { type: 'insert', object: { id: -1 } } as const;
      list.send({ type: 'edit', edit: insert });
      const waiting = idsOf(list).slice(0, 2);
      list.send({ type: 'commit', edit: insert, row: { id } });
      return [waiting, idsOf(list).slice(0, 2)];
    });
    expect(shown).to.deep.equal([
      [-1, 0],
      [20, 0],
      [-1, 20],
      [21, 20],
    ]);
  });

  it('are those of the row before while they wait, though its temporary key is used again', async () => {
    const { list } = opened('offset');
    await more(list);
    const insert = { type: 'insert', object: { id: -1 } } as const;
    const patch = patchOf(-1, 'of 20');
    for (const edit of [insert, patch]) list.send({ type: 'edit', edit });
    list.send({ type: 'commit', edit: insert, row: { id: 20 } });
    const again = { type: 'insert', object: { id: -1 } } as const;
    list.send({ type: 'edit', edit: again });
    list.send({ type: 'commit', edit: patch });
    list.send({ type: 'commit', edit: again, row: { id: 21 } });
    expect([textOf(list, 21), textOf(list, 20)]).to.deep.equal([
      { id: 21 },
      { id: 20, text: 'of 20' },
    ]);
  });

  it('are those of the row before also when the one that uses it again is confirmed first', async () => {
    const { list } = opened('offset');
    await more(list);
    const insert = { type: 'insert', object: { id: -1 } } as const;
    const behind = { type: 'insert', object: { id: 30 }, after: -1 } as const;
    const patch = patchOf(-1, 'of 20');
    for (const edit of [insert, behind, patch]) list.send({ type: 'edit', edit });
    list.send({ type: 'commit', edit: insert, row: { id: 20 } });
    const again = { type: 'insert', object: { id: -1 } } as const;
    list.send({ type: 'edit', edit: again });
    list.send({ type: 'commit', edit: again, row: { id: 21 } });
    expect([idsOf(list).slice(0, 4), textOf(list, 21), textOf(list, 20)]).to.deep.equal([
      [21, 20, 30, 0],
      { id: 21 },
      { id: 20, text: 'of 20' },
    ]);
  });

  it('that give a row another key show it once, though it comes under that one', async () => {
    const { list, service } = opened('cursor');
    await more(list);
    const edit = { type: 'patch', key: 2, change: (row: Row) => ({ ...row, id: 5.5 }) } as const;
    service.rows = [0, 1, 3, 4, 5, 5.5, 6].map((id) => ({ id }));
    list.send({ type: 'edit', edit });
    list.send({ type: 'commit', edit });
    expect(await more(list)).to.deep.equal([0, 1, 5.5, 3, 4, 5, 6]);
  });

  it('count an inserted row once that a reload has brought before it is confirmed', async () => {
    const { list, service } = opened('offset');
    await more(list);
    const edit = { type: 'insert', object: { id: 20 } } as const;
    list.send({ type: 'edit', edit });
    service.rows = [edit.object, ...service.rows];
    list.send({ type: 'reload' });
    await turn();
    const totalOf = () => list.snapshot().view.progress.total;
    expect(totalOf()).to.equal(11);
    list.send({ type: 'commit', edit });
    expect([totalOf(), idsOf(list)]).to.deep.equal([11, [20, 0, 1, 2]]);
  });

  it('are inserted behind a row, and first without it', async () => {
    const { list } = opened('offset');
    await more(list);
    for (const [id, after] of [
      [20, 2],
      [21, 2],
      [22, 20],
      [23, 99],
    ] as const)
      list.send({ type: 'edit', edit: { type: 'insert', object: { id }, after } });
    expect(idsOf(list)).to.deep.equal([23, 0, 1, 2, 21, 20, 22, 3]);
  });

  for (const type of ['patch', 'remove'] as const)
    it(`let a reload end (${type}): it costs its pages, and one for each removal`, async () => {
      const { list, service, requests } = opened('offset');
      service.rows = Array.from({ length: 40 }, (_, id) => ({ id }));
      for (let page = 0; page < 10; page += 1) await more(list);
      const sent = requests.length;
      let confirmed = 0;
      // Each request sees an edit being confirmed before its response comes.
      Object.defineProperty(service, 'size', {
        get: () => {
          const key = 39 - confirmed;
          if (requests.length > sent && confirmed < 5) {
            confirmed += 1;
            const edit = type === 'patch' ? patchOf(key, 'now') : ({ type, key } as const);
            queueMicrotask(() => {
              if (type === 'remove') service.rows = service.rows.filter(({ id }) => id !== key);
              list.send({ type: 'edit', edit });
              list.send({ type: 'commit', edit });
            });
          }
          return 4;
        },
      });
      list.send({ type: 'reload' });
      for (let turns = 0; turns < 80; turns += 1) await turn();
      expect(list.snapshot().isBusy).to.equal(false);
      expect(requests.length - sent).to.be.at.most(type === 'patch' ? 10 : 10 + 5 + 2);
      expect(idsOf(list)).to.have.lengthOf(type === 'patch' ? 40 : 35);
    });

  it('add no page to a reload: twenty rows stay twenty', async () => {
    const { list, service, insert, requests } = opened('offset');
    service.rows = Array.from({ length: 200 }, (_, id) => ({ id }));
    service.size = 20;
    await more(list);
    for (let id = 300; id < 306; id += 1) {
      insert(id);
      list.send({ type: 'reload' });
      for (let turns = 0; turns < 10; turns += 1) await turn();
    }
    expect([idsOf(list).length, requests.length]).to.deep.equal([20, 7]);
  });

  it('are lost with the rows: clear drops them', async () => {
    const { list } = opened('offset');
    await more(list);
    list.send({ type: 'edit', edit: { type: 'insert', object: { id: 20 } } });
    list.send({ type: 'clear' });
    await turn();
    expect(idsOf(list)).to.deep.equal([0, 1, 2, 3]);
  });
});

describe('a list that is paused', () => {
  it('asks for nothing until retry, also where it is reloaded', async () => {
    const { list, requests } = opened('offset');
    await more(list);
    list.send({ type: 'pause' });
    list.send({ type: 'reload' });
    await turn();
    expect([list.snapshot().view.status, requests.length]).to.deep.equal(['paused', 1]);
    list.send({ type: 'retry' });
    await turn();
    expect([list.snapshot().view.status, requests.length]).to.deep.equal(['idle', 2]);
  });
});
