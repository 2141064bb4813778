import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { readBookmark, writeBookmark } from '../../../src/cli/resume/Bookmark';
import { start } from '../../../src/cli/stream/Place';
import { bookmark } from '../support/bookmarks';

const kept = (): Record<string, unknown> => JSON.parse(writeBookmark(bookmark())) as Record<string, unknown>;

describe('a bookmark', () => {
  for (const [what, one] of [
    ['in the midst of a walk', bookmark()],
    ['of a restarted walk', bookmark({ place: { ...start, isRestarted: true }, key: O.some('id') })],
    ['of a walk that is over', bookmark({ isDone: true, memory: { isEmpty: false } })],
  ] as const) {
    it(`${what} is read as it was written`, () => {
      expect(readBookmark(writeBookmark(one))).to.deep.equal(E.right(one));
    });
  }

  for (const [what, text] of [
    ['nothing', ''],
    ['objects', '{"properties":{"id":1}}\n'],
    ['another document', '{"version":1,"request":{}}'],
    ['a negative length', JSON.stringify({ ...kept(), written: { ...bookmark().written, bytes: -1 } })],
    ['an empty token', writeBookmark(bookmark()).replace('page-token-3', '')],
  ] as const) {
    it(`is not ${what}`, () => {
      expect(readBookmark(text)).to.deep.equal(E.left('it was not written by --resume'));
    });
  }

  it('of another version is told from other files', () => {
    expect(readBookmark(JSON.stringify({ ...kept(), version: 2 }))).to.deep.equal(
      E.left('it is of version 2, and this program reads version 1'),
    );
  });
});
