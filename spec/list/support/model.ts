import type { Edit } from '../../../src/list/edits/Edit';
import type { Row } from './histories';

/** A row in memory. One that was inserted, and that no page has brought, is the user's own. */
interface Kept {
  readonly row: Row;
  readonly isOwn: boolean;
}

interface Logged {
  readonly edit: Edit<Row>;
  readonly isConfirmed: boolean;
}

interface Folded {
  readonly edit: Edit<Row>;
  readonly at: number;
}

/** What a list has to show, by the rules alone: it knows what has come, and nothing of how a list asks for it. */
export interface Model {
  readonly clock: number;
  readonly rows: ReadonlyArray<Kept>;
  readonly known: ReadonlySet<number>;
  /** Each row as often as it came: a window shows it at the index where it came last. */
  readonly brought: ReadonlyArray<Kept>;
  /** What a window has at each index, where no page has been dropped. */
  readonly places: Places;
  /** The edits that are not a part of the rows yet, in the order in which they were made. */
  readonly log: ReadonlyArray<Logged>;
  /** Those that are, and when they became one. */
  readonly folded: ReadonlyArray<Folded>;
  /** What temporary keys mean. */
  readonly names: ReadonlyMap<number, number>;
  readonly reload:
    | {
        readonly rows: ReadonlyArray<Row>;
        readonly known: ReadonlySet<number>;
        readonly began: number;
        readonly wanted: number;
      }
    | undefined;
}

type Places = ReadonlyArray<Kept | undefined>;

/** What came with a request. */
interface Came {
  /** The index of its first row. */
  readonly first?: number;
  readonly rows: ReadonlyArray<Row>;
  readonly isLast: boolean;
  /** When the request left. */
  readonly left: number;
}

export const newModel: Model = {
  clock: 0,
  rows: [],
  known: new Set(),
  brought: [],
  places: [],
  log: [],
  folded: [],
  names: new Map(),
  reload: undefined,
};

/** The rows are dropped, and the edits with them. */
export const cleared = ({ clock }: Model): Model => ({ ...newModel, clock });

const realKey = ({ names }: Model, key: number): number => names.get(key) ?? key;

const keyOf = (model: Model, edit: Edit<Row>): number =>
  realKey(model, edit.type === 'insert' ? edit.object.id : (edit.key as number));

const afterOf = (model: Model, edit: Edit<Row>): number | undefined =>
  edit.type === 'insert' && edit.after !== undefined
    ? realKey(model, edit.after as number)
    : undefined;

/** One edit over some rows. */
const over = (model: Model, rows: ReadonlyArray<Kept>, edit: Edit<Row>): ReadonlyArray<Kept> => {
  const key = keyOf(model, edit);
  const isIt = ({ row }: Kept): boolean => realKey(model, row.id) === key;
  if (edit.type === 'remove') return rows.filter((kept) => !isIt(kept));
  if (edit.type === 'patch')
    return rows.map((kept) => (isIt(kept) ? { ...kept, row: edit.change(kept.row) } : kept));
  if (rows.some(isIt)) return rows;
  const after = afterOf(model, edit);
  // Without that row it is the first one.
  const at = 1 + rows.findIndex(({ row }) => realKey(model, row.id) === after);
  return [...rows.slice(0, at), { row: edit.object, isOwn: true }, ...rows.slice(at)];
};

/** One edit over what a window has: it may have a row twice, where rows have moved. */
const overPlaces = (model: Model, places: Places, edit: Edit<Row>): Places => {
  const key = keyOf(model, edit);
  const isIt = (kept: Kept | undefined): kept is Kept => kept?.row.id === key;
  if (edit.type === 'remove') return places.filter((kept) => !isIt(kept));
  if (edit.type === 'insert') return places;
  return places.map((kept) => (isIt(kept) ? { ...kept, row: edit.change(kept.row) } : kept));
};

const allOver = (
  model: Model,
  rows: ReadonlyArray<Kept>,
  edits: ReadonlyArray<Edit<Row>>,
): ReadonlyArray<Kept> => edits.reduce((next, edit) => over(model, next, edit), rows);

const keptOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Kept> =>
  rows.map((row) => ({ row, isOwn: false }));

const rowsOf = (kept: ReadonlyArray<Kept>): ReadonlyArray<Row> => kept.map(({ row }) => row);

const withLog = (model: Model, rows: ReadonlyArray<Kept>): ReadonlyArray<Row> => {
  const edits = model.log.map(({ edit }) => edit);
  return rowsOf(allOver(model, rows, edits));
};

/** The rows in memory with the log over them. */
export const shownBy = (model: Model): ReadonlyArray<Row> => withLog(model, model.rows);

/** What a window may show: rows that came, with the log over them. */
export const broughtTo = (model: Model): ReadonlyArray<Row> => withLog(model, model.brought);

/** What a window shows at each index that it has. */
export const placesOf = (model: Model): ReadonlyArray<Row | undefined> =>
  model.log
    .reduce<Places>((places, { edit }) => overPlaces(model, places, edit), model.places)
    .map((kept) => kept?.row);

export const made = (model: Model, edit: Edit<Row>): Model => ({
  ...model,
  clock: model.clock + 1,
  log: [...model.log, { edit, isConfirmed: false }],
});

