import '@angular/compiler';
import { Injector, computed, inject, signal } from '@angular/core';
import { createWatch } from '@angular/core/primitives/signals';
import { expect } from 'chai';
import {
  NEVER,
  Observable,
  Subject,
  concat,
  filter,
  firstValueFrom,
  map,
  of,
  throwError,
} from 'rxjs';
import { injectMessageFor, type PagewalkFeature, providePagewalk } from '../../src/angular';
import type { WalkSource } from '../../src/list/WalkSource';
import { type WalkResourceOptions, walkResource } from '../../src/angular/walkResource';
import { createClient, endpoint, type Transport, walkError } from '../../src/index';
import { at, byCursor, query } from '../../src/paging';
import { answer, ok, pagesOf, scriptedTransport } from '../support/scriptedTransport';
import { application, handling, rendered, stable } from './support/angular';
import {
  type Employee,
  employees,
  idsOf,
  key,
  pagesOfEmployees,
  sourceOver,
} from './support/employees';
import { type ListOptions, listOver, walking, more } from './support/lists';
import { render } from './support/server';
import { settled, until } from './support/until';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';

interface Params {
  readonly type: string;
  readonly text: string;
}

/** A service that has three pages of two objects for every type, and tells what it was asked for. */
const service = (
  hanging: ReadonlyArray<string> = [],
  failing: ReadonlyArray<string> = [],
  late: Observable<unknown> = NEVER,
) => {
  const asked: Array<string> = [];
  const aborted: Array<string> = [];
  const transport: Transport = ({ url }) =>
    new Observable((subscriber) => {
      const { pathname, searchParams } = new URL(url, 'http://host');
      const page = Number(searchParams.get('pageToken') ?? 0);
      const what = `${pathname.split('/').at(-1) ?? ''}-${page + 1}`;
      asked.push(what);
      const result = failing.includes(what)
        ? answer(503, {})
        : ok({
            data: employees(page * 2, page * 2 + 2),
            ...(page < 2 && { nextPageToken: String(page + 1) }),
          });
      const answers = hanging.includes(what) ? late.pipe(map(() => result)) : of(result);
      const answering = answers.subscribe(subscriber);
      return () => {
        answering.unsubscribe();
        if (hanging.includes(what)) aborted.push(what);
      };
    });
  return { client: createClient({ transport, retry: false }), asked, aborted };
};

const made = (
  { client }: ReturnType<typeof service>,
  options: Partial<
    WalkResourceOptions<Params, { readonly properties: Record<string, unknown> }>
  > = {},
) => {
  const type = signal('a');
  const text = signal('');
  const app = application();
  const list = app.run(() =>
    walkResource({
      params: (): Params | undefined =>
        type() === '' ? undefined : { type: type(), text: text() },
      client,
      stream: ({ params, client: paced }) =>
        paced.list({ ontologyRid: 'o', objectType: `${params.type}${params.text}` }),
      key: ({ properties }) => String(properties.id),
      ...options,
    }),
  );
  return { type, text, list, app };
};

const idsIn = ({ value }: ReturnType<typeof made>['list']): ReadonlyArray<unknown> =>
  value().map(({ properties }) => properties.id);

