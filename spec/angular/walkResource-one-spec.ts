import '@angular/compiler';
import { computed, ErrorHandler, inject, Injector, signal } from '@angular/core';
import { createWatch } from '@angular/core/primitives/signals';
import { listOver, type ListOptions } from './support/lists';
import type { WalkSource } from '../../src/angular/WalkList';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, filter, finalize, firstValueFrom, NEVER, of, throwError } from 'rxjs';
import { createClient } from '../../src/client/createClient';
import { walkError } from '../../src/model/errors/WalkError';
import { answer, ok, pagesOf, scriptedTransport } from '../support/scriptedTransport';
import { application } from './support/angular';
import { employee, employees, expired, idsOf, key, pagesOfEmployees, sourceOver, tokensOf } from './support/employees';
import { render } from './support/server';
import { settled, until } from './support/until';

const inContext = <T>(source: WalkSource<T>, options?: ListOptions<T>) =>
  application().run(() => listOver(source, options));

const unavailable = answer(503, {});

describe('walkResource with one walk', () => {
  it('keeps an application from being stable while it loads, also between two attempts', async () => {
    const { transport } = scriptedTransport(unavailable, ok({ data: employees(0, 2) }));
    const app = render();
    const client = createClient({ transport, retry: () => O.some(20) });
    const retries = client.events.pipe(filter(({ type }) => type === 'retry'));
    const waiting = firstValueFrom(retries);
    const list = app.run(() => listOver((pace) => client.list({ ontologyRid: 'o', objectType: 't', ...pace })));
    await waiting;
    expect([list.status(), app.tasks()]).to.deep.equal(['loading', 1]);
    await until(() => list.status() === 'end');
    expect(app.tasks()).to.equal(0);
  });

  it('loads the first page by itself, and one page for each loadMore', async () => {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(3, 2)));
    const list = inContext(sourceOver(script));
    expect([list.status(), list.value(), list.progress()]).to.deep.equal(['loading', [], { pages: 0, objects: 0 }]);
    await settled();
    expect(idsOf(list.value())).to.deep.equal([0, 1]);
    expect(list.status()).to.equal('idle');
    expect(script.requests).to.have.lengthOf(1);

    list.loadMore();
    await settled();
    expect(idsOf(list.value())).to.deep.equal([0, 1, 2, 3]);
    expect(list.progress()).to.deep.equal({ pages: 2, objects: 4 });

    list.loadMore();
    await settled();
    expect(idsOf(list.value())).to.deep.equal([0, 1, 2, 3, 4, 5]);
    expect([list.status(), list.progress()]).to.deep.equal(['end', { pages: 3, objects: 6 }]);

    list.loadMore();
    await settled();
    expect(script.requests).to.have.lengthOf(3);
  });

  it('law 1: loads nothing before the first loadMore where it is lazy', async () => {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(2, 2)));
    const list = inContext(sourceOver(script), { lazy: true });
    await settled();
    expect(script.requests).to.have.lengthOf(0);
    list.loadMore();
    await settled();
    expect(idsOf(list.value())).to.deep.equal([0, 1]);
  });

  it('law 6: sets an object apart that its codec refuses, and continues', async () => {
    const script = scriptedTransport(...pagesOf([[employee(0), employee('no number'), null, employee(3)]]));
    const list = inContext(sourceOver(script));
    await settled();
    expect(idsOf(list.value())).to.deep.equal([0, 3]);
    expect([list.status(), list.error()]).to.deep.equal(['end', undefined]);
    expect(list.invalid()).to.have.lengthOf(2);
    expect(list.invalid()[0]).to.have.nested.property('problems[0].at', 'properties.id');
  });

  it('gives a new array when there are more rows, the same one otherwise, and a page as one change', async () => {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(2, 3)));
    const list = inContext(sourceOver(script));
    const lengths = computed(() => list.value().length);
    await settled();
    const before = list.value();
    expect(list.value()).to.equal(before);
    expect(lengths()).to.equal(3);
    list.loadMore();
    await settled();
    expect(list.value()).to.not.equal(before);
    expect(before).to.have.lengthOf(3);
    expect(lengths()).to.equal(6);
  });

  it('shows what an operator of the source delays as soon as it comes', async () => {
    const later = new Promise<E.Either<never, number>>((resolve) => setImmediate(resolve, E.right(1)));
    const list = inContext(() => concat(later, NEVER));
    await settled();
    await settled();
    expect(list.value()).to.deep.equal([1]);
  });
});

