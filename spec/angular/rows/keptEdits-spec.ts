import '@angular/compiler';
import { signal } from '@angular/core';
import { listOver, walking } from '../support/lists';
import { expect } from 'chai';
import { Subject } from 'rxjs';
import { providePagewalk } from '../../../src/angular/providePagewalk';
import { walkResource } from '../../../src/angular/walkResource';
import { withListCache } from '../../../src/angular/withListCache';
import { withSession } from '../../../src/angular/withSession';
import { answer, ok, type ScriptedTransport, scriptedTransport } from '../../support/scriptedTransport';
import { rendered, stable } from '../support/angular';
import { withComponents } from '../support/components';
import { type Employee, employees, key, sourceOver } from '../support/employees';
import { isCollected } from '../support/isCollected';
import { settled } from '../support/until';

type Answer = ReturnType<typeof ok>;

const ids = ({ value }: { readonly value: () => ReadonlyArray<Employee> }) => value().map(key);

const object = (id: number): Employee => ({ properties: { id } });

/** A list that is opened and left again and again. */
const visited = (script: ScriptedTransport) => {
  const { transport } = scriptedTransport();
  const app = withComponents(providePagewalk({ transport }, withListCache()));
  const visit = () => app.open(() => listOver(sourceOver(script), { cacheKey: 'employees', key }));
  return { ...app, visit };
};

describe('edits of a list that is kept', () => {
  const three = () => scriptedTransport(ok({ data: employees(0, 3) }));

  it('are still shown when it is back, and are ended there', async () => {
    const { visit } = visited(three());
    const first = visit();
    await settled();
    const [removed, inserted, patched] = [
      first.list.edit.remove(0),
      first.list.edit.insert(object(7)),
      first.list.edit.patch(2, () => object(22)),
    ];
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
    const [removed, inserted, patched] = [
      first.list.edit.remove(0),
      first.list.edit.insert(object(7)),
      first.list.edit.patch(2, () => object(22)),
    ];
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

  it('let a refresh begin again that was asked before they were confirmed, also when it is back', async () => {
    const before = new Subject<Answer>();
    const script = scriptedTransport(ok({ data: employees(0, 2) }), before, ok({ data: employees(1, 2) }));
    const { visit } = visited(script);
    const first = visit();
    await settled();
    const removed = first.list.edit.remove(0);
    first.leave();
    const second = visit();
    second.list.reload();
    removed.commit();
    before.next(ok({ data: employees(0, 2) }));
    expect([ids(second.list), script.requests.length]).to.deep.equal([[1], 3]);
  });

  it('hold nothing of its component once they are ended', async () => {
    const { open } = visited(three());
    const script = three();
    const visit = async (): Promise<WeakRef<object>> => {
      const component = { client: sourceOver(script), id: key, view: new Array(1_000) };
      const { list, leave } = open(() =>
        listOver((pace) => component.client(pace), { key: (e) => component.id(e), cacheKey: 'employees' }),
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
  it('stay over what reload brings, also if they are confirmed before it comes', async () => {
    const [first, second] = [new Subject<Answer>(), new Subject<Answer>()];
    const script = scriptedTransport(ok({ data: employees(0, 3) }), first, second);
    const { open } = visited(script);
    const { list } = open(() => walkResource({ ...walking(sourceOver(script)), key }));
    await stable();
    const [removed, inserted] = [list.edit.remove(0), list.edit.insert(object(7))];
    list.reload();
    await rendered();
    expect(ids(list)).to.deep.equal([7, 1, 2]);
    removed.commit();
    // Asked before that: it would bring the row back.
    first.next(ok({ data: employees(0, 3) }));
    await rendered();
    second.next(ok({ data: employees(1, 3) }));
    await rendered();
    expect([ids(list), list.isPrevious(), script.requests.length]).to.deep.equal([[7, 1, 2], false, 3]);
    inserted.rollback();
    expect(ids(list)).to.deep.equal([1, 2]);
  });

  it('go with the session in which they were made', async () => {
    const user = signal('ada');
    const { transport } = scriptedTransport(ok({ data: employees(0, 1) }), ok({ data: employees(1, 2) }));
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
