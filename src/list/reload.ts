import type { WalkError } from '../model/errors/WalkError';
import { keyOfEdit } from './edits/Edit';
import { keysOf, lateFor, pageCame } from './edits/EditLog';
import { putOver } from './edits/putOver';
import {
  countedIn,
  isBusy,
  type ListState,
  newWalk,
  rowsIn,
  type Walk,
  type WalkStep,
} from './ListState';
import { invalidIn, noEntries, allRows } from './table/PageTable';
import { sameRows, unseen } from './table/rows';
import { addPage, send } from './walk';
import { isNextPageWanted, mayAsk, restartWalk } from './transitions';

/** The only page of rows that have come again. */
const whole = { token: undefined, first: 0, invalid: noEntries };

/** Asks for the rows again: as many as there are, and no page more. */
const beginReload = <T>(state: ListState<T>): ListState<T> => {
  const { rules, reload, walk, log } = state;
  const rest = { ...reload, isDue: false, walk: undefined };
  if (!state.isOpen) return { ...state, reload: rest };
  const rows = rowsIn(state);
  if (rules.window !== undefined || rows === 0)
    return { ...restartWalk({ ...state, reload: rest }), goal: Math.max(0, rows - 1) };
  const wanted = rules.isOnePage ? 1 : Math.max(1, countedIn(walk));
  const again = send(newWalk<T>(), state);
  const begun = reload.begun + 1;
  return { ...state, reload: { isDue: false, walk: again, wanted, left: log.clock, begun } };
};

/** A reload that is due begins as soon as nothing else is on its way. */
export const beginDueReload = <T>(state: ListState<T>): ListState<T> => {
  const { reload, isReleased, isPaused } = state;
  const isFree = !isReleased && !isPaused && !isBusy(state) && !isNextPageWanted(state);
  return reload.isDue && reload.walk === undefined && isFree ? beginReload(state) : state;
};

/** What was inserted and confirmed while the rows were asked for stays, unless it has come with them. */
const withInserts = <T>({ log, rules, reload }: ListState<T>, came: Walk<T>): Walk<T> => {
  const edits = lateFor(log, reload.left);
  const fresh = allRows(came.table);
  if (rules.key === undefined || !edits.some(({ type }) => type === 'insert')) return came;
  const keys = keysOf(log, rules.key);
  const known = new Set(fresh.map(keys.of));
  const own = new Set(
    edits.filter(({ type }) => type === 'insert').map((edit) => keyOfEdit(edit, keys)),
  );
  const meant = edits.filter((edit) => {
    const key = keyOfEdit(edit, keys);
    return own.has(key) && !known.has(key);
  });
  const [{ rows } = { rows: fresh }] = putOver([{ rows: fresh }], meant, keys);
  const added = rows.filter((row) => !known.has(keys.of(row)));
  return {
    ...came,
    table: { ...came.table, pages: [{ ...whole, count: rows.length, rows }] },
    inserted: new Set(added.map(keys.of)),
    known: { ...came.known, keys: unseen(came.known.keys, added, keys.of).seen },
  };
};

/** The rows have come again, and are put in their places. */
const endReload = <T>(state: ListState<T>, again: Walk<T>): ListState<T> => {
  const { walk, rules, reload, goal } = state;
  const came = withInserts(state, again);
  const [before, fresh] = [allRows(walk.table), allRows(came.table)];
  const rows = sameRows(before, fresh, rules.key);
  const invalid = invalidIn(again.table);
  const isSame =
    invalid.length + invalidIn(walk.table).length === 0 &&
    rows.length === before.length &&
    rows.every((row, index) => row === before[index]);
  const page = { ...whole, count: rows.length, rows, invalid };
  const table = isSame ? walk.table : { ...walk.table, pages: [page], length: rows.length };
  const next: ListState<T> = {
    ...state,
    walk: {
      ...came,
      table,
      stage: 'none',
      generation: walk.generation + 1,
      outcome:
        walk.outcome.is === 'late'
          ? walk.outcome
          : { is: came.outcome.is === 'end' ? 'end' : 'open' },
      restarts: walk.restarts,
    },
    reload: { ...reload, walk: undefined },
  };
  const length = rowsIn(next);
  // A wanted page is one more than there are now.
  const isMoreWanted = !rules.isOnePage && goal >= rowsIn(state);
  return { ...next, goal: isMoreWanted ? length : Math.min(goal, length - 1) };
};

const failReload = <T>(state: ListState<T>, error: WalkError): ListState<T> => {
  const { walk } = state;
  const outcome = walk.outcome.is === 'late' ? walk.outcome : { ...walk.outcome, error };
  return { ...state, walk: { ...walk, outcome }, reload: { ...state.reload, walk: undefined } };
};

/** It asks for the next page, unless it has brought as many rows as there were. */
const continueReload = <T>(state: ListState<T>, walk: Walk<T>): ListState<T> => {
  if (walk.pages > 0 && countedIn(walk) >= state.reload.wanted) return endReload(state, walk);
  const next: Walk<T> = mayAsk(state) ? send(walk, state) : { ...walk, stage: 'waiting' };
  return { ...state, reload: { ...state.reload, walk: next } };
};

/** What the walk of a reload says. */
export const reloadStep = <T>(state: ListState<T>, step: WalkStep<T>): ListState<T> => {
  const { walk } = state.reload;
  if (walk === undefined) return state;
  switch (step.type) {
    case 'page': {
      const again = addPage(walk, step, state);
      const log = again.said.seek === undefined ? state.log : pageCame(state.log);
      return { ...state, log, reload: { ...state.reload, walk: again } };
    }
    case 'sent':
      return { ...state, reload: { ...state.reload, walk: send(walk, state) } };
    case 'waiting':
      return continueReload(state, { ...walk, stage: 'waiting' });
    case 'ended':
      return step.error === undefined
        ? endReload(state, { ...walk, outcome: { is: 'end' } })
        : failReload(state, step.error);
  }
};

/** One that was paused continues. */
export const resumeReload = <T>(state: ListState<T>): ListState<T> =>
  state.reload.walk?.stage === 'waiting' && mayAsk(state)
    ? continueReload(state, state.reload.walk)
    : state;
