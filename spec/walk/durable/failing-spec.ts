import { expect } from 'chai';
import { none, some, toUndefined } from 'fp-ts/Option';
import { Subject, take, tap } from 'rxjs';
import type { Place } from '../../../src/index';
import { placeOfEach, placeWith } from '../../../src/model/place/placeInternals';
import type { Run } from '../../../src/model/place/Run';
import { keptMessage } from '../../../src/walk/durable/failing';
import { memoryStore, placesOf } from '../../../src/stores/index';
import { numberedPages } from '../../support/numberedPages';
import { token } from '../../support/pages';
import { rightOf } from '../../support/sides';
import { numberedWalk, pagesKept, pagesOver } from './support/numberedWalk';

const shown = { pages: 1, objects: 1, round: 1, isLast: false };
const secret = 'Zk39qLmP27xQ';

const placeWithToken = (text: string): Place =>
  placeWith(shown, { pageToken: some(token(text)), request: undefined });

describe('A6: what is kept of a failure', () => {
  it('is one line of at most 500 characters', () => {
    expect(keptMessage(new Error('duplicate key\n  at row 7'), [])).to.equal(
      'duplicate key at row 7',
    );
    expect(keptMessage(new Error('x'.repeat(10_000_000)), [])).to.have.lengthOf(500);
    expect(keptMessage('boom', [])).to.equal('boom');
    expect(keptMessage({ code: 7 }, [])).to.equal('something was thrown');
    expect(keptMessage(undefined, [])).to.equal('something was thrown');
    const hostile = Object.defineProperty({}, 'message', {
      get: () => {
        throw new Error('no');
      },
    });
    expect(keptMessage(hostile, [])).to.equal('something was thrown');
  });

  for (const batch of [1, 3]) {
    it(`is of the page that was thrown for as it came; the page in work meanwhile is kept (batch ${batch})`, async () => {
      const places = placesOf(memoryStore());
      const all = pagesOver(numberedPages({ pages: 3, perPage: 1 }));
      const thrown = new Subject<void>();
      const walk = numberedWalk(places, {
        batch,
        pages: (start) =>
          all(start).pipe(
            tap((result) => {
              if (rightOf(result).place.pages < 3) return;
              setTimeout(() => thrown.next());
              throw new Error('boom');
            }),
          ),
        // The work on page 2 takes longer than page 3 does.
        work: ({ place }) => (place.pages === 2 ? thrown.pipe(take(1)) : undefined),
      });
      expect(await pagesKept(walk)).to.deep.equal(['Error: boom']);
      expect(toUndefined(await places.get('walk'))).to.deep.include({ pages: 2 });
      expect(toUndefined(await places.get('walk'))?.failure).to.include({ page: 3, times: 1 });
    });
  }

  it('is not of a page before it that until has left out: the walk completes, as with a Left that waits', async () => {
    const places = placesOf(memoryStore());
    const all = pagesOver(numberedPages({ pages: 3, perPage: 1 }));
    const [until, done] = [new Subject<void>(), new Subject<void>()];
    const walk = numberedWalk(places, {
      batch: 3,
      until,
      pages: (start) =>
        all(start).pipe(
          tap((result) => {
            if (rightOf(result).place.pages < 3) return;
            setTimeout(() => {
              until.next();
              done.next();
            });
            throw new Error('boom');
          }),
        ),
      work: () => done.pipe(take(1)),
    });
    expect(await pagesKept(walk)).to.deep.equal([1]);
    expect(toUndefined(await places.get('walk'))).to.not.have.property('failure');
  });

  it('law 14: has no token of the place, of the places inside it, or of its run', () => {
    const delta: Run = { by: 'delta', run: 'r', isFull: false, before: secret };
    const places: ReadonlyArray<Place> = [
      placeWithToken(secret),
      placeOfEach(
        shown,
        {
          parents: placeWithToken('other-token'),
          keys: '',
          startedCount: 1,
          children: [[0, placeWithToken(secret)]],
        },
        undefined,
      ),
      placeWith(shown, { pageToken: none, request: undefined, run: delta }),
    ];
    for (const place of places) {
      expect(keptMessage(new Error(`bad request: ?cursor=${secret}&size=5`), [undefined, place]))
        .to.include('bad request: ?cursor=[redacted]&size=5')
        .and.not.include(secret);
    }
  });
});
