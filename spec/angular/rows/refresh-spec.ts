import '@angular/compiler';
import { DOCUMENT } from '@angular/common';
import { signal } from '@angular/core';
import { expect } from 'chai';
import { isDeepStrictEqual } from 'node:util';
import { NEVER, type Observable, asyncScheduler } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import {
  injectListCache,
  providePagewalk,
  walkResource,
  withListCache,
} from '../../../src/angular/index';
import { sameValue } from '../../../src/model/json/sameValue';
import { answer, ok, scriptedTransport } from '../../support/scriptedTransport';
import { application, handling, rendered, tick } from '../support/angular';
import { withComponents } from '../support/components';
import { type Employee, employee, employees, key, sourceOver } from '../support/employees';
import { type ListOptions, listOver, scrollOf, walking } from '../support/lists';
import { settled } from '../support/until';

type Answer = ReturnType<typeof ok>;

const ids = ({ value }: { readonly value: () => ReadonlyArray<Employee> }) => value().map(key);

const renamed = (id: number) => ({ properties: { id, name: 'renamed' } });

const listWith = async (
  script: ReadonlyArray<Answer | Observable<Answer>>,
  options: ListOptions<Employee> = { key },
) => {
  const scripted = scriptedTransport(...script);
  const list = application(handling().handler).run(() => listOver(sourceOver(scripted), options));
  await settled();
  return { list, scripted };
};