/** The first confirmed edit for which nothing earlier waits. */
const nextToFold = (model: Model): Logged | undefined =>
  model.log.find(({ edit, isConfirmed }, index) => {
    const key = keyOf(model, edit);
    const earlier = model.log.slice(0, index).map((other) => other.edit);
    const inserts = earlier.filter(({ type }) => type === 'insert');
    const isOfRow = (other: Edit<Row>): boolean => keyOf(model, other) === key;
    const waits = {
      patch: () => earlier.some(isOfRow),
      insert: () => inserts.length > 0 || earlier.some(isOfRow),
      remove: () => inserts.some((other) => isOfRow(other) || afterOf(model, other) === key),
    };
    return isConfirmed && !waits[edit.type]();
  });

const fold = (model: Model): Model => {
  const next = nextToFold(model);
  if (next === undefined) return model;
  const { edit } = next;
  const { clock, reload } = model;
  return fold({
    ...model,
    log: model.log.filter((other) => other !== next),
    folded: [...model.folded, { edit, at: clock }],
    rows: over(model, model.rows, edit),
    brought: over(model, model.brought, edit),
    places: overPlaces(model, model.places, edit),
    known: edit.type === 'insert' ? new Set([...model.known, keyOf(model, edit)]) : model.known,
    reload:
      reload && edit.type !== 'insert'
        ? { ...reload, rows: rowsOf(over(model, keptOf(reload.rows), edit)) }
        : reload,
  });
};

export const undone = (model: Model, edit: Edit<Row>): Model =>
  fold({
    ...model,
    clock: model.clock + 1,
    log: model.log.filter((other) => other.edit !== edit),
  });

/** The service has accepted an edit, and may have given an inserted row its real key. */
export const confirmed = (model: Model, edit: Edit<Row>, row?: Row): Model => {
  const isRenamed = edit.type === 'insert' && row !== undefined;
  const names = isRenamed ? new Map([...model.names, [edit.object.id, row.id]]) : model.names;
  const accepted = isRenamed ? { ...edit, object: row } : edit;
  const isThere = isRenamed && model.known.has(row.id);
  const log = model.log.flatMap((other) => {
    if (other.edit !== edit) return [other];
    return isThere ? [] : [{ edit: accepted, isConfirmed: true }];
  });
  return fold({ ...model, clock: model.clock + 1, names, log });
};

/** What requests bring that left before an edit became a part of the rows gets that edit. */
const withFolded = (model: Model, { rows, left }: Came): ReadonlyArray<Row> => {
  const edits = model.folded.filter(({ edit, at }) => at > left && edit.type !== 'insert');
  return rowsOf(
    allOver(
      model,
      keptOf(rows),
      edits.map(({ edit }) => edit),
    ),
  );
};

/** A page of a window has come: its rows are at their index, and nothing is behind the last page. */
const placed = (places: Places, rows: ReadonlyArray<Kept>, { first = 0, isLast }: Came): Places => {
  const before = Array.from({ length: first }, (_, index) => places[index]);
  const behind = isLast ? [] : places.slice(first + rows.length);
  return [...before, ...rows, ...behind];
};

/** A page of the list has come: its rows are behind the others, each once. */
export const pageCame = (model: Model, came: Came): Model => {
  const fresh = withFolded(model, came);
  const byKey = new Map(fresh.map((row) => [row.id, row]));
  const rows = model.rows.map((kept) => {
    const brought = kept.isOwn ? byKey.get(kept.row.id) : undefined;
    return brought ? { row: brought, isOwn: false } : kept;
  });
  const added = [...byKey.values()].filter(({ id }) => !model.known.has(id));
  const known = new Set([...model.known, ...added.map(({ id }) => id)]);
  const brought = [...model.brought, ...keptOf(fresh)];
  const places = placed(model.places, keptOf(fresh), came);
  return { ...model, rows: [...rows, ...keptOf(added)], known, brought, places };
};

/** How many rows of the service there are. */
const counted = ({ rows }: Model): number => rows.filter(({ isOwn }) => !isOwn).length;

export const reloadBegan = (model: Model, isOnePage: boolean): Model => ({
  ...model,
  reload: {
    rows: [],
    known: new Set(),
    began: model.clock,
    wanted: isOnePage ? 1 : Math.max(1, counted(model)),
  },
});

export const reloadFailed = (model: Model): Model => ({ ...model, reload: undefined });

/** What was inserted meanwhile stays, unless it has come. */
const withInserts = (model: Model, rows: ReadonlyArray<Row>, began: number) => {
  const edits = model.folded.filter(({ at }) => at > began).map(({ edit }) => edit);
  const there = new Set(rows.map(({ id }) => id));
  const own = new Set(
    edits.filter(({ type }) => type === 'insert').map((edit) => keyOf(model, edit)),
  );
  return allOver(
    model,
    keptOf(rows),
    edits.filter((edit) => own.has(keyOf(model, edit)) && !there.has(keyOf(model, edit))),
  );
};

/** A page of a reload has come. When as many rows are there as there were, or all, they replace the others. */
export const reloadCame = (model: Model, came: Came): Model => {
  const { reload } = model;
  if (reload === undefined) return model;
  const fresh = withFolded(model, came).filter(({ id }) => !reload.known.has(id));
  const rows = [...reload.rows, ...fresh];
  const known = new Set([...reload.known, ...fresh.map(({ id }) => id)]);
  if (!came.isLast && rows.length < reload.wanted)
    return { ...model, reload: { ...reload, rows, known } };
  const kept = withInserts(model, rows, reload.began);
  const all = new Set([...known, ...kept.map(({ row }) => row.id)]);
  return { ...model, rows: kept, known: all, reload: undefined };
};
