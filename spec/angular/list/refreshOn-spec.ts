import '@angular/compiler';
import { PLATFORM_ID } from '@angular/core';
import { listOver, walking } from '../support/lists';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { walkResource } from '../../../src/angular/walkResource';
import { answer, ok, scriptedTransport } from '../../support/scriptedTransport';
import { application, stable } from '../support/angular';
import { employees, idsOf, sourceOver, tokensOf } from '../support/employees';
import { settled } from '../support/until';

const offline = E.left({ _tag: 'NetworkFailure', reason: 'offline' } as const);
const firstPage = ok({ data: employees(0, 2), nextPageToken: 't' });

describe('refreshOn', () => {
  const browser = new EventTarget();
  const original = { add: globalThis.addEventListener, remove: globalThis.removeEventListener };
  const online = async (): Promise<void> => {
    browser.dispatchEvent(new Event('online'));
    await settled();
  };

  before(() => {
    Object.assign(globalThis, {
      addEventListener: browser.addEventListener.bind(browser),
      removeEventListener: browser.removeEventListener.bind(browser),
    });
  });

  after(() => {
    Object.assign(globalThis, { addEventListener: original.add, removeEventListener: original.remove });
  });

  it("'online' lets a list that the network has stopped go on by itself, with the page that failed", async () => {
    const script = scriptedTransport(firstPage, offline, ok({ data: employees(2, 4) }));
    const list = application().run(() => listOver(sourceOver(script), { refreshOn: ['online'] }));
    await settled();
    list.loadMore();
    await settled();
    expect([list.status(), list.error()?._tag]).to.deep.equal(['error', 'NetworkFailure']);
    await online();
    expect([list.status(), idsOf(list.value())]).to.deep.equal(['end', [0, 1, 2, 3]]);
    expect(tokensOf(script)).to.deep.equal(['', 't', 't']);
  });

  it("'online' is for walkResource too, and leaves alone what the network did not stop", async () => {
    const script = scriptedTransport(offline, firstPage, answer(503, {}));
    const list = application().run(() => walkResource({ ...walking(sourceOver(script)), refreshOn: ['online'] }));
    await stable();
    await online();
    expect(idsOf(list.value())).to.deep.equal([0, 1]);
    list.loadMore();
    await settled();
    expect(list.error()?._tag).to.equal('HttpFailure');
    await online();
    expect(script.requests).to.have.lengthOf(3);
  });

  it('is off by default, and over with the component', async () => {
    const script = scriptedTransport(offline);
    const list = application().run(() => listOver(sourceOver(script)));
    const gone = scriptedTransport(offline);
    const app = application();
    app.run(() => listOver(sourceOver(gone), { refreshOn: ['online'] }));
    await settled();
    app.leave();
    await online();
    expect([list.status(), script.requests.length, gone.requests.length]).to.deep.equal(['error', 1, 1]);
  });

  it('listens to nothing on a server, also on one that has such events', async () => {
    const heard: Array<string> = [];
    const { addEventListener } = globalThis;
    Object.assign(globalThis, { addEventListener: (type: string) => heard.push(type) });
    const app = application({ provide: PLATFORM_ID, useValue: 'server' });
    app.run(() => listOver(sourceOver(scriptedTransport(offline)), { refreshOn: ['online'] }));
    await settled();
    Object.assign(globalThis, { addEventListener });
    expect(heard).to.deep.equal([]);
  });
});
