import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, defer, EMPTY, lastValueFrom, of, tap, toArray } from 'rxjs';
import type { Keys } from '../../../src/cli/stream/Keys';
import { type Course, start } from '../../../src/cli/stream/Place';
import { restartExpired } from '../../../src/cli/stream/restartExpired';
import { type PageStream, type PageToken, type UnknownProperties, type WalkError, walkError } from '../../../src/index';
import { errorsAt } from '../../support/walkErrors';
import { pageOf } from '../support/records';

const progress = { pages: 1, objects: 1, attempts: 1 };
const expired = (): WalkError => walkError('PageTokenExpired', { status: 410, progress: { ...progress } });

type Walk = PageStream<UnknownProperties>;
const page = (id: number): Walk => of(E.right(pageOf(0, [id], 't')));
const ending = (error: WalkError): Walk => defer(() => of(E.left(error)));

/** Gives one walk after the other, the last one for ever; a page counts as something new if it is told to. */
const setting = (walks: ReadonlyArray<Walk>, { isNew = false, keys = true, course = { place: start } } = {}) => {
  const tokens: Array<PageToken | undefined> = [];
  let came = 0;
  let recalls = 0;
  const kept: Keys = {
    name: 'id',
    note: () => O.some('new'),
    recall: () => Promise.resolve(E.right((recalls += 1))),
    repeated: () => 0,
  };
  const pages = restartExpired({
    walkFrom: (pageToken) => {
      tokens.push(pageToken);
      return walks[Math.min(tokens.length, walks.length) - 1] ?? EMPTY;
    },
    course,
    came: () => came,
    keys: keys ? O.some(kept) : O.none,
  }).pipe(
    tap((result) => {
      if (E.isRight(result) && isNew) came += 1;
    }),
    toArray(),
  );
  return { run: () => lastValueFrom(pages), tokens, course, recalls: () => recalls };
};

const told = (result: E.Either<unknown, { readonly data: ReadonlyArray<unknown> }>): unknown =>
  E.isRight(result) ? result.right.data.length : result.left;

describe('restartExpired', () => {
  it('passes a walk that comes to its end', async () => {
    const { run, tokens, recalls } = setting([concat(page(1), page(2))]);
    expect((await run()).map(told)).to.deep.equal([1, 1]);
    expect({ tokens, recalls: recalls() }).to.deep.equal({ tokens: [undefined], recalls: 0 });
  });

  it('begins again at the first page, once the keys are recalled', async () => {
    const course: Course = { place: { ...start, pageToken: O.some('t9' as PageToken), pages: 9 } };
    const { run, tokens, recalls } = setting([concat(page(1), ending(expired())), page(1)], { course });
    expect((await run()).map(told)).to.deep.equal([1, 1]);
    expect(tokens).to.deep.equal(['t9', undefined]);
    expect(recalls()).to.equal(1);
    expect(course.place).to.deep.equal({ ...start, isRestarted: true });
  });

  it('recalls the keys for a restarted walk that an earlier run has left', async () => {
    const course: Course = { place: { ...start, pageToken: O.some('t9' as PageToken), isRestarted: true } };
    const { run, recalls } = setting([page(1)], { course });
    await run();
    expect(recalls()).to.equal(1);
  });

  it('gives up after three restarts in a row that brought nothing new', async () => {
    const error = expired();
    const { run, tokens } = setting([concat(page(1), ending(error))]);
    expect((await run()).map(told)).to.deep.equal([1, 1, 1, 1, { _tag: 'Failed', error }]);
    expect(tokens).to.have.length(4);
  });

  it('goes on for as long as restarts bring something new', async () => {
    const { run, tokens } = setting(
      [...Array.from({ length: 20 }, () => concat(page(1), ending(expired()))), page(1)],
      {
        isNew: true,
      },
    );
    expect(await run()).to.have.length(21);
    expect(tokens).to.have.length(21);
  });

  it('ends with the failure where there is no key, and with every other failure', async () => {
    const error = expired();
    expect((await setting([ending(error)], { keys: false }).run()).map(told)).to.deep.equal([
      { _tag: 'Failed', error },
    ]);
    const { TimedOut } = errorsAt(O.none);
    expect((await setting([ending(TimedOut)]).run()).map(told)).to.deep.equal([{ _tag: 'Failed', error: TimedOut }]);
  });

  it('ends where keys cannot be recalled, and asks for nothing', async () => {
    const tokens: Array<unknown> = [];
    const result = await lastValueFrom(
      restartExpired({
        walkFrom: (pageToken) => {
          tokens.push(pageToken);
          return page(1);
        },
        course: { place: { ...start, isRestarted: true } },
        came: () => 0,
        keys: O.some({
          name: 'id',
          note: () => O.none,
          recall: () => Promise.resolve(E.left('no id')),
          repeated: () => 0,
        }),
      }),
    );
    expect(result).to.deep.equal(E.left({ _tag: 'KeyFailed', reason: 'no id' }));
    expect(tokens).to.deep.equal([]);
  });
});