describe('walkResource', () => {
  it('aborts the walk before and begins the next when a signal changes, without an effect of the component', async () => {
    const backend = service(['a-1']);
    const { list, type } = made(backend);
    await until(() => backend.asked.length > 0);
    expect(backend.asked).to.deep.equal(['a-1']);
    type.set('b');
    await stable();
    expect(backend.aborted).to.deep.equal(['a-1']);
    expect([list.status(), idsIn(list)]).to.deep.equal(['idle', [0, 1]]);
    expect(backend.asked).to.deep.equal(['a-1', 'b-1']);
  });

  it('does nothing while its params are undefined, and drops its rows when they become so', async () => {
    const backend = service();
    const { list, type } = made(backend);
    type.set('');
    await stable();
    list.reload();
    expect([list.status(), list.progress().pages]).to.deep.equal(['idle', 0]);
    expect(backend.asked).to.deep.equal([]);
    type.set('a');
    await stable();
    expect(idsIn(list)).to.deep.equal([0, 1]);
    type.set('');
    await stable();
    expect([list.status(), idsIn(list), list.progress()]).to.deep.equal([
      'idle',
      [],
      { pages: 0, objects: 0 },
    ]);
  });

  it('begins nothing anew for params that say the same', async () => {
    const backend = service();
    const { list, text } = made(backend);
    await stable();
    list.loadMore();
    await stable();
    text.set('x');
    text.set('');
    await stable();
    expect([backend.asked, idsIn(list)]).to.deep.equal([
      ['a-1', 'a-2'],
      [0, 1, 2, 3],
    ]);
  });

  it('with debounce sends one request for a word, not one for each letter', async () => {
    const backend = service();
    const { list, text } = made(backend, { debounceTime: 600 });
    await stable();
    expect(backend.asked).to.deep.equal(['a-1']);
    for (const word of ['k', 'ka', 'kal', 'kalo']) {
      text.set(word);
      await settled();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(idsIn(list)).to.deep.equal([0, 1]);
    await stable();
    expect(backend.asked).to.deep.equal(['a-1', 'akalo-1']);
  });

  it('with debounce sends none for a letter that is taken back, and waits for no time to do nothing', async () => {
    const backend = service();
    const { list, text, type } = made(backend, { debounceTime: 600 });
    await stable();
    text.set('k');
    await settled();
    text.set('');
    await stable();
    expect(backend.asked).to.deep.equal(['a-1']);
    text.set('k');
    await settled();
    type.set('');
    await settled();
    await until(() => list.value().length === 0);
    await stable();
    expect(backend.asked).to.deep.equal(['a-1']);
  });

  it('with debounce reloads where that is asked for before a letter is taken back', async () => {
    const backend = service();
    const { list, text } = made(backend, { debounceTime: 60_000 });
    await stable();
    text.set('k');
    await rendered();
    list.reload();
    text.set('');
    await stable();
    expect([list.status(), backend.asked]).to.deep.equal(['idle', ['a-1', 'a-1']]);
  });

  it('with keepPrevious shows the rows before, marked as such, until the first new page', async () => {
    const backend = service(['b-1']);
    const { list, type } = made(backend, { keepPrevious: true });
    await stable();
    expect(list.isPrevious()).to.equal(false);
    type.set('b');
    await until(() => backend.asked.includes('b-1'));
    expect([idsIn(list), list.isPrevious(), list.status()]).to.deep.equal([
      [0, 1],
      true,
      'loading',
    ]);
    type.set('c');
    await stable();
    expect([idsIn(list), list.isPrevious(), list.status()]).to.deep.equal([[0, 1], false, 'idle']);
    expect(backend.asked).to.deep.equal(['a-1', 'b-1', 'c-1']);
  });

  it('with keepPrevious reloads the new rows where a change of the rows before is confirmed meanwhile', async () => {
    const late = new Subject<void>();
    const backend = service(['b-1'], [], late);
    const { list, type } = made(backend, { keepPrevious: true });
    await stable();
    type.set('b');
    await until(() => backend.asked.includes('b-1'));
    const removed = list.edit.remove('1');
    expect([idsIn(list), list.isPrevious()]).to.deep.equal([[0], true]);
    removed.commit();
    late.next();
    await until(() => backend.asked.length === 3);
    late.next();
    await stable();
    expect([backend.asked, list.status()]).to.deep.equal([['a-1', 'b-1', 'b-1'], 'idle']);
  });

  it('reloads the rows of other params that were asked for before a change was confirmed', async () => {
    const late = new Subject<void>();
    const backend = service(['b-1'], [], late);
    const { list, type } = made(backend);
    await stable();
    const removed = list.edit.remove('1');
    type.set('b');
    await until(() => backend.asked.includes('b-1'));
    removed.commit();
    late.next();
    await until(() => backend.asked.length === 3);
    late.next();
    await stable();
    expect([backend.asked, list.status()]).to.deep.equal([['a-1', 'b-1', 'b-1'], 'idle']);
  });

  it('reloads rows that were asked for before a change was confirmed that was made while there were none', async () => {
    const late = new Subject<void>();
    const backend = service(['b-1'], [], late);
    const { list, type } = made(backend);
    type.set('');
    await stable();
    const removed = list.edit.remove('1');
    type.set('b');
    await until(() => backend.asked.includes('b-1'));
    late.next();
    removed.commit();
    await until(() => backend.asked.length === 2);
    late.next();
    await stable();
    expect([backend.asked, list.status()]).to.deep.equal([['b-1', 'b-1'], 'idle']);
  });

  it('with keepPrevious shows the error of a walk with the rows before', async () => {
    const { list, type } = made(service([], ['b-1']), { keepPrevious: true });
    await stable();
    type.set('b');
    await stable();
    expect([list.status(), list.error()?._tag, list.isPrevious(), idsIn(list)]).to.deep.equal([
      'error',
      'HttpFailure',
      true,
      [0, 1],
    ]);
  });

  it('law 9: aborts its request when its injection context is destroyed, and begins nothing after that', async () => {
    const backend = service(['a-1']);
    const { list, app, type } = made(backend, { debounceTime: 10 });
    await until(() => backend.asked.length > 0);
    type.set('b');
    app.leave();
    expect([backend.aborted, list.status()]).to.deep.equal([['a-1'], 'idle']);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(backend.asked).to.deep.equal(['a-1']);
  });

  it('walks once without params, and needs an injection context or an injector', async () => {
    const injector = application().run(() => inject(Injector));
    const one = walking(() => of(E.right('a row')));
    const list = walkResource({
      client: one.client,
      stream: ({ params, client }) => one.stream({ client }).pipe(map(() => E.right(params))),
      injector,
    });
    await stable();
    expect([list.status(), list.value()]).to.deep.equal(['end', [null]]);
    expect(() => walkResource({ stream: () => NEVER })).to.throw(/injection context/);
    expect(() => walkResource({ stream: () => NEVER, injector, debounceTime: -1 })).to.throw(
      /debounce/,
    );
  });
});

const onePage = pagesOf(pagesOfEmployees(1, 2));

const followingText = (
  options: Partial<WalkResourceOptions<string, Employee>> = {},
  ...features: ReadonlyArray<PagewalkFeature>
) => {
  const text = signal<string | undefined>('a');
  const { handled, handler } = handling();
  const script = scriptedTransport(...onePage, ...onePage, ...onePage);
  const app = application(providePagewalk({ transport: script.transport }, ...features), handler);
  const list = app.run(() =>
    walkResource({ params: () => text(), ...walking(sourceOver(script)), key, ...options }),
  );
  const says = () => [list.status(), list.value().length, list.isPrevious()];
  return { text, list, says, handled, script, app };
};

describe('the params of walkResource', () => {
  it('count from the moment they change: a new list is loading, and a changed one has other rows', async () => {
    const { text, says, list } = followingText();
    expect([...says(), list.hasMore()]).to.deep.equal(['loading', 0, false, true]);
    await stable();
    expect([...says(), list.hasMore()]).to.deep.equal(['end', 2, false, false]);
    text.set('b');
    expect(says()).to.deep.equal(['loading', 0, false]);
    await stable();
    text.set(undefined);
    expect([...says(), list.hasMore()]).to.deep.equal(['idle', 0, false, false]);
  });

  it('law 1: load nothing before the first loadMore of a lazy list, which says so', async () => {
    const { list, text, says, script } = followingText({ lazy: true });
    expect(says()).to.deep.equal(['idle', 0, false]);
    await stable();
    text.set('b');
    expect(says()).to.deep.equal(['idle', 0, false]);
    await stable();
    expect(script.requests).to.deep.equal([]);
    await more(list);
    expect(idsOf(list.value())).to.deep.equal([0, 1]);
  });

  it('say that they are waited for while they may still change', async () => {
    const { list, text, says, script } = followingText({ debounceTime: 60_000 });
    await stable();
    text.set('b');
    expect(says()).to.deep.equal(['loading', 2, true]);
    await rendered();
    expect(says()).to.deep.equal(['loading', 2, true]);
    list.loadMore();
    text.set('a');
    expect(says()).to.deep.equal(['end', 2, false]);
    await stable();
    expect(script.requests).to.have.lengthOf(1);
  });

  it('that throw are an error with a sentence, said once to the ErrorHandler, until they are right again', async () => {
    const bug = new Error('no such type');
    const type = signal<string | undefined>(undefined);
    const { list, handled, says } = followingText({
      params: () => {
        if (type() === undefined) throw bug;
        return 'a';
      },
    });
    expect(says()).to.deep.equal(['error', 0, false]);
    await stable();
    expect([list.status(), list.error()?._tag, handled]).to.deep.equal([
      'error',
      'InvalidRequest',
      [bug],
    ]);
    expect(application().run(injectMessageFor)(list.error())).to.include('Something is wrong');
    list.retry();
    list.reload();
    expect(list.status()).to.equal('error');
    type.set('x');
    await stable();
    expect(says()).to.deep.equal(['end', 2, false]);
    type.set(undefined);
    await stable();
    expect([...says(), handled.length]).to.deep.equal(['error', 0, false, 2]);
  });

  it('whose stream throws are an error as well, and retry tries again', async () => {
    let isBroken = true;
    const script = scriptedTransport(...onePage);
    const { list, handled } = followingText({
      ...walking((pace) => {
        if (isBroken) throw new Error('a bug');
        return sourceOver(script)(pace);
      }),
    });
    await stable();
    expect([list.status(), list.error()?._tag, handled.length]).to.deep.equal([
      'error',
      'InvalidRequest',
      1,
    ]);
    isBroken = false;
    list.retry();
    await stable();
    expect([list.status(), list.value().length]).to.deep.equal(['end', 2]);
  });

  it('of which no name can be followingText are an error as well, until they are others', async () => {
    const { list, text, handled, says, script } = followingText({
      params: () => (text() === 'a' ? (new Map() as never) : text()),
      cacheKey: 'employees',
    });
    await stable();
    expect([...says(), list.error()?._tag, handled.length]).to.deep.equal([
      'error',
      0,
      false,
      'InvalidRequest',
      1,
    ]);
    text.set('b');
    await stable();
    expect([...says(), handled.length]).to.deep.equal(['end', 2, false, 1]);
    text.set('a');
    await stable();
    expect([...says(), handled.length]).to.deep.equal(['error', 0, false, 2]);
    text.set('b');
    await stable();
    expect([...says(), script.requests.length]).to.deep.equal(['end', 2, false, 1]);
  });

  it('are not told apart from those before while a list that hangs is left', async () => {
    const { list, text } = followingText({ stream: () => NEVER });
    await rendered();
    text.set('b');
    await rendered();
    expect(list.status()).to.equal('loading');
  });
});

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
    const list = app.run(() =>
      listOver((pace) => client.list({ ontologyRid: 'o', objectType: 't', ...pace })),
    );
    await waiting;
    expect([list.status(), app.tasks()]).to.deep.equal(['loading', 1]);
    await until(() => list.status() === 'end');
    expect(app.tasks()).to.equal(0);
  });

  it('shows what an operator of the source delays as soon as it comes', async () => {
    const later = new Promise<E.Either<never, number>>((resolve) =>
      setImmediate(resolve, E.right(1)),
    );
    const list = inContext(() => concat(later, NEVER));
    await settled();
    await settled();
    expect(list.value()).to.deep.equal([1]);
  });
});

