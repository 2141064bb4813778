import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBookmark, writeBookmark } from '../../../src/cli/run/keptFile';
import { hiddenOf } from '../../../src/model/place/placeInternals';
import { bookmark, placeAt } from '../support/bookmarks';

const kept = (): Record<string, unknown> =>
  JSON.parse(writeBookmark(bookmark())) as Record<string, unknown>;

describe('a bookmark', () => {
  for (const [what, one] of [
    ['in the midst of a walk', bookmark()],
    ['before any page', bookmark({ course: { place: undefined, invalid: 0, omitted: 0 } })],
    [
      'of a restarted walk',
      bookmark({ course: { place: placeAt(0, 0, 2), invalid: 1, omitted: 2 }, key: 'id' }),
    ],
    ['of a walk that is over', bookmark({ isDone: true, memory: { isEmpty: false } })],
  ] as const) {
    it(`${what} is read as it was written`, () => {
      const read = readBookmark(Buffer.from(writeBookmark(one)));
      expect(read).to.deep.equal(E.right(one));
      const place = E.isRight(read) ? read.right.course.place : undefined;
      expect(hiddenOf(place)?.pageToken).to.deep.equal(hiddenOf(one.course.place)?.pageToken);
    });
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

  it('is read as the version before wrote it', () => {
    const kept = (name: string): Buffer => readFileSync(join(__dirname, 'kept', name));
    const read = readBookmark(kept('bookmark-3.txt'));
    expect(read).to.deep.equal(E.right(bookmark({ key: 'id', memory: { isEmpty: false } })));
  });

  it('of another version is told from other files', () =>
    expect(readBookmark(Buffer.from(JSON.stringify({ ...kept(), version: 2 })))).to.deep.equal(
      E.left('it is of version 2, and this program reads version 3'),
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
      writeBookmark(bookmark({ request, memory: { columns: ['id', 'a\u2028b'] } })),
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
              memory,
            }),
          );
          expect(E.isRight(readBookmark(Buffer.from(text)))).to.equal(true);
        },
      ),
    ));
});
