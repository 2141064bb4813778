import '@angular/compiler';
import { expect } from 'chai';
import { createClient } from '../../../src/client/createClient';
import { walkResource } from '../../../src/angular/walkResource';
import { pagesOf, scriptedTransport } from '../../support/scriptedTransport';
import { application } from '../support/angular';
import { Employee, key, pagesOfEmployees } from '../support/employees';
import { settled } from '../support/until';

const params = { ontologyRid: 'ri.o', objectType: 'employee', properties: Employee } as const;

/** What is said on the console while a list is filled by the walk of another client, and how many requests it sends. */
const filled = async (isPaced: boolean) => {
  const said: Array<unknown> = [];
  const before = Object.getOwnPropertyDescriptor(console, 'warn');
  Object.assign(console, { warn: (...words: ReadonlyArray<unknown>) => said.push(...words) });
  try {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(4, 2)));
    const client = createClient({ transport: script.transport });
    application().run(() =>
      walkResource({ client, stream: (given) => (isPaced ? given.client : client).list(params), key }),
    );
    await settled();
    return { said, requests: script.requests.length };
  } finally {
    Object.defineProperty(console, 'warn', before ?? {});
  }
};

describe('the pace of a list', () => {
  it('is kept by the walk of another client that the list is given, and nothing is said', async () => {
    expect(await filled(true)).to.deep.equal({ said: [], requests: 1 });
  });

  it('is missed in development where it is forgotten: the walk loads all pages, and a warning says so, once', async () => {
    const { said, requests } = await filled(false);
    expect(requests).to.equal(4);
    expect(said).to.have.lengthOf(1);
    expect(said[0])
      .to.include('does not wait for it, and loads all pages')
      .and.include('Use the client that stream is given');
  });

  it('is no matter of a build for production', async () => {
    const world = globalThis as { ngDevMode?: unknown };
    const before = world.ngDevMode;
    world.ngDevMode = false;
    try {
      expect((await filled(false)).said).to.deep.equal([]);
    } finally {
      world.ngDevMode = before;
    }
  });
});
