import '@angular/compiler';
import { TransferState } from '@angular/core';
import { listOver } from '../support/lists';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { of } from 'rxjs';
import { injectPagewalk } from '../../../src/angular/injectPagewalk';
import { providePagewalk } from '../../../src/angular/providePagewalk';
import { withTransferState } from '../../../src/angular/withTransferState';
import { Int64 } from '../../../src/model/records/Int64';
import { exactNumbers, type Numbers } from '../../../src/model/records/Numbers';
import type { Transport } from '../../../src/transport/Transport';
import { application } from '../support/angular';
import { render } from '../support/server';
import { settled } from '../support/until';

const large = 2n ** 53n + 1n;
const page = `{"data":[{"properties":{"id":1}},{"properties":{"id":${large}}},{"properties":{"id":${large - 1n}}}]}`;

/** A list of ids, on one side: what it shows, and how many requests it took. */
const listOf = async (
  open: typeof application | typeof render,
  state: TransferState,
  numbers?: Numbers,
  body = page,
) => {
  let requests = 0;
  const transport: Transport = () => {
    requests += 1;
    return of(E.right({ status: 200, headers: {}, body }));
  };
  const app = open(
    { provide: TransferState, useValue: state },
    providePagewalk(() => ({ transport, numbers }), withTransferState()),
  );
  const client = app.run(injectPagewalk);
  const params = { ontologyRid: 'o', objectType: 't', properties: t.type({ id: Int64 }) };
  const list = app.run(() =>
    listOver((pace) => client.list({ ...params, ...pace }), { key: ({ properties }) => properties.id }),
  );
  await settled();
  return { ids: list.value().map(({ properties }) => properties.id), invalid: list.invalid().length, requests };
};

/** The state that came in the HTML. */
const received = (json: string): TransferState => {
  const state = new TransferState();
  for (const [name, value] of Object.entries(JSON.parse(json) as object)) state.set(name as never, value as never);
  return state;
};

describe('law 28: lists of integers that are not safe', () => {
  it('show bigints, by key, and travel exactly from the server to the browser', async () => {
    const state = new TransferState();
    const shown = { ids: [1n, large, large - 1n], invalid: 0 };
    expect(await listOf(render, state, exactNumbers)).to.deep.equal({ ...shown, requests: 1 });
    const json = state.toJson();
    expect(await listOf(application, received(json), exactNumbers)).to.deep.equal({ ...shown, requests: 0 });
  });

  it('refuse one of more than 1,000 digits on both sides', async () => {
    const digits = `{"data":[{"properties":{"id":1,"other":${'9'.repeat(1_001)}}}]}`;
    for (const numbers of [undefined, exactNumbers]) {
      const state = new TransferState();
      const shown = { ids: [], invalid: 1, requests: 1 };
      expect(await listOf(render, state, numbers, digits)).to.deep.equal(shown);
      expect(await listOf(application, received(state.toJson()), numbers, digits)).to.deep.equal(shown);
    }
  });

  it('refuse them by default on both sides', async () => {
    const state = new TransferState();
    expect(await listOf(render, state)).to.deep.equal({ ids: [1n], invalid: 2, requests: 1 });
    expect(await listOf(application, received(state.toJson()))).to.deep.equal({ ids: [1n], invalid: 2, requests: 0 });
  });
});
