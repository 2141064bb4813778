import '@angular/compiler';
import { TransferState } from '@angular/core';
import { windowOver } from '../support/lists';
import { expect } from 'chai';
import { injectPagewalk } from '../../../src/angular/injectPagewalk';
import { providePagewalk } from '../../../src/angular/providePagewalk';
import { withTransferState } from '../../../src/angular/withTransferState';
import { type Application, application, stable } from '../support/angular';
import { Employee } from '../support/employees';
import { render } from '../support/server';
import { settled } from '../support/until';
import { book, type Book, idsIn, numbers, viewport } from './book';

/** A list with a window in an application, and what its viewport sees. */
const listIn = (app: Application, skip = false) => {
  const list = app.run(() => {
    const client = injectPagewalk();
    return windowOver((pace) => client.list({ ontologyRid: 'o', objectType: 't', properties: Employee, ...pace }), {
      pages: 2,
      rowsAhead: 100,
      server: { skip },
    });
  });
  const view = viewport();
  let rows: ReadonlyArray<Employee | undefined> = [];
  const connect = (): void => {
    list.connect(view).subscribe((now) => (rows = now));
  };
  return { list, view, connect, rows: () => rows };
};

const providing = (service: Book, state: TransferState) => [
  { provide: TransferState, useValue: state },
  providePagewalk(() => ({ transport: service.transport, retry: false as const }), withTransferState()),
];

describe('a list with a window on the server', () => {
  it('asks for one page, or for none', async () => {
    for (const [ssr, asked] of [
      [undefined, [0]],
      [true, []],
    ] as const) {
      const service = book(5, 10);
      const { connect } = listIn(render(...providing(service, new TransferState())), ssr);
      connect();
      await settled();
      expect(service.asked).to.deep.equal(asked);
    }
  });

  it('hands its page to the browser, which asks for it again when it needs more, in place', async () => {
    const service = book(5, 10);
    const state = new TransferState();
    const rendered = listIn(render(...providing(service, state)));
    rendered.connect();
    await settled();
    const travelled = new TransferState();
    const json = JSON.parse(state.toJson()) as object;
    for (const [name, value] of Object.entries(json)) travelled.set(name as never, value as never);

    service.asked.length = 0;
    const { list, connect, view, rows } = listIn(application(...providing(service, travelled)));
    await stable();
    connect();
    await settled();
    expect([idsIn(rows()), service.asked, list.status()]).to.deep.equal([numbers(0, 10), [], 'idle']);
    const row = rows()[3];
    await view.scrollTo(0, 6);
    await stable();
    expect([idsIn(rows()), service.asked]).to.deep.equal([numbers(0, 20), [0, 1]]);
    expect(rows()[3]).to.equal(row);
    await view.scrollTo(20, 30);
    await view.scrollTo(40, 50);
    await view.scrollTo(0, 6);
    expect(idsIn(rows(), 0, 6)).to.deep.equal(numbers(0, 6));
    expect([list.status(), list.value().length]).to.deep.equal(['end', 20]);
  });
});
