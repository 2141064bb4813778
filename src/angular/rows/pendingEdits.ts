import { signal, type Signal, untracked } from '@angular/core';
import { BehaviorSubject, type Observable } from 'rxjs';
import type { PendingEdit } from '../WalkState';
import type { Edit } from './edits';

/** Makes an edit that the service has confirmed a part of the rows. */
export type Confirm<T> = (edit: Edit<T>) => void;

/** The edits of a list that wait. They outlive the list: an answer may come when its component is away. */
export interface PendingEdits<T> {
  readonly waiting: Signal<ReadonlyArray<Edit<T>>>;
  readonly changes: Observable<ReadonlyArray<Edit<T>>>;
  readonly add: (edit: Edit<T>, confirm: Confirm<T>) => PendingEdit;
  /** From now on, edits that still wait are confirmed like this. Where none waits, nothing is held. */
  readonly passTo: (confirm: Confirm<T>) => void;
  /** Ends an edit that cannot be made, if it still waits. */
  readonly drop: (edit: Edit<T>) => boolean;
  readonly clear: () => void;
}

export const pendingEdits = <T>(): PendingEdits<T> => {
  const waiting = signal<ReadonlyArray<Edit<T>>>([]);
  const changes = new BehaviorSubject<ReadonlyArray<Edit<T>>>([]);
  let confirmed: Confirm<T> | undefined;
  const passTo = (confirm: Confirm<T>): void => {
    confirmed = untracked(waiting).length === 0 ? undefined : confirm;
  };
  const set = (next: ReadonlyArray<Edit<T>>): void => {
    untracked(() => {
      waiting.set(next);
      changes.next(next);
    });
    if (next.length === 0) confirmed = undefined;
  };
  const drop = (edit: Edit<T>): boolean => {
    const before = untracked(waiting);
    if (!before.includes(edit)) return false;
    set(before.filter((other) => other !== edit));
    return true;
  };
  const commit = (edit: Edit<T>): void => {
    if (untracked(waiting).includes(edit)) confirmed?.(edit);
    drop(edit);
  };
  return {
    waiting: waiting.asReadonly(),
    changes: changes.asObservable(),
    add: (edit, confirm) => {
      set([...untracked(waiting), edit]);
      passTo(confirm);
      return {
        commit: () => {
          commit(edit);
        },
        rollback: () => {
          drop(edit);
        },
      };
    },
    passTo,
    drop,
    clear: () => {
      set([]);
    },
  };
};
