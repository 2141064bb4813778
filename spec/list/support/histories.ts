import * as t from 'io-ts';
import { finalize, Subject } from 'rxjs';
import {
  type Client,
  createClient,
  endpoint,
  type HttpResponse,
  type Transport,
} from '../../../src/index';
import type { Either } from 'fp-ts/Either';
import type { TransportFailure } from '../../../src/transport/Transport';
import { createList, type List } from '../../../src/list/createList';
import { pacedClient, type WalkPace } from '../../../src/list/WalkSource';
import type { Edit } from '../../../src/list/edits/Edit';
import { windowing } from '../../../src/list/window/windowing';
import { at, byCursor, byOffset, byPageNumber, query } from '../../../src/paging';
import { answer, ok } from '../../support/scriptedTransport';
import * as rules from './model';

/** A row of the service: what the user writes, where it is sorted to, and whether a filter hides it. */
const Row = t.type({ id: t.number, text: t.string, place: t.number, isHidden: t.boolean });
export type Row = t.TypeOf<typeof Row>;

const described = {
  name: 'rows',
  method: 'GET',
  path: '/rows',
  items: at('data'),
  pageSize: query('limit'),
  codec: Row,
} as const;
/** With `more`, no further page is asked for to see whether the total is that of the page. */
const [total, more] = [at('total'), at('more')];
const schemes = {
  offset: endpoint({ ...described, paging: byOffset({ to: query('from'), total, more }) }),
  number: endpoint({ ...described, paging: byPageNumber({ to: query('page'), total, more }) }),
  cursor: endpoint({ ...described, paging: byCursor({ from: at('next'), to: query('after') }) }),
};

export type Scheme = keyof typeof schemes;
export type Kind = 'list' | 'window' | 'page';

export interface Setting {
  readonly scheme: Scheme;
  readonly kind: Kind;
  /** Rows of a page, and of the service at the start. */
  readonly size: number;
  readonly rows: number;
}

/** What happens next. `x` and `y` are between 0 and 1, and choose. */
export interface Happening {
  readonly what: What;
  readonly x: number;
  readonly y: number;
}

/** What may happen, and how often. */
export const whats = {
  respond: 10,
  fail: 1,
  more: 4,
  reload: 4,
  patch: 6,
  remove: 3,
  insert: 3,
  applied: 4,
  confirm: 8,
  foreign: 2,
  pause: 1,
  clear: 1,
  rest: 2,
} as const;
type What = keyof typeof whats;

/** A request that waits for its response, and when it left, by the clock of the model. */
interface Waiting {
  readonly of: 'list' | 'reload' | 'page';
  readonly left: number;
  readonly asked: URLSearchParams;
  /** The rows that the service had when it left. */
  readonly before: ReadonlyArray<Row>;
  readonly response: Subject<Either<TransportFailure, HttpResponse>>;
}

type Listed = Edit<Row>;

/** An edit of the user, here and at the service. */
interface Made {
  readonly edit: Listed;
  readonly type: Listed['type'];
  /** What the row is called here until the edit is confirmed, and at the service. */
  readonly key: number;
  readonly realKey: number;
  readonly text?: string;
  readonly row?: Row;
  readonly isRefused: boolean;
  readonly moves?: number;
  readonly hides: boolean;
  state: 'waits' | 'confirmed' | 'undone';
  isApplied: boolean;
}

/** Lets what is due begin. */
const turn = async (): Promise<void> => {
  for (let microtask = 0; microtask < 12; microtask += 1) await Promise.resolve();
};

const keyOf = ({ id }: Row): number => id;

/** Rows as the service lists them. */
const listed = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  rows.filter((row) => !row.isHidden).sort((a, b) => a.place - b.place || a.id - b.id);

export class Broken extends Error {}

