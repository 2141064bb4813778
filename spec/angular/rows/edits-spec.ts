import '@angular/compiler';
import { ErrorHandler, signal } from '@angular/core';
import { expect } from 'chai';
import { NEVER, type Observable, of, Subject } from 'rxjs';
import {
  providePagewalk,
  type WalkList,
  walkResource,
  withListCache,
  withSession,
} from '../../../src/angular/index';
import type { Edit } from '../../../src/list/edits/Edit';
import { putOver } from '../../../src/list/edits/putOver';
import { endpoint, type Key, type Transport } from '../../../src/index';
import { at, byOffset, query } from '../../../src/paging';
import {
  type ScriptedTransport,
  answer,
  ok,
  scriptedTransport,
} from '../../support/scriptedTransport';
import { application, handling, stable } from '../support/angular';
import { withComponents } from '../support/components';
import { employee, Employee, employees, key, sourceOver } from '../support/employees';
import { isCollected } from '../support/isCollected';
import { listOver, windowOver, walking } from '../support/lists';
import { settled } from '../support/until';

import fc from 'fast-check';

type Answer = ReturnType<typeof ok>;

interface Named {
  readonly id: number;
  readonly name: string;
}

const idOf = ({ id }: Named): number => id;
const keys = { of: idOf, real: (key: Key) => key };

const ids = ({ value }: { readonly value: () => ReadonlyArray<Employee> }) => value().map(key);

const object = (id: number): Employee => ({ properties: { id } });

const listWith = async (...script: ReadonlyArray<Answer | Observable<Answer>>) => {
  const list = application().run(() => listOver(sourceOver(scriptedTransport(...script)), { key }));
  await settled();
  return list;
};

describe('edits', () => {
  const rows: ReadonlyArray<Named> = [1, 2, 3].map((id) => ({ id, name: `name ${id}` }));
  const pages = [rows.slice(0, 2), rows.slice(2)].map((some, page) => ({
    first: 2 * page,
    rows: some,
    invalid: [],
  }));
  const afterEdits = (edits: ReadonlyArray<Edit<Named>>): ReadonlyArray<Named> =>
    putOver(pages, edits, keys).flatMap((block) => block.rows);

  it('change, add and remove a row, in their order', () => {
    const edits: ReadonlyArray<Edit<Named>> = [
      { type: 'insert', object: { id: 9, name: 'new' } },
      { type: 'patch', key: 9, change: (row) => ({ ...row, name: 'newer' }) },
      { type: 'remove', key: 2 },
    ];
    const edited = afterEdits(edits).map(({ id, name }) => `${id} ${name}`);
    expect(edited).to.deep.equal(['9 newer', '1 name 1', '3 name 3']);
    expect(putOver(pages, [], keys)).to.equal(pages);
  });

  it('leave every other row the object that it is, and never give a key twice', () => {
    const edit = fc.oneof(
      fc.record({ type: fc.constant('remove' as const), key: fc.nat(5) }),
      fc.record({
        type: fc.constant('insert' as const),
        object: fc.record({ id: fc.nat(5), name: fc.string() }),
      }),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
        const edited = afterEdits(edits).map(idOf);
        expect(new Set(edited).size).to.equal(edited.length);
      }),
    );
  });
});

