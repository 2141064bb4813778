import '@angular/compiler';
import { walking } from '../support/lists';
import { ErrorHandler, signal } from '@angular/core';
import { expect } from 'chai';
import { NEVER } from 'rxjs';
import { injectMessageFor } from '../../../src/angular/injectMessageFor';
import type { PagewalkFeature } from '../../../src/angular/PagewalkFeature';
import { providePagewalk } from '../../../src/angular/providePagewalk';
import { walkResource, type WalkResourceOptions } from '../../../src/angular/walkResource';
import { pagesOf, scriptedTransport } from '../../support/scriptedTransport';
import { application, rendered, stable } from '../support/angular';
import { type Employee, key, pagesOfEmployees, sourceOver } from '../support/employees';

const onePage = pagesOf(pagesOfEmployees(1, 2));

const made = (
  options: Partial<WalkResourceOptions<string, Employee>> = {},
  ...features: ReadonlyArray<PagewalkFeature>
) => {
  const text = signal<string | undefined>('a');
  const handled: Array<unknown> = [];
  const script = scriptedTransport(...onePage, ...onePage, ...onePage);
  const app = application(providePagewalk({ transport: script.transport }, ...features), {
    provide: ErrorHandler,
    useValue: { handleError: (thrown: unknown) => handled.push(thrown) },
  });
  const list = app.run(() => walkResource({ params: () => text(), ...walking(sourceOver(script)), key, ...options }));
  const says = () => [list.status(), list.value().length, list.isPrevious()];
  return { text, list, says, handled, script, app };
};

describe('the params of walkResource', () => {
  it('count from the moment they change: a new list is loading, and a changed one has other rows', async () => {
    const { text, says } = made();
    expect(says()).to.deep.equal(['loading', 0, false]);
    await stable();
    expect(says()).to.deep.equal(['end', 2, false]);
    text.set('b');
    expect(says()).to.deep.equal(['loading', 0, false]);
    await stable();
    text.set(undefined);
    expect(says()).to.deep.equal(['idle', 0, false]);
  });

  it('begin no walk that waits to be told to, and a lazy list says so', async () => {
    const { list, text, says, script } = made({ lazy: true });
    expect([...says(), list.status() !== 'end']).to.deep.equal(['idle', 0, false, true]);
    await stable();
    text.set('b');
    expect(says()).to.deep.equal(['idle', 0, false]);
    await stable();
    expect(script.requests).to.deep.equal([]);
  });

  it('leave the rows before where they are kept, marked as such', async () => {
    const { text, says } = made({ keepPrevious: true });
    await stable();
    text.set('b');
    expect(says()).to.deep.equal(['loading', 2, true]);
    await stable();
    expect(says()).to.deep.equal(['end', 2, false]);
  });

  it('say that they are waited for while they may still change', async () => {
    const { list, text, says, script } = made({ debounceTime: 60_000 });
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
    const { list, handled, says } = made({
      params: () => {
        if (type() === undefined) throw bug;
        return 'a';
      },
    });
    expect(says()).to.deep.equal(['error', 0, false]);
    await stable();
    expect([list.status(), list.error(), handled]).to.deep.equal(['error', undefined, [bug]]);
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
    const { list, handled } = made({
      ...walking((pace) => {
        if (isBroken) throw new Error('a bug');
        return sourceOver(script)(pace);
      }),
    });
    await stable();
    expect([list.status(), list.error(), handled.length]).to.deep.equal(['error', undefined, 1]);
    isBroken = false;
    list.retry();
    await stable();
    expect([list.status(), list.value().length]).to.deep.equal(['end', 2]);
  });

  it('of which no name can be made are an error as well, until they are others', async () => {
    const { list, text, handled, says, script } = made({
      params: () => (text() === 'a' ? (new Map() as never) : text()),
      cacheKey: 'employees',
    });
    await stable();
    expect([...says(), list.error(), handled.length]).to.deep.equal(['error', 0, false, undefined, 1]);
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
    const { list, text } = made({ stream: () => NEVER });
    await rendered();
    text.set('b');
    await rendered();
    expect(list.status()).to.equal('loading');
  });
});
