import { expect } from 'chai';
import fc from 'fast-check';
import {
  type ListAct,
  type ListInput,
  type ListState,
  newList,
  statusOf,
  step,
} from '../../../src/angular/list/ListState';
import { walkedTo } from '../../../src/model/errors/Progress';
import { walkError } from '../../../src/model/errors/WalkError';
import * as O from 'fp-ts/Option';
import type { PageToken } from '../../../src/model/PageToken';

const pageToken = 'token' as PageToken;
const progress = { pages: 1, objects: 2, attempts: 1 };
const down = walkError('HttpFailure', {
  status: 503,
  progress: walkedTo.carry({ ...progress }, { pageToken: O.some(pageToken) }),
});
const expired = walkError('PageTokenExpired', { status: 400, progress });

const inputs: ReadonlyArray<ListInput> = [
  ...(['look', 'soon', 'due', 'sent', 'completed', 'threw', 'retry', 'clear', 'reset', 'pause'] as const).map(
    (type) => ({ type }),
  ),
  ...[true, false].flatMap((is): ReadonlyArray<ListInput> => [
    { type: 'asked', isWanted: is },
    { type: 'page', start: is ? { pageToken } : {}, total: is ? 7 : undefined, isTransferred: is },
    { type: 'failed', error: is ? expired : down, mayRestart: is },
    { type: 'release', isEmpty: is },
    { type: 'reload', isInPlace: is },
    { type: 'missing', pages: [is ? 1 : 2] },
    { type: 'passed', pages: [is ? 1 : 2] },
    { type: 'jumped', pageToken },
    { type: 'cameAgain', what: is ? 'rows' : 1, next: is ? { start: {}, total: 7, isLast: true } : undefined },
    { type: 'failedAgain', what: is ? 'rows' : 1, error: down, isStopped: is },
  ]),
];

/** A list to which all of this has happened, and what was done about the last of it. */
const after = (...happened: ReadonlyArray<ListInput>): { state: ListState; acts: ReadonlyArray<ListAct> } =>
  happened.reduce<{ state: ListState; acts: ReadonlyArray<ListAct> }>(({ state }, input) => step(state, input), {
    state: newList('idle'),
    acts: [],
  });

const walking: ReadonlyArray<ListInput> = [{ type: 'due' }, { type: 'asked', isWanted: true }, { type: 'sent' }];
const onePage: ListInput = { type: 'page', start: { pageToken }, total: undefined, isTransferred: false };