describe('an error in walkResource', () => {
  it('law 41: says that there is more, and is no end', async () => {
    const { transport } = scriptedTransport(ok({ data: [1, 2], next_token: 't' }));
    const paging = byCursor({ from: at('nextToken'), to: query('c') });
    const things = endpoint({ name: 'things', method: 'GET', path: '/things', paging });
    const list = inContext(({ valve }) => createClient({ transport }).objects(things, { valve }));
    await settled();
    expect([list.status(), list.value(), list.hasMore()]).to.deep.equal(['error', [1, 2], true]);
    expect(list.error()).to.include({ rule: 'MoreElsewhere', at: 'next_token' });
    expect(application().run(injectMessageFor)(list.error())).to.be.a('string').that.is.not.empty;
  });

  it('is the last thing that is shown of a walk', async () => {
    const error = walkError('TimedOut', {
      after: 1,
      progress: { pages: 0, objects: 0, attempts: 1 },
    });
    const list = inContext(() => of(E.right(1), E.left(error), E.right(2)));
    await settled();
    expect([list.status(), list.value()]).to.deep.equal(['error', [1]]);
  });

  it('that the source, an operator of it or the key throws goes to the ErrorHandler', async () => {
    const boom = new Error('boom');
    const sources: ReadonlyArray<readonly [tag: string, WalkSource<number>, (() => never)?]> = [
      ['InvalidRequest', () => throwError(() => boom)],
      [
        'InvalidRequest',
        () => {
          throw boom;
        },
      ],
      [
        'InvalidEnvelope',
        () => of(E.right(1)),
        () => {
          throw boom;
        },
      ],
    ];
    for (const [tag, source, throwing] of sources) {
      const { handled, handler } = handling();
      const list = application(handler).run(() => listOver(source, { key: throwing }));
      await settled();
      expect(handled).to.deep.equal([boom]);
      expect([list.status(), list.error()?._tag]).to.deep.equal(['error', tag]);
    }
  });
});

describe('restarting walkResource', () => {
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
