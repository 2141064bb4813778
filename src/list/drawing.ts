import { keysOf } from './edits/EditLog';
import { placedOver } from './edits/foldEdits';
import type { ListState } from './ListState';
import { blocksOf, noEntries } from './table/PageTable';
import { type ShownRows, shownRows } from './table/ShownRows';

/** What edits are put over where no page has come. */
const noRows = { first: 0, rows: noEntries, invalid: noEntries };

const drawn = <T>({ rules, walk, log }: ListState<T>, before: ShownRows<T>): ShownRows<T> => {
  const { table } = walk;
  const came = blocksOf(table);
  const edits = log.entries.map(({ edit }) => edit);
  const { blocks, more } =
    rules.key && edits.length > 0
      ? placedOver(came.length > 0 ? came : [noRows], edits, keysOf(log, rules.key))
      : { blocks: came, more: 0 };
  return shownRows(blocks, table.length + more, before);
};

/** Puts the edits of a list over its rows, whenever either is different. */
export const drawing = <T>() => {
  let from: { readonly table?: unknown; readonly entries?: unknown } = {};
  let rows = shownRows<T>([], 0);
  return {
    draw: (state: ListState<T>): void => {
      const { table } = state.walk;
      const { entries } = state.log;
      if (table === from.table && entries === from.entries) return;
      rows = drawn(state, rows);
      from = { table, entries };
    },
    rows: (): ShownRows<T> => rows,
  };
};
