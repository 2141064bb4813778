import '@angular/compiler';
import { RESPONSE_INIT } from '@angular/core';
import { type ListOptions, listOver, walking } from '../support/lists';
import { expect } from 'chai';
import { walkResource } from '../../../src/angular/walkResource';
import { answer, ok, scriptedTransport } from '../../support/scriptedTransport';
import { application, rendered } from '../support/angular';
import { type Employee, employees, sourceOver } from '../support/employees';
import { render } from '../support/server';
import { settled } from '../support/until';

type Answer = ReturnType<typeof ok>;

const statusOf = async (
  given: Answer,
  status: NonNullable<ListOptions<Employee>['server']>['status'],
  make = render,
): Promise<number | undefined> => {
  const response: ResponseInit = {};
  const source = sourceOver(scriptedTransport(given));
  make({ provide: RESPONSE_INIT, useValue: response }).run(() => listOver(source, { server: { status } }));
  await settled();
  await rendered();
  return response.status;
};

describe('serverStatus', () => {
  it('sets 404 for what does not exist, 503 for what has failed, and nothing for rows', async () => {
    expect(await statusOf(answer(404, {}), true)).to.equal(404);
    expect(await statusOf(answer(500, {}), true)).to.equal(503);
    expect(await statusOf(ok({ data: employees(0, 2) }), true)).to.equal(undefined);
    expect(await statusOf(ok({ data: [] }), true)).to.equal(undefined);
  });

  it('lets a function choose, for an empty list among others', async () => {
    const found = ({ isEmpty }: { readonly isEmpty: boolean }) => (isEmpty ? 404 : undefined);
    expect(await statusOf(ok({ data: [] }), found)).to.equal(404);
    expect(await statusOf(ok({ data: employees(0, 2) }), found)).to.equal(undefined);
    expect(await statusOf(answer(500, {}), found)).to.equal(undefined);
  });

  it('is off by default, and nothing in a browser', async () => {
    expect(await statusOf(answer(404, {}), undefined)).to.equal(undefined);
    expect(await statusOf(answer(404, {}), true, application as typeof render)).to.equal(undefined);
  });

  it('is for walkResource too', async () => {
    const response: ResponseInit = {};
    const source = sourceOver(scriptedTransport(answer(404, {})));
    render({ provide: RESPONSE_INIT, useValue: response }).run(() =>
      walkResource({ ...walking(source), server: { status: true } }),
    );
    await rendered();
    await rendered();
    expect(response.status).to.equal(404);
  });
});