describe('an error in walkResource', () => {
  it('is shown with the rows so far, and loadMore continues with the page that failed', async () => {
    const script = scriptedTransport(
      ok({ data: employees(0, 2), nextPageToken: 't1' }),
      unavailable,
      ok({ data: employees(2, 4), nextPageToken: 't2' }),
      ok({ data: employees(4, 6) }),
    );
    const list = inContext(sourceOver(script));
    await settled();
    list.loadMore();
    await settled();
    expect([list.status(), list.error()?._tag]).to.deep.equal(['error', 'HttpFailure']);
    expect(idsOf(list.value())).to.deep.equal([0, 1]);

    // So does retry.
    list.loadMore();
    await settled();
    expect([list.status(), list.error()]).to.deep.equal(['idle', undefined]);
    expect(idsOf(list.value())).to.deep.equal([0, 1, 2, 3]);
    list.loadMore();
    await settled();
    expect(idsOf(list.value())).to.deep.equal([0, 1, 2, 3, 4, 5]);
    expect(list.progress()).to.deep.equal({ pages: 3, objects: 6 });
    expect(tokensOf(script)).to.deep.equal(['', 't1', 't1', 't2']);
  });

  it('law 7: that follows the objects of its page is shown after them', async () => {
    const script = scriptedTransport(ok({ data: employees(0, 2), nextPageToken: '' }));
    const list = inContext(sourceOver(script));
    await settled();
    expect([list.status(), list.error()?._tag]).to.deep.equal(['error', 'ProtocolViolation']);
    expect(list.progress()).to.deep.equal({ pages: 1, objects: 2 });
  });

  it('is the last thing that is shown of a walk', async () => {
    const error = walkError('TimedOut', { after: 1, progress: { pages: 0, objects: 0, attempts: 1 } });
    const list = inContext(() => of(E.right(1), E.left(error), E.right(2)));
    await settled();
    expect([list.status(), list.value()]).to.deep.equal(['error', [1]]);
  });

  it('that the source, an operator of it or the key throws goes to the ErrorHandler', async () => {
    const boom = new Error('boom');
    const sources: ReadonlyArray<readonly [WalkSource<number>, (() => never)?]> = [
      [() => throwError(() => boom)],
      [
        () => {
          throw boom;
        },
      ],
      [
        () => of(E.right(1)),
        () => {
          throw boom;
        },
      ],
    ];
    for (const [source, throwing] of sources) {
      const handled: Array<unknown> = [];
      const handleError = (error: unknown) => handled.push(error);
      const list = application({ provide: ErrorHandler, useValue: { handleError } }).run(() =>
        listOver(source, { key: throwing }),
      );
      await settled();
      expect(handled).to.deep.equal([boom]);
      expect([list.status(), list.error()]).to.deep.equal(['error', undefined]);
    }
  });
});

describe('law 13: an expired page token in walkResource', () => {
  const firstTwo = ok({ data: [...employees(0, 2), null], nextPageToken: 't1' });

  it('goes unnoticed where there is a key: one loadMore brings new rows, and none twice', async () => {
    const script = scriptedTransport(
      firstTwo,
      expired,
      firstTwo,
      ok({ data: employees(2, 4), nextPageToken: 't2' }),
      ok({ data: employees(4, 5) }),
    );
    const list = inContext(sourceOver(script), { key });
    await settled();
    list.loadMore();
    await settled();
    expect(idsOf(list.value())).to.deep.equal([0, 1, 2, 3]);
    expect(list.status()).to.equal('idle');
    list.loadMore();
    await settled();
    expect(idsOf(list.value())).to.deep.equal([0, 1, 2, 3, 4]);
    expect(tokensOf(script)).to.deep.equal(['', 't1', '', 't1', 't2']);
  });
});

describe('law 9: leaving walkResource', () => {
  it('is what the end of the injection context does, once for all', async () => {
    let aborted = 0;
    const hanging = NEVER.pipe(finalize(() => (aborted += 1)));
    const script = scriptedTransport(ok({ data: employees(0, 2), nextPageToken: 't' }), hanging);
    const app = application();
    const list = app.run(() => listOver(sourceOver(script)));
    await settled();
    list.loadMore();
    await settled();
    expect([list.status(), aborted]).to.deep.equal(['loading', 0]);
    app.leave();
    expect([list.status(), aborted]).to.deep.equal(['idle', 1]);
    list.retry();
    list.reload({ clear: true });
    list.loadMore();
    await settled();
    expect([list.status(), script.requests.length]).to.deep.equal(['idle', 2]);
  });
});

describe('restarting walkResource', () => {
  it('drops the rows, reads what the source reads again, and loads the first page', async () => {
    const objectType = signal('employee');
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(1, 3)), ok({ data: employees(0, 2) }));
    const list = inContext(
      (pace) =>
        createClient({ transport: script.transport }).list({ ontologyRid: 'o', objectType: objectType(), ...pace }),
      { key: ({ properties }) => String(properties.id) },
    );
    await settled();
    expect(list.value()).to.have.lengthOf(3);
    objectType.set('office');
    list.reload({ clear: true });
    await settled();
    expect(list.value()).to.have.lengthOf(2);
    expect([list.status(), list.progress()]).to.deep.equal(['end', { pages: 1, objects: 2 }]);
    expect(script.requests[1]?.url).to.match(/office$/);
  });

  it('makes an effect that does it depend on nothing', () => {
    const objectType = signal('employee');
    const list = inContext(() => of(E.right(objectType())));
    const due: Array<string> = [];
    // What an effect is made of; effects themselves need a document.
    const effect = createWatch(
      () => {
        list.reload({ clear: true });
      },
      () => {
        due.push(objectType());
      },
      true,
    );
    effect.notify();
    effect.run();
    objectType.set('office');
    expect(due).to.deep.equal(['employee']);
  });
});

describe('making walkResource', () => {
  it('inside of a computed neither tracks nor throws', async () => {
    const injector = application().run(() => inject(Injector));
    const read = signal(0);
    let made = 0;
    const list = computed(() => {
      made += 1;
      return listOver(() => of(E.right(read())), { injector });
    });
    list();
    await settled();
    read.set(1);
    list();
    expect(made).to.equal(1);
  });
});