describe('optimistic rows', () => {
  it('are shown at once, and are gone after rollback', async () => {
    const list = await listWith(ok({ data: employees(0, 3) }));
    const removed = list.edit.remove(1);
    const inserted = list.edit.insert(object(7));
    const patched = list.edit.patch(2, () => object(22));
    expect(ids(list)).to.deep.equal([7, 0, 22]);
    expect(list.value()).to.have.lengthOf(3);
    removed.rollback();
    inserted.rollback();
    patched.rollback();
    patched.commit();
    expect(ids(list)).to.deep.equal([0, 1, 2]);
  });

  it('that throw are dropped, go to the ErrorHandler, and end nothing', async () => {
    const { handled, handler } = handling();
    const source = sourceOver(
      scriptedTransport(
        ok({ data: employees(0, 2), nextPageToken: 't' }),
        ok({ data: employees(2, 3) }),
      ),
    );
    const list = application(handler).run(() => windowOver(source, { key, rowsAhead: 0 }));
    const seen: Array<number> = [];
    const views = new Subject<{ start: number; end: number }>();
    list.connect({ viewChange: views }).subscribe((rows) => seen.push(rows.length));
    await settled();
    const broken = new Error('broken');
    list.edit.patch(1, () => {
      throw broken;
    });
    expect(ids(list)).to.deep.equal([0, 1]);
    await settled();
    list.edit.remove(0);
    views.next({ start: 0, end: 2 });
    await settled();
    expect([handled, seen.at(-1), ids(list)]).to.deep.equal([[broken], 2, [1, 2]]);
  });

  it('that throw are undone before the ErrorHandler hears of it, which may reload the list, or throw', async () => {
    const handled: Array<unknown> = [];
    const handleError = (thrown: unknown): void => {
      if (handled.push(thrown) > 9) return;
      list.reload();
      throw thrown;
    };
    const source = sourceOver(
      scriptedTransport(...[2, 3, 4].map((rows) => ok({ data: employees(0, rows) }))),
    );
    const list = application({ provide: ErrorHandler, useValue: { handleError } }).run(() =>
      listOver(source, { key }),
    );
    await settled();
    const broken = new Error('broken');
    const patch = () =>
      list.edit.patch(1, () => {
        throw broken;
      });
    expect(patch).to.throw('broken');
    list.reload();
    await settled();
    expect([handled, ids(list), list.status()]).to.deep.equal([[broken], [0, 1, 2, 3], 'end']);
  });

  it('are those of a viewport too, and of walkResource, and need a key', async () => {
    const source = sourceOver(scriptedTransport(ok({ data: employees(0, 2) })));
    const virtual = application().run(() => windowOver(source, { key }));
    const seen: Array<ReadonlyArray<unknown>> = [];
    const note = (rows: ReadonlyArray<Employee | undefined>) =>
      seen.push(rows.map((row) => row?.properties.id));
    virtual.connect({ viewChange: new Subject() }).subscribe(note);
    await settled();
    virtual.edit.remove(0).rollback();
    expect(seen.slice(-2)).to.deep.equal([[1], [0, 1]]);

    const other = sourceOver(scriptedTransport(ok({ data: employees(0, 2) })));
    const list = application().run(() => walkResource({ ...walking(other), key }));
    list.edit.remove(0).commit();
    await stable();
    list.edit.remove(0);
    expect(ids(list)).to.deep.equal([1]);

    const keyless = application().run(() => listOver(source));
    expect(() => keyless.edit.remove(1)).to.throw(/remove needs to know objects by a key/);
  });
});

/** A list that is opened and left again and again. */
const visited = (script: ScriptedTransport) => {
  const { transport } = scriptedTransport();
  const app = withComponents(providePagewalk({ transport }, withListCache()));
  const visit = () => app.open(() => listOver(sourceOver(script), { cacheKey: 'employees', key }));
  return { ...app, visit };
};