/** Plays one history, and throws what is wrong with what the list shows. */
export const play = async (
  { scheme, kind, size, rows: count }: Setting,
  happenings: ReadonlyArray<Happening>,
): Promise<void> => {
  let rows: ReadonlyArray<Row> = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    text: 'as it was',
    place: (index + 1) * 10,
    isHidden: false,
  }));
  let waiting: ReadonlyArray<Waiting> = [];
  let [requests, nextKey] = [0, 100];
  const made: Array<Made> = [];
  const said: Array<string> = [];
  const errors: Array<unknown> = [];
  let model = rules.newModel;
  /** What the reload under way has cost, and may cost. */
  let reload = { requests: 0, allowed: 0 };
  let isPaused = false;

  const startOf = (asked: URLSearchParams): number =>
    Number(asked.get('from') ?? size * (Number(asked.get('page') ?? 1) - 1));
  const body = (asked: URLSearchParams, from: ReadonlyArray<Row>) => {
    const all = listed(from);
    const after = asked.get('after')?.split('_').map(Number);
    const behind = ({ place, id }: Row): boolean =>
      after === undefined ||
      place > (after[0] ?? 0) ||
      (place === after[0] && id > (after[1] ?? 0));
    const first = all.findIndex(behind);
    const start = scheme !== 'cursor' ? startOf(asked) : first < 0 ? all.length : first;
    const data = all.slice(start, start + size);
    const last = data.at(-1);
    const isLast = start + data.length >= all.length;
    if (scheme !== 'cursor') return { isLast, sent: { data, total: all.length, more: !isLast } };
    return { isLast, sent: { data, ...(last && !isLast && { next: `${last.place}_${last.id}` }) } };
  };
  const transportOf =
    (of: Waiting['of']): Transport =>
    ({ url }) => {
      const asked = new URL(url, 'http://host').searchParams;
      const response = new Subject<Either<TransportFailure, HttpResponse>>();
      if (of === 'reload') reload = { ...reload, requests: reload.requests + 1 };
      if (isPaused) broken('it asks in a pause');
      const one = { of, left: model.clock, asked, before: rows, response };
      requests += 1;
      if (requests > 2_000) throw new Broken('it asks without an end');
      waiting = [...waiting, one];
      return response.pipe(
        finalize(() => {
          waiting = waiting.filter((other) => other !== one);
        }),
      );
    };
  const clients = {
    list: createClient({ transport: transportOf('list'), retry: false }),
    reload: createClient({ transport: transportOf('reload'), retry: false }),
    page: createClient({ transport: transportOf('page'), retry: false }),
  };
  const other = kind === 'window' ? 'page' : 'reload';
  const clientOf = ({ valve, pageToken }: WalkPace): Client => {
    const of = 'isOfList' in valve ? 'list' : other;
    if (of === 'reload' && pageToken === undefined) {
      if (model.reload) broken('a reload begins while one is under way');
      model = rules.reloadBegan(model, kind === 'page');
      const pages = Math.ceil((model.reload?.wanted ?? 0) / size);
      reload = { requests: 0, allowed: pages + 2 };
    }
    return clients[of];
  };
  const kept: Array<unknown> = [];
  const keepPages = size === 3 ? 3 : Infinity;
  const list: List<Row> = createList<Row>({
    source: (pace) =>
      pacedClient(clientOf(pace), pace).objects(schemes[scheme], { pageSize: size }),
    rules: {
      key: keyOf,
      window: kind === 'window' ? windowing({ keepPages, rowsAhead: 1 }) : undefined,
      server: undefined,
      isOnePage: kind === 'page',
    },
    onError: (thrown) => errors.push(thrown),
    cache: () => ({ kept: undefined, keep: ({ keep }) => kept.push(keep()) }),
  });

  const shown = (): ReadonlyArray<Row> => list.snapshot().rows.value;
  const story = (): string => `${scheme} ${kind}, pages of ${size}: ${said.join('; ')}`;
  const broken = (what: string): never => {
    throw new Broken(`${what}\n${story()}`);
  };
  const isAlive = ({ state }: Made): boolean => state !== 'undone';
  /** What a row of an edit is called here by now. */
  const nameOf = (one: Made): number => {
    const inserted = made.find(({ type, key }) => type === 'insert' && key === one.key);
    return (inserted ?? one).state === 'confirmed' || inserted === undefined
      ? (inserted ?? one).realKey
      : one.key;
  };
  const told = (some: ReadonlyArray<Row>): string =>
    some.map(({ id, text, place }) => `${id} ${text} at ${place}`).join();
  /**
   * At each index a window shows the row that came there, with the edits over it. Where it has dropped rows that a removal hides, nobody
   * can say what is behind them.
   */
  const lookAtPlaces = (): void => {
    const places = rules.placesOf(model);
    if (places.filter((place) => place !== undefined).length > shown().length) return;
    for (const { first, rows: some } of list.snapshot().rows.blocks)
      some.forEach((row, index) => {
        const place = places[first + index];
        if (place === undefined || told([place]) !== told([row]))
          broken(
            `at ${first + index} it shows ${told([row])}, and by the rules ${place ? told([place]) : 'nothing'}`,
          );
      });
  };
  const look = (): void => {
    if (errors.length > 0) broken(`it threw ${String(errors[0])}`);
    const now = shown();
    if (kind === 'window') {
      const known = new Set(rules.broughtTo(model).map((row) => told([row])));
      const strange = now.find((row) => !known.has(told([row])));
      if (strange) broken(`it shows ${told([strange])}, which did not come so`);
      lookAtPlaces();
    } else if (told(now) !== told(rules.shownBy(model)))
      broken(`it shows ${told(now)}, and by the rules it has ${told(rules.shownBy(model))}`);
    if (reload.requests > reload.allowed)
      broken(`a reload costs ${reload.requests} requests, and may cost ${reload.allowed}`);
    const keys = new Set(now.map(keyOf));
    // A window knows rows by their index: where rows move, it may show one twice.
    if (kind !== 'window' && keys.size < now.length)
      broken(`a row is shown twice: ${now.map(keyOf).join(' ')}`);
    for (const row of now) {
      const edits = made.filter((one) => isAlive(one) && nameOf(one) === row.id);
      const last = edits.filter(({ type }) => type === 'patch').at(-1);
      if (edits.some(({ type }) => type === 'remove'))
        broken(`${row.id} was removed, and is shown`);
      if (last && last.text !== row.text)
        broken(`${row.id} shows "${row.text}", and the user wrote "${last.text}"`);
      const old = made.find(
        ({ type, key, realKey, state }) =>
          type === 'insert' && key !== realKey && state === 'confirmed' && key === row.id,
      );
      if (old) broken(`${row.id} is shown, and is called ${old.realKey}`);
    }
    for (const one of made)
      if (
        one.type === 'insert' &&
        one.state === 'waits' &&
        !keys.has(one.key) &&
        !made.some((other) => isAlive(other) && other.type === 'remove' && other.key === one.key)
      )
        broken(`${one.key} was inserted, and is not shown`);
  };

  let looked = 0;
  /** The rows that the viewport of a window shows. */
  const seen = (): ReadonlyArray<Row> =>
    list
      .snapshot()
      .rows.blocks.flatMap(({ first, rows: some }) =>
        some.filter((_, index) => first + index >= looked && first + index < looked + 2),
      );
  const lookAt = (start: number): void => {
    looked = start;
    list.send({ type: 'look', ranges: [{ start, end: start + 2 }] });
  };
  /** The index of the first row of a page in a window: by its number, or behind the row that its cursor names. */
  const firstOf = (asked: URLSearchParams): number => {
    if (scheme !== 'cursor') return startOf(asked);
    const [place, id] = asked.get('after')?.split('_').map(Number) ?? [];
    return 1 + model.places.findIndex((one) => one?.row.id === id && one?.row.place === place);
  };
  const respond = async (one: Waiting, isOld: boolean): Promise<void> => {
    const { sent, isLast } = body(one.asked, isOld ? one.before : rows);
    const came = { rows: sent.data, isLast, left: one.left, first: firstOf(one.asked) };
    model = one.of === 'reload' ? rules.reloadCame(model, came) : rules.pageCame(model, came);
    one.response.next(ok(sent));
    one.response.complete();
    await turn();
    look();
  };
  const rest = async (): Promise<void> => {
    let turns = 0;
    while (waiting.length > 0 || list.snapshot().isBusy) {
      const [one] = waiting;
      if ((turns += 1) > 200) broken('it asks for more than 200 pages');
      if (one !== undefined) await respond(one, false);
      // A window that has scrolled past a page waits for a moment.
      else await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  /** The service has the edits in the order in which they were made. */
  const apply = (upTo: Made): void => {
    for (const one of made) {
      if (!one.isApplied && !one.isRefused) {
        if (one.type === 'insert' && one.row) rows = [...rows, { ...one.row, id: one.realKey }];
        else if (one.type === 'remove') rows = rows.filter(({ id }) => id !== one.realKey);
        else
          rows = rows.map((row) =>
            row.id === one.realKey
              ? {
                  ...row,
                  text: one.text ?? '',
                  place: one.moves ?? row.place,
                  isHidden: row.isHidden || one.hides,
                }
              : row,
          );
      }
      one.isApplied = true;
      if (one === upTo) return;
    }
  };
  const confirm = async (one: Made): Promise<void> => {
    apply(one);
    const named = () => [
      ...new Set(
        (kind === 'window' ? seen() : shown()).map(({ id, text }) =>
          [id === one.key ? one.realKey : id, text].join(' '),
        ),
      ),
    ];
    const before = named();
    one.state = one.isRefused ? 'undone' : 'confirmed';
    said.push(`e${made.indexOf(one)} is ${one.isRefused ? 'refused' : 'confirmed'}`);
    const hadBoth = one.key !== one.realKey && shown().some(({ id }) => id === one.realKey);
    const row = one.row && one.key !== one.realKey ? { ...one.row, id: one.realKey } : undefined;
    const asked = requests;
    if (one.isRefused) {
      model = rules.undone(model, one.edit);
      list.send({ type: 'rollback', edit: one.edit });
    } else {
      model = rules.confirmed(model, one.edit, row);
      if (one.type !== 'patch') reload = { ...reload, allowed: reload.allowed + 1 };
      list.send({ type: 'commit', edit: one.edit, ...(row && { row }) });
    }
    look();
    if (one.type === 'patch' && requests > asked) broken('a patch costs a request');
    if (!one.isRefused && !hadBoth && named().join() !== before.join())
      broken(`a confirmation changes ${before.join()} into ${named().join()}`);
    await turn();
    look();
  };
  const make = (given: Omit<Made, 'edit' | 'state' | 'isApplied'>, edit: Listed): void => {
    const name = made.find(({ type, key }) => type === 'insert' && key === given.key);
    made.push({
      ...given,
      realKey: name?.realKey ?? given.realKey,
      edit,
      state: 'waits',
      isApplied: false,
    });
    model = rules.made(model, edit);
    list.send({ type: 'edit', edit });
    look();
  };
  /** The rows to edit. One that has come while it is still shown under its temporary key is edited under that. */
  const editable = (): ReadonlyArray<Row> =>
    shown().filter(
      ({ id }) =>
        !made.some(
          ({ type, key, realKey, state }) =>
            type === 'insert' && state === 'waits' && key !== realKey && id === realKey,
        ),
    );
  const pick = <V>(values: ReadonlyArray<V>, x: number): V | undefined =>
    values[Math.min(values.length - 1, Math.floor(x * values.length))];
  const retry = (): void => {
    isPaused = false;
    list.send({ type: 'retry' });
  };
  const doers: Record<What, (x: number, y: number) => Promise<void> | void> = {
    respond: (x, y) => {
      const one = pick(waiting, x);
      if (one === undefined) return;
      said.push(`${one.asked.toString()} ${y < 0.5 ? '(as at its request)' : ''}`);
      return respond(one, y < 0.5);
    },
    fail: async (x) => {
      const one = pick(waiting, x);
      if (one === undefined) return;
      said.push(`${one.asked.toString()} fails`);
      if (one.of === 'reload') model = rules.reloadFailed(model);
      one.response.next(answer(503, {}));
      one.response.complete();
      await turn();
      look();
      retry();
    },
    more: (x) => {
      said.push('more');
      if (kind === 'window') lookAt(Math.floor(x * count));
      else if (kind === 'list') list.send({ type: 'more' });
    },
    reload: () => {
      said.push('reload');
      list.send({ type: 'reload' });
    },
    patch: (x, y) => {
      const row = pick(editable(), x);
      if (row === undefined) return;
      const text = `e${made.length}`;
      const edit = {
        type: 'patch',
        key: row.id,
        change: (before: Row) => ({ ...before, text }),
      } as const;
      const moves = y < 0.25 ? { moves: Math.floor(x * 997) % 120 } : {};
      const both = { key: row.id, realKey: row.id };
      said.push(`${text} = patch ${row.id}`);
      make(
        {
          type: 'patch',
          text,
          ...both,
          ...moves,
          isRefused: y > 0.85,
          hides: y > 0.25 && y < 0.32,
        },
        edit,
      );
    },
    remove: (x, y) => {
      const row = pick(editable(), x);
      if (row === undefined) return;
      said.push(`e${made.length} = remove ${row.id}`);
      const both = { key: row.id, realKey: row.id };
      make(
        { type: 'remove', ...both, isRefused: y > 0.8, hides: false },
        { type: 'remove', key: row.id },
      );
    },
    insert: (x, y) => {
      if (kind === 'window') return;
      const realKey = (nextKey += 1);
      const key = y < 0.5 ? -realKey : realKey;
      const row = {
        id: key,
        text: 'new',
        place: Math.floor(x * 130),
        isHidden: y > 0.3 && y < 0.4,
      };
      const after = pick(shown(), y * 1.4)?.id;
      said.push(`e${made.length} = insert ${key} (the service: at ${row.place})`);
      make(
        { type: 'insert', key, realKey, row, text: 'new', isRefused: false, hides: false },
        { type: 'insert', object: row, ...(after !== undefined && x > 0.5 && { after }) },
      );
    },
    applied: (x) => {
      const one = pick(
        made.filter(({ isApplied }) => !isApplied),
        x,
      );
      if (one === undefined) return;
      said.push(`the service has edits up to e${made.indexOf(one)}`);
      apply(one);
    },
    confirm: async (x) => {
      const one = pick(
        made.filter(({ state }) => state === 'waits'),
        x,
      );
      if (one !== undefined) await confirm(one);
    },
    foreign: (x, y) => {
      const row = pick(
        rows.filter(({ id }) => !made.some(({ realKey }) => realKey === id)),
        x,
      );
      if (y > 0.6 || row === undefined) {
        const id = (nextKey += 1);
        said.push(`somebody inserts ${id}`);
        rows = [...rows, { id, text: 'by somebody', place: Math.floor(x * 130), isHidden: false }];
      } else {
        said.push(`somebody ${y < 0.3 ? 'removes' : 'moves'} ${row.id}`);
        const left = rows.filter((other) => other !== row);
        rows = y < 0.3 ? left : [...left, { ...row, place: Math.floor(y * 997) % 130 }];
      }
    },
    pause: () => {
      said.push('pause');
      list.send({ type: 'pause' });
      isPaused = list.snapshot().view.status === 'paused';
    },
    clear: () => {
      said.push('clear');
      isPaused = false;
      model = rules.cleared(model);
      // Who wrote what is forgotten with the rows.
      for (const one of made) one.state = 'undone';
      list.send({ type: 'clear' });
      if (kind === 'window') lookAt(0);
    },
    rest: () => {
      retry();
      return rest();
    },
  };

  try {
    if (kind === 'window') lookAt(0);
    else list.send({ type: 'more' });
    await turn();
    await rest();
    for (const { what, x, y } of happenings) {
      await doers[what](x, y);
      await turn();
      look();
    }
    said.push('rest');
    retry();
    await turn();
    await rest();
    for (const one of [...made].reverse()) if (one.state === 'waits') await confirm(one);
    await rest();
    for (const time of [1, 2, 3]) {
      const before = requests;
      const pages = Math.max(1, Math.ceil(shown().length / size));
      list.send({ type: 'reload' });
      await turn();
      await rest();
      if (kind !== 'window' && requests - before > pages + 2)
        broken(`reload ${time} of ${shown().length} rows costs ${requests - before} requests`);
    }
    const [now, all] = [shown(), listed(rows)];
    if (kind !== 'window' && told(now) !== told(all.slice(0, now.length)))
      broken(`at rest it shows ${told(now)}, and the service has ${told(all)}`);
    if (kind === 'window') {
      const meant = all.slice(looked, looked + 2);
      if (told(seen()) !== told(meant))
        broken(`at rest it shows ${told(seen())}, and not ${told(meant)}`);
    }
    if (kind === 'list' && now.length === 0 && all.length > 0) broken('at rest it shows nothing');
    list.destroy();
    const [cell] = kept as ReadonlyArray<
      | {
          readonly state?: {
            readonly log: {
              readonly entries: ReadonlyArray<unknown>;
              readonly late: ReadonlyArray<unknown>;
            };
          };
        }
      | undefined
    >;
    const log = cell?.state?.log;
    if (log && log.entries.length + log.late.length > 0) broken('at rest it keeps edits');
  } finally {
    list.send({ type: 'destroy' });
  }
};