describe('refresh', () => {
  it('puts what has changed in its place; rows that did not change stay the same objects', async () => {
    const { list, scripted } = await listWith([
      ok({ data: employees(0, 3), nextPageToken: 't' }),
      ok({ data: [employee(9), employee(0), renamed(2)], nextPageToken: 'u' }),
    ]);
    const [zero] = list.value();
    scrollOf(list).offset = 70;
    list.reload();
    expect(ids(list)).to.deep.equal([9, 0, 2]);
    expect(list.value()[1]).to.equal(zero);
    expect(list.value()[2]?.properties).to.deep.equal({ id: 2, name: 'renamed' });
    expect([list.status(), scrollOf(list).offset, list.progress().pages]).to.deep.equal([
      'idle',
      70,
      1,
    ]);
    expect(scripted.requests).to.have.lengthOf(2);
  });

  it('writes no signal where nothing has changed', async () => {
    const page = ok({ data: employees(0, 3) });
    const { list } = await listWith([page, page]);
    const [value, objects] = [list.value(), list.value()];
    list.reload();
    expect([list.value() === value, list.value() === objects, list.status()]).to.deep.equal([
      true,
      true,
      'end',
    ]);
  });

  const hidden: ReadonlyArray<
    readonly [what: string, refreshOn: ReadonlyArray<'visible'>, requests: Array<number>]
  > = [
    ['makes up at once for a turn that was left out while the page was hidden', [], [1, 2]],
    ['does so once where it is to come then anyway', ['visible'], [2, 3]],
  ];
  for (const [what, refreshOn, requests] of hidden)
    it(what, () =>
      new TestScheduler(() => undefined).run(({ flush }) => {
        const script = scriptedTransport(
          ...[1, 2, 3, 4].map((size) => ok({ data: employees(0, size) })),
        );
        const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
        const app = application({ provide: DOCUMENT, useValue: page });
        app.run(() =>
          walkResource({
            params: () => 1,
            ...walking(sourceOver(script)),
            key,
            refreshEvery: 1_000,
            refreshOn,
          }),
        );
        tick();
        const show = (visibilityState: string) => () => {
          page.visibilityState = visibilityState;
          page.dispatchEvent(new Event('visibilitychange'));
        };
        const seen: Array<number> = [];
        // Hidden for a moment, in which no turn is due.
        asyncScheduler.schedule(show('hidden'), 100);
        asyncScheduler.schedule(show('visible'), 200);
        asyncScheduler.schedule(() => seen.push(script.requests.length), 300);
        asyncScheduler.schedule(show('hidden'), 600);
        asyncScheduler.schedule(show('visible'), 1_500);
        asyncScheduler.schedule(() => seen.push(script.requests.length), 1_600);
        asyncScheduler.schedule(app.leave, 1_700);
        flush();
        expect(seen).to.deep.equal(requests);
      }),
    );

  for (const [what, response, expected] of [
    ['when the service wants another sign-in', answer(401, {}), ['end', 'Unauthorized', 2]],
    [
      'while it is paused',
      ok({ data: employees(0, 1), nextPageToken: 't' }),
      ['paused', undefined, 2],
    ],
  ] as const)
    it(`stops coming by itself ${what}`, () =>
      new TestScheduler(() => undefined).run(({ flush }) => {
        const script = scriptedTransport(
          ok({ data: employees(0, 1) }),
          response,
          response,
          response,
        );
        const app = application({ provide: DOCUMENT, useValue: { visibilityState: 'visible' } });
        const list = app.run(() =>
          walkResource({
            params: () => 1,
            ...walking(sourceOver(script)),
            key,
            refreshEvery: 1_000,
          }),
        );
        tick();
        const seen: Array<unknown> = [];
        asyncScheduler.schedule(() => list.pause(), 1_500);
        asyncScheduler.schedule(() => {
          seen.push(list.status(), list.error()?._tag, script.requests.length);
          app.leave();
        }, 4_500);
        flush();
        expect(seen).to.deep.equal(expected);
      }));

  it('comes every so many milliseconds where that is wanted, and no more when the list is gone', () => {
    new TestScheduler(() => undefined).run(({ flush }) => {
      const pages = [1, 2, 3, 4].map((size) => ok({ data: employees(0, size) }));
      const source = sourceOver(scriptedTransport(...pages));
      const page = { visibilityState: 'visible' };
      const app = application({ provide: DOCUMENT, useValue: page });
      const list = app.run(() =>
        walkResource({ params: () => 1, ...walking(source), key, refreshEvery: 1_000 }),
      );
      tick();
      const seen: Array<number> = [];
      for (const at of [500, 1_500, 2_500, 3_500])
        asyncScheduler.schedule(() => seen.push(list.value().length), at);
      asyncScheduler.schedule(() => {
        page.visibilityState = 'hidden';
      }, 2_600);
      asyncScheduler.schedule(() => {
        page.visibilityState = 'visible';
        app.leave();
      }, 3_600);
      flush();
      expect(seen).to.deep.equal([1, 2, 3, 3]);
    });
    for (const refreshEvery of [0, -1, Number.NaN, 2 ** 31]) {
      expect(() => application().run(() => listOver(() => NEVER, { refreshEvery }))).to.throw(
        /refreshEvery must be/,
      );
    }
  });

  it('loads nothing by itself before the first loadMore of a lazy list', () =>
    new TestScheduler(() => undefined).run(({ flush }) => {
      const script = scriptedTransport(...[1, 2].map((size) => ok({ data: employees(0, size) })));
      const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
      const app = withComponents(
        { provide: DOCUMENT, useValue: page },
        providePagewalk({ transport: script.transport }, withListCache()),
      );
      const { leave } = app.open(() =>
        listOver(sourceOver(script), {
          key,
          lazy: true,
          cacheKey: 'lazy',
          refreshEvery: 1_000,
          refreshOn: ['visible'],
        }),
      );
      const seen: Array<number> = [];
      asyncScheduler.schedule(() => {
        page.dispatchEvent(new Event('visibilitychange'));
        app.run(injectListCache).invalidate('lazy');
        seen.push(script.requests.length);
        leave();
      }, 1_500);
      flush();
      expect(seen).to.deep.equal([0]);
    }));

  it('loads nothing by itself for other params of a lazy list whose rows before are shown', async () => {
    const script = scriptedTransport(...[1, 2, 3].map((size) => ok({ data: employees(0, size) })));
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    const params = signal(1);
    const app = application({ provide: DOCUMENT, useValue: page });
    const list = app.run(() =>
      walkResource({
        ...walking(sourceOver(script)),
        params,
        key,
        lazy: true,
        keepPrevious: true,
        refreshOn: ['visible'],
      }),
    );
    await rendered();
    list.loadMore();
    await settled();
    params.set(2);
    await rendered();
    page.dispatchEvent(new Event('visibilitychange'));
    await settled();
    expect([list.isPrevious(), list.status(), script.requests.length]).to.deep.equal([
      true,
      'idle',
      1,
    ]);
  });

  it('by itself needs a key, and says so before there is anything to refresh', () => {
    const make = (options: ListOptions<Employee>) => () =>
      application().run(() => listOver(() => NEVER, options));
    expect(make({ refreshEvery: 1_000 })).to.throw(/refreshEvery needs to know objects by a key/);
    expect(make({ staleTime: 1_000 })).to.throw(/staleTime needs to know objects by a key/);
  });

  for (const [age, sent] of [
    [500, 1],
    [1_500, 2],
  ] as const)
    it(`comes by itself where a list that was kept is older than staleTime, and not before (${age} ms)`, async () => {
      const script = scriptedTransport(
        ok({ data: employees(0, 1) }),
        ok({ data: employees(0, 2) }),
      );
      const app = withComponents(providePagewalk(scriptedTransport(), withListCache()));
      const make = () =>
        listOver(sourceOver(script), { key, staleTime: 1_000, cacheKey: 'employees' });
      const { now } = asyncScheduler;
      const start = now.call(asyncScheduler);
      asyncScheduler.now = () => start;
      const first = app.open(make);
      await rendered();
      first.leave();
      asyncScheduler.now = () => start + age;
      const { list } = app.open(make);
      tick();
      expect(ids(list)).to.deep.equal([0]);
      await settled();
      asyncScheduler.now = now;
      expect([script.requests.length, list.value().length]).to.deep.equal([sent, sent]);
    });
});

import fc from 'fast-check';

describe('sameValue', () => {
  it('says of JSON what Node says, whatever it is', () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(sameValue(one, structuredClone(one))).to.equal(true);
        expect(sameValue(one, other)).to.equal(isDeepStrictEqual(one, other));
      }),
    ));

  it('knows dates and bigints, and an array from an object', () => {
    expect(sameValue({ at: new Date(5), id: 1n }, { at: new Date(5), id: 1n })).to.equal(true);
    expect(sameValue(new Date(5), new Date(6))).to.equal(false);
    expect(sameValue([], {})).to.equal(false);
    expect(sameValue({ a: undefined }, { b: undefined })).to.equal(false);
  });

  it('takes what it cannot look into for different, unless it is the same', () => {
    const map = new Map();
    expect([sameValue(map, map), sameValue(map, new Map())]).to.deep.equal([true, false]);
  });

  it('is exhausted by no depth', () => {
    const deep = (): unknown => {
      let value: unknown = 1;
      for (let depth = 0; depth < 100_000; depth += 1) value = [value];
      return value;
    };
    expect(sameValue(deep(), deep())).to.equal(true);
  });
});