describe('edits of a list that is kept', () => {
  const allEdits = ({ edit }: WalkList<Employee>) =>
    [edit.remove(0), edit.insert(object(7)), edit.patch(2, () => object(22))] as const;
  const three = () => scriptedTransport(ok({ data: employees(0, 3) }));

  it('are still shown when it is back, and are ended there', async () => {
    const { visit } = visited(three());
    const first = visit();
    await settled();
    const [removed, inserted, patched] = allEdits(first.list);
    first.leave();
    const second = visit();
    expect(ids(second.list)).to.deep.equal([7, 1, 22]);
    removed.commit();
    inserted.rollback();
    expect(ids(second.list)).to.deep.equal([1, 22]);
    second.leave();
    const third = visit();
    expect(ids(third.list)).to.deep.equal([1, 22]);
    patched.rollback();
    expect(ids(third.list)).to.deep.equal([1, 2]);
  });

  it('that are ended while it is away have reached it when it is back', async () => {
    const { visit } = visited(three());
    const first = visit();
    await settled();
    const [removed, inserted, patched] = allEdits(first.list);
    first.leave();
    await settled();
    inserted.commit();
    removed.rollback();
    patched.commit();
    const second = visit();
    expect(ids(second.list)).to.deep.equal([7, 0, 1, 22]);
    for (const end of [inserted.rollback, removed.commit, patched.rollback]) end();
    expect(ids(second.list)).to.deep.equal([7, 0, 1, 22]);
  });

  it('that throw when they are confirmed while it is away are undone, and go to the ErrorHandler', async () => {
    const { handled, handler } = handling();
    const { transport } = scriptedTransport();
    const app = withComponents(handler, providePagewalk({ transport }, withListCache()));
    const script = three();
    const visit = () =>
      app.open(() => listOver(sourceOver(script), { cacheKey: 'employees', key }));
    const first = visit();
    await settled();
    const broken = new Error('broken');
    const gone = { isGone: false };
    const patched = first.list.edit.patch(2, () => {
      if (gone.isGone) throw broken;
      return object(22);
    });
    first.leave();
    await settled();
    gone.isGone = true;
    patched.commit();
    expect([handled, ids(visit().list)]).to.deep.equal([[broken], [0, 1, 2]]);
  });

  it('lie over the rows of a list that had none when it was left', async () => {
    const { visit } = visited(scriptedTransport(answer(503, {}), ok({ data: employees(0, 2) })));
    const first = visit();
    await settled();
    expect(first.list.status()).to.equal('error');
    const inserted = first.list.edit.insert(object(7));
    first.leave();
    const second = visit();
    await settled();
    expect([ids(second.list), second.list.status()]).to.deep.equal([[7, 0, 1], 'end']);
    inserted.rollback();
    expect(ids(second.list)).to.deep.equal([0, 1]);
  });

  it('that are confirmed while it is away do not count as its first page', async () => {
    const { visit } = visited(scriptedTransport(ok({ data: [employee(7), ...employees(0, 2)] })));
    const first = visit();
    const inserted = first.list.edit.insert(object(7));
    first.leave();
    inserted.commit();
    const second = visit();
    await settled();
    expect([ids(second.list), second.list.status()]).to.deep.equal([[7, 0, 1], 'end']);
  });

  it('that are confirmed while it is away begin no walk, though a page was on its way', async () => {
    const paging = byOffset({ to: query('from'), total: at('count') });
    const rows = endpoint({
      name: 'rows',
      method: 'GET',
      path: '/rows',
      items: at('data'),
      records: 'properties',
      paging,
    });
    const transport: Transport = ({ url }) =>
      url === '/rows' ? of(ok({ data: employees(0, 2), count: 9 })) : NEVER;
    const { open } = withComponents(providePagewalk({ transport, retry: false }, withListCache()));
    let walks = 0;
    const { list, leave } = open(() =>
      walkResource({
        stream: ({ client }) => {
          walks += 1;
          return client.objects(rows, { properties: Employee });
        },
        key,
        cacheKey: 'rows',
      }),
    );
    await settled();
    list.loadMore();
    const removed = list.edit.remove(0);
    await settled();
    leave();
    removed.commit();
    expect(walks).to.equal(1);
  });

  it('hold nothing of its component once they are ended', async () => {
    const { open } = visited(three());
    const script = three();
    const visit = async (): Promise<WeakRef<object>> => {
      const component = { client: sourceOver(script), id: key, view: new Array(1_000) };
      const { list, leave } = open(() =>
        listOver((pace) => component.client(pace), {
          key: (e) => component.id(e),
          cacheKey: 'employees',
        }),
      );
      await settled();
      const patched = list.edit.patch(2, (row) => (component.view.length > 0 ? object(22) : row));
      leave();
      await settled();
      patched.commit();
      return new WeakRef(component);
    };
    const component = await visit();
    await settled();
    expect(await isCollected(component)).to.equal(true);
    const { list } = open(() => listOver(sourceOver(script), { key, cacheKey: 'employees' }));
    expect(ids(list)).to.deep.equal([0, 1, 22]);
  });
});

describe('edits of a list that begins again', () => {
  it('go with the session in which they were made', async () => {
    const user = signal('ada');
    const { transport } = scriptedTransport(
      ok({ data: employees(0, 1) }),
      ok({ data: employees(1, 2) }),
    );
    const app = withComponents(
      providePagewalk(
        { transport },
        withSession(() => user()),
      ),
    );
    const { list } = app.open(() => listOver(sourceOver({ transport }), { key }));
    await settled();
    const inserted = list.edit.insert(object(7));
    user.set('grace');
    await stable();
    await settled();
    expect(ids(list)).to.deep.equal([1]);
    inserted.commit();
    expect(ids(list)).to.deep.equal([1]);
  });
});
