import { signal, untracked } from '@angular/core';
import type { Key } from '../../walk/recovery/seenBefore';
import type { PendingEdit } from '../WalkList';

/** A change of a list that the service has not confirmed yet. */
export type Edit<T> =
  | { readonly type: 'patch'; readonly key: Key; readonly change: (object: T) => T }
  | { readonly type: 'insert'; readonly object: T }
  | { readonly type: 'remove'; readonly key: Key };

type KeyOf<T> = (object: T) => Key;

/** The objects as they are after an edit. */
const after = <T>(objects: ReadonlyArray<T>, edit: Edit<T>, key: KeyOf<T>): ReadonlyArray<T> => {
  switch (edit.type) {
    case 'patch':
      return objects.map((object) => (key(object) === edit.key ? edit.change(object) : object));
    case 'remove':
      return objects.filter((object) => key(object) !== edit.key);
    case 'insert': {
      // One that the service has sent meanwhile is there already.
      const wanted = key(edit.object);
      return objects.some((object) => key(object) === wanted) ? objects : [edit.object, ...objects];
    }
  }
};

/** Who shows edits, makes those that are confirmed a part of the rows, and hears what they throw. */
export interface EditedBy<T> {
  /** Without one there are no edits. */
  readonly key: KeyOf<T> | undefined;
  readonly changed: () => void;
  readonly confirm: (edit: Edit<T>) => void;
  readonly threw: (thrown: unknown) => void;
}

/** The edits of a list that wait. They outlive the list: an answer may come when its component is away. */
export type PendingEdits<T> = ReturnType<typeof pendingEdits<T>>;

export const pendingEdits = <T>() => {
  const waiting = signal<ReadonlyArray<Edit<T>>>([]);
  let by: EditedBy<T> | undefined;
  let isAway = false;
  const isWaiting = (): boolean => untracked(waiting).length > 0;
  const set = (next: ReadonlyArray<Edit<T>>): void => {
    untracked(() => {
      waiting.set(next);
      by?.changed();
    });
    if (next.length === 0 && isAway) by = undefined;
  };
  const drop = (edit: Edit<T>): boolean => {
    const before = untracked(waiting);
    if (!before.includes(edit)) return false;
    set(before.filter((other) => other !== edit));
    return true;
  };
  return {
    waiting: waiting.asReadonly(),
    isWaiting,
    /** The objects after all edits, or only one. Without any they are the same array. An edit that throws changes nothing. */
    over: (objects: ReadonlyArray<T>, only?: Edit<T>): ReadonlyArray<T> => {
      const edits = only === undefined ? waiting() : [only];
      const key = by?.key;
      if (key === undefined) return objects;
      return edits.reduce((edited, edit) => {
        try {
          return after(edited, edit, key);
        } catch (thrown) {
          // Later: rows are also read where no signal may be written. Then it still waits, and is dropped once.
          queueMicrotask(() => {
            if (drop(edit)) by?.threw(thrown);
          });
          return edited;
        }
      }, objects);
    },
    add: (edit: Edit<T>): PendingEdit => {
      if (by?.key === undefined)
        throw new Error(`${edit.type} needs to know objects by a key: give the list the option key`);
      set([...untracked(waiting), edit]);
      return {
        commit: () => {
          if (untracked(waiting).includes(edit)) by?.confirm(edit);
          drop(edit);
        },
        rollback: () => drop(edit),
      };
    },
    /** From now on this one shows them. */
    passTo: (next: EditedBy<T>): void => {
      [by, isAway] = [next, false];
    },
    /** The list is gone. Its kept rows take what is confirmed, and are held only as long as an edit waits. */
    leave: (confirm: EditedBy<T>['confirm']): void => {
      by = by && isWaiting() ? { ...by, changed: () => undefined, confirm } : undefined;
      isAway = true;
    },
    clear: (): void => set([]),
  };
};
