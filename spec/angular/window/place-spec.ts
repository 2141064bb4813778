import '@angular/compiler';
import { signal } from '@angular/core';
import { expect } from 'chai';
import { providePagewalk } from '../../../src/angular/providePagewalk';
import { type WalkWindow, walkWindow } from '../../../src/angular/walkWindow';
import { withListCache } from '../../../src/angular/withListCache';
import { rendered } from '../support/angular';
import { withComponents } from '../support/components';
import { Employee, key } from '../support/employees';
import { scrollOf } from '../support/lists';
import { settled } from '../support/until';
import { type Book, book, idsIn, numbers, viewport } from './book';
import { toEnd, windowedList } from './lists';

const params = { ontologyRid: 'o', objectType: 't', properties: Employee };

/** A component with a window, and what its viewport sees. */
const shownOver = (service: Book) => {
  const app = withComponents(
    providePagewalk(() => ({ transport: service.transport, retry: false as const }), withListCache()),
  );
  const open = () => {
    const opened = app.open(() =>
      walkWindow({ stream: ({ client }) => client.list(params), pages: 3, rowsAhead: 0, key, cacheKey: 'all' }),
    );
    const view = viewport();
    let rows: ReadonlyArray<Employee | undefined> = [];
    opened.list.connect(view).subscribe((now) => {
      rows = now;
    });
    return { ...opened, view, rows: () => rows };
  };
  return { ...app, show: open };
};

describe('the place of a list with a window', () => {
  it('is kept while the component is away: rows that were seen are there at once, others are asked for by their tokens', async () => {
    const service = book(100, 10);
    const { show, leave: end } = shownOver(service);
    const first = show();
    await toEnd(first, 800);
    scrollOf(first.list).offset = 24_000;
    first.leave();
    service.asked.length = 0;

    const second = show();
    expect([scrollOf(second.list).offset, second.rows().length]).to.deep.equal([24_000, 810]);
    second.view.look(790, 800);
    expect(idsIn(second.rows(), 790, 800)).to.deep.equal(numbers(790, 800));
    await settled();
    expect(service.asked).to.deep.equal([]);
    await second.view.scrollTo(300);
    expect([idsIn(second.rows(), 300, 310), service.asked]).to.deep.equal([numbers(300, 310), [30]]);
    await second.view.scrollTo(800);
    await second.view.scrollTo(810);
    expect([second.rows().length, second.list.status()]).to.deep.equal([830, 'idle']);
    second.leave();
    end();
  });

  it('belongs to its params', async () => {
    const text = signal('a');
    const service = book(5, 10);
    const app = withComponents(
      providePagewalk(() => ({ transport: service.transport, retry: false as const }), withListCache()),
    );
    const { list } = app.open(() =>
      walkWindow({
        params: () => ({ text: text() }),
        stream: ({ params: { text: objectType }, client }) => client.list({ ...params, objectType }),
        pages: 2,
        rowsAhead: 0,
        cacheKey: 'texts',
      }),
    );
    const view = viewport();
    list.connect(view).subscribe();
    await rendered();
    await view.scrollTo(0);
    await view.scrollTo(10);
    expect(list.progress().objects).to.equal(30);
    text.set('b');
    await rendered();
    expect(list.progress().objects).to.equal(10);
    text.set('a');
    await rendered();
    expect(list.progress().objects).to.equal(30);
    app.leave();
  });
});

describe('edits of a list with a window', () => {
  const shown = async (size = 30) => {
    const service = book(10, 10);
    const made = windowedList(service, { key });
    await toEnd(made, size);
    return { service, ...made };
  };
  const removed = (list: WalkWindow<Employee>, id: number) => list.edit.remove(id);

  it('change and remove rows at once, and rollback brings them back', async () => {
    const { list, rows, view } = await shown();
    await view.scrollTo(12, 18);
    const length = rows().length;
    const patched = list.edit.patch(13, () => ({ properties: { id: 1_300 } }));
    const gone = removed(list, 12);
    expect([idsIn(rows(), 10, 14), rows().length]).to.deep.equal([[10, 11, 1_300, 14], length - 1]);
    gone.rollback();
    patched.rollback();
    expect([idsIn(rows(), 10, 14), rows().length]).to.deep.equal([[10, 11, 12, 13], length]);
  });

  it('stay over a page that is dropped and comes again, until the service has made them', async () => {
    const { list, rows, view, service } = await shown(100);
    await view.scrollTo(12, 18);
    const gone = removed(list, 12);
    await view.scrollTo(80);
    await view.scrollTo(60);
    await view.scrollTo(12, 18);
    expect(idsIn(rows(), 10, 13)).to.deep.equal([10, 11, 13]);
    gone.commit();
    expect(idsIn(rows(), 10, 13)).to.deep.equal([10, 11, 13]);
    expect(service.asked.length).to.be.above(10);
  });

  it('need a key', async () => {
    const { list, view } = windowedList(book(2, 10));
    await view.scrollTo(0);
    expect(() => list.edit.remove(1)).to.throw(/remove needs to know objects by a key/);
  });
});
