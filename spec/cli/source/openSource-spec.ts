import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { demoTypes, readBaseUrl } from '../../../src/cli/source/openSource';
import { startService } from '../../../src/service';

describe('demoTypes', () => {
  it('are the types of the embedded service’s objects, all of them', async () => {
    const service = await startService();
    try {
      const { store } = service;
      expect(Object.keys(demoTypes)).to.have.members(store.objectTypes);
      const strange = store.objectTypes.filter(
        (name) => !store.all(name).every((object) => demoTypes[name]?.is(object)),
      );
      expect(strange).to.deep.equal([]);
    } finally {
      await service.close();
    }
  });
});

const taken: ReadonlyArray<readonly [text: string, url: string]> = [
  ['https://objects.example.com', 'https://objects.example.com'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
  ['https://example.com/objects/', 'https://example.com/objects'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
];

const refused: ReadonlyArray<readonly [text: string, reason: string]> = [
  ['', 'an address'],
  ['objects.example.com', 'an address'],
  ['ftp://example.com', 'an address'],
  ['file:///etc/passwd', 'an address'],
  ['http://', 'an address'],
  ['https://ada:secret@example.com', 'no password'],
  ['https://ada@example.com', 'no user name'],
  ['https://example.com/?token=secret', 'no query string'],
  ['https://example.com/#part', 'no fragment'],
];

describe('readBaseUrl', () => {
  for (const [text, url] of taken) {
    it(`takes ${text}`, () => {
      expect(readBaseUrl(text)).to.deep.equal(E.right(url));
    });
  }

  for (const [text, reason] of refused) {
    it(`refuses '${text}', without repeating it`, () => {
      const read = readBaseUrl(text);
      if (E.isRight(read)) throw new Error('it was taken');
      expect(read.left.exitCode).to.equal(2);
      expect(read.left.message).to.include(reason).and.not.include('secret');
    });
  }
});
