import '@angular/compiler';
import { DOCUMENT } from '@angular/common';
import { ApplicationRef, type Provider, signal } from '@angular/core';
import { expect } from 'chai';
import { NEVER, of, Subject, firstValueFrom } from 'rxjs';
import { providePagewalk, walkResource, withSession } from '../../src/angular/index';
import type { Transport } from '../../src/index';
import { ok } from '../support/scriptedTransport';
import { handling, stable } from './support/angular';
import { withComponents } from './support/components';
import { employee } from './support/employees';

/** A document of which there is only what is used of one. */
const aDocument = () => {
  const focused: Array<unknown> = [];
  const properties = new Map([['opacity', { value: '0.5', priority: '' }]]);
  return {
    defaultView: Object.assign(new EventTarget(), {
      location: { reload: () => focused.push('loaded again') },
    }),
    documentElement: {
      inert: false,
      style: {
        getPropertyValue: (name: string) => properties.get(name)?.value ?? '',
        getPropertyPriority: (name: string) => properties.get(name)?.priority ?? '',
        setProperty: (name: string, value: string, priority: string) =>
          void properties.set(name, { value, priority }),
      },
    },
    activeElement: { focus: (options: unknown) => void focused.push(options) },
    focused,
    opacity: () => properties.get('opacity')?.value,
  };
};

/** An application in a page that comes and goes. `answers` are those to the question who is signed in. */
const opened = (again?: () => Promise<unknown>, ...providers: ReadonlyArray<Provider>) => {
  const user = signal<string | undefined>('ada');
  let requests = 0;
  const transport: Transport = () => {
    requests += 1;
    return of(ok({ data: [employee(`of ${String(user())}`)] }));
  };
  const document = aDocument();
  const { handled, handler } = handling();
  const app = withComponents(
    providePagewalk({ transport, retry: false }, withSession({ user, ...(again && { again }) })),
    { provide: DOCUMENT, useValue: document },
    handler,
    ...providers,
  );
  const { list } = app.open(() =>
    walkResource({ stream: ({ client }) => client.list({ ontologyRid: 'o', objectType: 't' }) }),
  );
  const tell = (type: string, persisted: boolean): void =>
    void document.defaultView.dispatchEvent(Object.assign(new Event(type), { persisted }));
  const ids = () => list.value().map(({ properties }) => properties.id);
  const looks = () => [document.opacity(), document.documentElement.inert];
  return { ...app, user, document, handled, tell, ids, looks, requests: () => requests };
};

const hidden = ['0', true];
const visible = ['0.5', false];

describe('withSession({ again })', () => {
  it('hides a page that may be kept, and shows it as it was when the question is answered', async () => {
    const answer = new Subject<void>();
    const { tell, ids, looks, document, requests } = opened(() =>
      firstValueFrom(answer, { defaultValue: undefined }),
    );
    await stable();
    tell('pagehide', false);
    expect(looks()).to.deep.equal(visible);
    tell('pagehide', true);
    expect([looks(), ids()]).to.deep.equal([hidden, ['of ada']]);
    tell('pageshow', true);
    await stable();
    expect(looks()).to.deep.equal(hidden);
    answer.complete();
    await stable();
    expect([looks(), ids(), requests()]).to.deep.equal([visible, ['of ada'], 1]);
    expect(document.focused).to.deep.equal([{ preventScroll: true }]);
  });

  it('has taken the rows of another user away before anything is seen', async () => {
    const { tell, ids, looks, user } = opened(() => {
      user.set('grace');
      return Promise.resolve();
    });
    await stable();
    tell('pagehide', true);
    tell('pageshow', true);
    await stable();
    expect([looks(), ids()]).to.deep.equal([visible, ['of grace']]);
  });

  for (const [what, hasPassed, given] of [
    ['gives back the focus that a browser takes in the task in which it leaves the page', false, 1],
    ['gives none back to what the user had left before', true, 0],
  ] as const)
    it(what, async () => {
      const { tell, document } = opened(() => Promise.resolve());
      await stable();
      const focused: Array<unknown> = [];
      const target = { focus: (options: unknown) => focused.push(options) };
      const blur = Object.defineProperty(new Event('focusout'), 'target', { value: target });
      document.defaultView.dispatchEvent(blur);
      if (hasPassed) await new Promise((resolve) => setTimeout(resolve, 5));
      tell('pagehide', true);
      tell('pageshow', true);
      await stable();
      expect([focused.length, document.focused.length]).to.deep.equal([given, 1 - given]);
    });

  it('asks once more where the page was left during the question', async () => {
    let asked = 0;
    const { tell, looks } = opened(() => {
      asked += 1;
      return asked === 1 ? firstValueFrom(NEVER) : Promise.resolve();
    });
    for (const type of ['pagehide', 'pageshow', 'pagehide', 'pageshow']) tell(type, true);
    await stable();
    expect([asked, looks()]).to.deep.equal([2, visible]);
  });

  for (const [how, again] of Object.entries({
    rejects: () => Promise.reject(new Error('offline')),
    throws: () => {
      throw new Error('offline');
    },
  }))
    it(`shows the page where it ${how}, and says so`, async () => {
      const { tell, ids, looks, handled } = opened(again);
      await stable();
      tell('pageshow', true);
      await stable();
      expect([looks(), ids(), handled.map(String)]).to.deep.equal([
        visible,
        ['of ada'],
        ['Error: offline'],
      ]);
    });

  it('loads a page again that cannot be rendered: it may still show the rows of another user', async () => {
    const broken = new Error('a template throws');
    const tick = (): void => {
      throw broken;
    };
    const { tell, looks, handled, document } = opened(() => Promise.resolve(), {
      provide: ApplicationRef,
      useValue: { tick },
    });
    await stable();
    tell('pageshow', true);
    await stable();
    expect([looks(), handled, document.focused]).to.deep.equal([
      hidden,
      [broken],
      ['loaded again'],
    ]);
  });

  it('leaves nothing hidden, and hears of nothing, when the application has gone', async () => {
    const { tell, looks, leave } = opened(() => Promise.resolve());
    await stable();
    tell('pagehide', true);
    leave();
    expect(looks()).to.deep.equal(visible);
    tell('pagehide', true);
    expect(looks()).to.deep.equal(visible);
  });

  it('is nothing where it is not given', async () => {
    const { tell, looks } = opened();
    await stable();
    tell('pagehide', true);
    expect(looks()).to.deep.equal(visible);
  });
});