describe('the state of a list', () => {
  it('never has two walks: one is left before the next begins, and none begins by itself beside one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...inputs), { maxLength: 20 }), (happened) => {
        let [state, isSubscribed, isAsking] = [newList('idle'), false, false];
        for (const input of happened) {
          // Only what is at rest has a page that is missing.
          if (input.type === 'missing' && (state.again.length > 0 || state.phase !== 'idle')) continue;
          const next = step(state, input);
          for (const act of next.acts) {
            if (act === 'leave') isSubscribed = false;
            if (act === 'drop') isAsking = false;
            if (act === 'ask') {
              expect(isAsking, input.type).to.equal(false);
              isAsking = true;
            }
            if (act === 'begin') {
              expect(isSubscribed, input.type).to.equal(false);
              isSubscribed = true;
            }
          }
          // Only a walk that is under way fails, throws or completes.
          if (isSubscribed && !next.state.isWalking) throw new Error(`a walk was forgotten at ${input.type}`);
          if (isAsking && next.state.again.length === 0)
            throw new Error(`what was asked was forgotten at ${input.type}`);
          state = next.state;
        }
      }),
    );
  });

  it('stays the same object where nothing changes, so that no signal is written in vain', () => {
    const { state } = after(...walking);
    for (const type of ['look', 'due', 'sent', 'retry'] as const) {
      expect(step(state, { type }).state, type).to.equal(state);
    }
  });

  it('does nothing any more once it is destroyed', () => {
    const { state, acts } = after(...walking, { type: 'destroy' });
    expect([state.phase, acts]).to.deep.equal(['idle', ['leave', 'drop', 'show']]);
    for (const input of inputs) expect(step(state, input)).to.deep.equal({ state, acts: [] });
  });

  it('goes on after an error where it stopped, and after an expired token with the first page', () => {
    const failed = after(...walking, onePage, { type: 'failed', error: down, mayRestart: false });
    expect(failed.state).to.deep.include({ phase: 'error', error: down, start: { pageToken } });
    expect(step(failed.state, { type: 'retry' }).acts).to.deep.equal(['welcome', 'begin']);
    const over = after(...walking, onePage, { type: 'failed', error: expired, mayRestart: false });
    expect(over.state.start).to.deep.equal({});
    expect(step(over.state, { type: 'retry' }).acts).to.deep.equal(['beginAgain', 'welcome', 'begin']);
    const again = after(...walking, onePage, { type: 'failed', error: expired, mayRestart: true });
    expect(again.acts).to.deep.equal(['show', 'leave', 'drop', 'beginAgain', 'begin']);
    expect(again.state).to.deep.include({ phase: 'loading', start: {}, error: undefined });
  });

  it('makes room for the first page where that has travelled before, and only then', () => {
    const travelled: ListInput = { ...onePage, start: {}, isTransferred: true };
    expect(after(...walking, travelled).acts).to.deep.equal(['countPage']);
    expect(after(...walking, travelled, onePage).acts).to.deep.equal(['makeRoom', 'countPage']);
    expect(after(...walking, travelled, onePage, onePage).acts).to.deep.equal(['countPage']);
  });

  it('continues behind rows that came again, and not where a page is under way', () => {
    const came: ListInput = {
      type: 'cameAgain',
      what: 'rows',
      next: { start: { pageToken }, total: 9, isLast: false },
    };
    const again: ListInput = { type: 'reload', isInPlace: true };
    const stoppedAt = after(...walking, onePage, { type: 'failed', error: down, mayRestart: false }, again, came);
    expect(stoppedAt.state).to.include({ phase: 'idle', isWalking: false, error: undefined, total: 9 });
    expect([stoppedAt.state.start, stoppedAt.acts]).to.deep.equal([{ pageToken }, ['drop', 'leave']]);
    const last: ListInput = { type: 'cameAgain', what: 'rows', next: { start: {}, total: 9, isLast: true } };
    expect(statusOf(after(...walking, onePage, { type: 'completed' }, again, last).state)).to.equal('end');
    const waiting: ReadonlyArray<ListInput> = [...walking, onePage, { type: 'asked', isWanted: false }, again];
    expect(statusOf(after(...waiting).state)).to.equal('reloading');
    expect(after(...waiting, { type: 'sent' }, came).state).to.include({ phase: 'loading', isWalking: true });
  });

  it('asks for a page of a window beside its walk, and stops where that fails', () => {
    const missing: ListInput = { type: 'missing', pages: [3] };
    const asked = after(...walking, onePage, { type: 'asked', isWanted: false }, missing);
    expect([statusOf(asked.state), asked.state.again, asked.acts]).to.deep.equal(['loading', [3], ['ask']]);
    const came = step(asked.state, { type: 'cameAgain', what: 3, next: undefined });
    expect([statusOf(came.state), came.state.isWalking, came.acts]).to.deep.equal(['idle', true, ['drop']]);
    const failed = step(asked.state, { type: 'failedAgain', what: 3, error: down, isStopped: true });
    expect([statusOf(failed.state), failed.state.error]).to.deep.equal(['error', down]);
    expect(statusOf(step(failed.state, { type: 'retry' }).state)).to.equal('idle');
  });

  it('says that it loads before its walk begins, and no more where it is left before that', () => {
    expect(after({ type: 'soon' }).state).to.include({ phase: 'loading', isWalking: false });
    expect(after({ type: 'soon' }, { type: 'release', isEmpty: false }).state.phase).to.equal('idle');
    expect(after(...walking, { type: 'completed' }, { type: 'soon' }).state).to.include({ phase: 'idle', isEnd: true });
  });
});
