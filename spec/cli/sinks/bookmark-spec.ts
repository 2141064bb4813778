import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nothingWritten, readBookmark, writeBookmark } from '../../../src/cli/sinks/bookmark';
import { Place } from '../../../src/index';
import { bookmark, placeAt } from '../support/bookmarks';

const kept = (): Record<string, unknown> =>
  JSON.parse(writeBookmark(bookmark())) as Record<string, unknown>;

const remembering = (memory: unknown) => ({ ...bookmark().written, memory });

describe('a bookmark', () => {
  for (const [what, one] of [
    ['in the midst of a walk', bookmark()],
    ['before any page', bookmark({ place: null, bytes: 0 })],
    ['of a later round', bookmark({ place: Place.encode(placeAt(1, 2, 2)) })],
    ['of a walk that asks for what is new', bookmark({ base: 7 })],
    [
      'of a walk that is over',
      bookmark({
        isDone: true,
        written: { pages: 3, objects: 5, invalid: 1, memory: { isEmpty: false } },
      }),
    ],
  ] as const) {
    it(`${what} is read as it was written`, () =>
      expect(readBookmark(Buffer.from(writeBookmark(one)))).to.deep.equal(E.right(one)));
  }

  for (const [what, text] of [
    ['nothing', ''],
    ['objects', '{"properties":{"id":1}}\n'],
    ['another document', '{"version":3,"request":{}}'],
  ] as const) {
    it(`is not ${what}`, () =>
      expect(readBookmark(Buffer.from(text))).to.deep.equal(
        E.left('it was not written by --resume'),
      ));
  }

  const kept3 = (name: string): Buffer => readFileSync(join(__dirname, 'kept', name));

  it('of 1.0.0-rc.2 is continued', () => {
    const read = readBookmark(kept3('bookmark-3.txt'));
    const memory = { isEmpty: false };
    expect(read).to.deep.equal(
      E.right(
        bookmark({
          place: 'pagewalk1.5p2v2y-117iqfe.W1szLDYsMSxmYWxzZV0sInBhZ2UtdG9rZW4tMyIsW10sbnVsbF0=',
          written: { pages: 3, objects: 6, invalid: 0, memory },
        }),
      ),
    );
  });

  it('of 1.0.0-rc.2 whose walk had begun again by a key begins with its first page', () =>
    expect(readBookmark(kept3('bookmark-3-restarted.txt'))).to.deep.equal(
      E.right(bookmark({ place: null, bytes: 0, written: nothingWritten })),
    ));

  it('of another version is told from other files', () =>
    expect(readBookmark(Buffer.from(JSON.stringify({ ...kept(), version: 2 })))).to.deep.equal(
      E.left('it is of version 2, and this program reads version 4'),
    ));

  it('is refused after any one of its bits was flipped', () => {
    const request = {
      command: 'list',
      objectType: 'b\u00e4dge \ufffd',
      limit: null,
      '7': 1,
      query: { type: 'empty', '2': 0 },
    };
    const bytes = Buffer.from(
      writeBookmark(bookmark({ request, written: remembering({ columns: ['id', 'a\u2028b'] }) })),
    );
    expect(E.isRight(readBookmark(bytes))).to.equal(true);
    const taken: Array<string> = [];
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      if (E.isRight(readBookmark(flipped))) taken.push(`bit ${bit & 7} of byte ${bit >> 3}`);
    }
    expect(taken).to.deep.equal([]);
  });

  it('is refused after it was edited, however well', () => {
    const edited = { ...kept(), isDone: true };
    for (const text of [`${JSON.stringify(edited, null, 2)}\n`, JSON.stringify(kept())]) {
      expect(readBookmark(Buffer.from(text))).to.deep.equal(E.left('it is damaged, or was edited'));
    }
  });

  it('is read as it was written, whatever is in it', () =>
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
        fc.jsonValue(),
        (request, memory) => {
          const text = writeBookmark(
            bookmark({
              request: JSON.parse(JSON.stringify(request)) as Record<string, unknown>,
              written: remembering(memory),
            }),
          );
          expect(E.isRight(readBookmark(Buffer.from(text)))).to.equal(true);
        },
      ),
    ));
});
