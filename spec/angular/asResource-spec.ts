import '@angular/compiler';
import { walking } from './support/lists';
import { type Resource, signal } from '@angular/core';
import { expect } from 'chai';
import { asResource } from '../../src/angular/asResource';
import { walkResource } from '../../src/angular/walkResource';
import { WalkFailure } from '../../src/walk/values/WalkFailure';
import { answer, ok, scriptedTransport } from '../support/scriptedTransport';
import { application, stable } from './support/angular';
import { type Employee, employees, sourceOver } from './support/employees';

const made = (...script: ReadonlyArray<ReturnType<typeof ok>>) => {
  const isOn = signal(true);
  const source = sourceOver(scriptedTransport(...script));
  const list = application().run(() => walkResource({ params: () => (isOn() ? 1 : undefined), ...walking(source) }));
  const resource: Resource<ReadonlyArray<Employee>> = asResource(list);
  return { isOn, list, resource };
};

describe('asResource', () => {
  it('says what a resource says: loading, resolved, idle', async () => {
    const { list, resource, isOn } = made(ok({ data: employees(0, 2), nextPageToken: 't' }), ok({ data: [] }));
    expect([resource.status(), resource.hasValue(), resource.status() === 'loading']).to.deep.equal([
      'loading',
      false,
      true,
    ]);
    await stable();
    expect([resource.status(), resource.hasValue(), resource.value().length]).to.deep.equal(['resolved', true, 2]);
    expect(resource.snapshot()).to.deep.equal({ status: 'resolved', value: list.value() });
    list.loadMore();
    await stable();
    expect(resource.status()).to.equal('resolved');
    isOn.set(false);
    expect([resource.status(), resource.hasValue()]).to.deep.equal(['idle', false]);
  });

  it('gives an Error for what stopped the list, and its rows all the same', async () => {
    const { list, resource } = made(ok({ data: employees(0, 2), nextPageToken: 't' }), answer(503, {}));
    await stable();
    list.loadMore();
    await stable();
    const error = resource.error();
    expect([resource.status(), error instanceof WalkFailure, resource.value().length]).to.deep.equal([
      'error',
      true,
      2,
    ]);
    expect(resource.snapshot()).to.deep.equal({ status: 'error', error });
  });

  it('gives one for an exception too', async () => {
    const list = application().run(() =>
      walkResource<null, Employee>({
        stream: () => {
          throw new TypeError('a bug');
        },
      }),
    );
    await stable();
    expect(String(asResource(list).error())).to.equal('Error: an exception has stopped the list');
  });
});
