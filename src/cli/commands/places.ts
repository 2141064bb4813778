import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { KeptWalk, Mark } from '../../index';
import { command } from '../options/CommandRow';
import { choice, flag, type Flags, anyText } from '../options/Option';
import { printText } from '../sinks/printText';
import { openStore, type OpenStore } from '../places/openStore';
import {
  type Checked,
  complain,
  failure,
  interrupted,
  misuse,
  reasonOf,
  say,
} from '../terminal/Complaint';
import { done, type ExitCode, type Io, type Job } from '../terminal/Io';
import { counted, durationText, escaped, grouped, printableLine } from '../terminal/text';

const placesOptions = {
  part: anyText('--part <name>', 'one part of the walk'),
  open: flag('--open', 'list only walks that are not done'),
  prefix: anyText('--prefix <text>', 'list only walks whose ids begin with it'),
  format: choice('--format <name>', 'table or jsonl (default: table)', ['table', 'jsonl']),
  schema: anyText('--schema <name>', 'the schema in Postgres (default: pagewalk)'),
  table: anyText('--table <name>', 'the table in SQLite (default: pagewalk_places)'),
  yes: flag('--yes', 'change without asking'),
};

type PlacesFlags = Flags<typeof placesOptions>;

/** What is asked before each change, and said after it. */
const changes: Readonly<Record<string, readonly [ask: string, did: string]>> = {
  forget: ['drop its place and its mark', 'forgot'],
  restart: ['drop its place and keep its mark', 'restarts'],
  release: ['take it from its walker', 'released'],
  'set-mark': ['drop its place and set its mark', 'set the mark of'],
};

/** The actions that an option is for. What is not here is for a kind of store. */
const actionsOf: Readonly<Partial<Record<keyof PlacesFlags, ReadonlyArray<string>>>> = {
  open: ['list'],
  prefix: ['list'],
  format: ['list', 'show'],
  part: ['show', ...Object.keys(changes)],
  yes: Object.keys(changes),
};

/** An option that would change nothing: who gives it means something else. */
const idleOption = (action: string, flags: PlacesFlags): string | undefined =>
  Object.entries(actionsOf)
    .filter(([name, actions]) => Object.hasOwn(flags, name) && !actions.includes(action))
    .map(
      ([name, actions]) => `--${name} goes with ${actions.join(', ')}, and not with ${action}`,
    )[0];

const cellsOf = (walk: KeptWalk): Readonly<Record<string, string>> => ({
  id: printableLine(walk.id),
  part: printableLine(walk.part ?? ''),
  state: walk.isLast ? 'done' : 'open',
  pages: grouped(walk.pages),
  objects: grouped(walk.objects),
  round: String(walk.round),
  age: durationText(walk.age),
  'claimed by': printableLine(walk.claimedBy ?? '-'),
  'claimed at': walk.claimedAt.toISOString(),
  mark: walk.delta ? '(token)' : walk.mark === undefined ? '' : printableLine(String(walk.mark)),
  failure: walk.failure
    ? `page ${walk.failure.page}, ${counted(walk.failure.times, 'time')}: ${printableLine(walk.failure.message)}`
    : '',
});

const table = (walks: ReadonlyArray<KeptWalk>): string => {
  const cells = walks.map(cellsOf);
  const [first] = cells;
  if (!first) return 'no walks\n';
  const rows = [Object.keys(first), ...cells.map((one) => Object.values(one))];
  const widths = Object.keys(first).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  const lineOf = (row: ReadonlyArray<string>): string =>
    row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');
  return rows.map((row) => `${lineOf(row).trimEnd()}\n`).join('');
};

const lines = (walks: ReadonlyArray<KeptWalk>): string =>
  walks
    .map((walk) =>
      JSON.stringify(walk, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    )
    .map((line) => `${escaped(line)}\n`)
    .join('');

/** The number in a text of digits, as exact as the mark that is kept. */
const numberIn = (text: string, kept: number | bigint): Checked<Mark> => {
  const isNumber = (typeof kept === 'bigint' ? /^-?\d+$/ : /^-?\d+(?:\.\d+)?$/).test(text);
  return isNumber
    ? E.right(typeof kept === 'bigint' ? BigInt(text) : Number(text))
    : E.left(misuse('MARK must be a number, as the one that is kept (forget drops that one)'));
};

/** A mark as it was typed: of the kind of the one that is kept, else a number where it is one. */
const markOf = (text = '', kept?: Mark): Checked<Mark> => {
  if (typeof kept === 'bigint' || typeof kept === 'number') return numberIn(text, kept);
  const isNumber = kept === undefined && /^-?\d{1,15}(?:\.\d+)?$/.test(text);
  return E.right(isNumber ? Number(text) : text);
};

const confirmed = async (io: Io, question: string, isSure: boolean): Promise<Checked<unknown>> => {
  if (isSure) return E.right(undefined);
  if (!io.ask) return E.left(misuse('there is no terminal to ask on: give --yes'));
  return pipe(
    await io.ask(`${question} [y/N] `, 'shown'),
    E.mapLeft(interrupted),
    E.filterOrElse(
      (answer) => /^y(es)?$/i.test(answer.trim()),
      () => failure('nothing was changed'),
    ),
  );
};

/** What an action does to a walk, once somebody has confirmed it. */
const changeOf = (
  { places }: OpenStore,
  [action, id = '', mark]: ReadonlyArray<string | undefined>,
  part: string | undefined,
  kept: Mark | undefined,
): Checked<() => Promise<unknown>> =>
  action === 'set-mark'
    ? E.Functor.map(markOf(mark, kept), (typed) => () => places.setMark(id, typed, part))
    : E.right(() => places[action as 'forget' | 'restart' | 'release'](id, part));

const act = async (
  store: OpenStore,
  words: ReadonlyArray<string | undefined>,
  { part, format, open, prefix, yes }: PlacesFlags,
  io: Io,
): Promise<ExitCode> => {
  const { places } = store;
  const [action = 'list', id = ''] = words;
  const print = (walks: ReadonlyArray<KeptWalk>): Promise<ExitCode> =>
    printText('the walks', (format === 'jsonl' ? lines : table)(walks), io);
  if (action === 'list') return print(await places.all({ prefix, ...(open && { isLast: false }) }));
  const walk = O.toUndefined(await places.get(id, part));
  const name = JSON.stringify(id) + (part === undefined ? '' : `, part ${JSON.stringify(part)}`);
  if (!walk && action !== 'set-mark') return complain(io, failure(`there is no walk ${name}`));
  // Of a walk in parts, each part has its own mark.
  const isInParts = part === undefined && ['show', 'set-mark'].includes(action);
  const rows = isInParts
    ? (await places.all({ prefix: id })).filter((each) => each.id === id)
    : [walk].filter((each) => each !== undefined);
  if (action === 'show') return print(rows);
  const change = changeOf(store, words, part, rows.find(({ mark }) => mark !== undefined)?.mark);
  if (E.isLeft(change)) return complain(io, change.left);
  const [ask = '', did = ''] = changes[action] ?? [];
  const answer = await confirmed(
    io,
    `the walk ${name}: ${ask}, and supersede its walker?`,
    yes === true,
  );
  if (E.isLeft(answer)) return complain(io, answer.left);
  await change.right();
  say(io, `${did} ${name}`);
  return done;
};

const placesJob =
  (store: string, words: ReadonlyArray<string | undefined>, flags: PlacesFlags): Job =>
  async (io) => {
    const [action = 'list', id, mark] = words;
    if (!['list', 'show', ...Object.keys(changes)].includes(action)) {
      return complain(
        io,
        misuse(`places cannot ${action}: it can list, show, ${Object.keys(changes).join(', ')}`),
      );
    }
    if (
      (action === 'list') === (id !== undefined) ||
      (action === 'set-mark' ? !mark : mark !== undefined)
    ) {
      return complain(
        io,
        misuse(
          `write: pagewalk places STORE ${action}${action === 'list' ? '' : action === 'set-mark' ? ' ID MARK' : ' ID'}`,
        ),
      );
    }
    const idle = idleOption(action, flags);
    if (idle !== undefined) return complain(io, misuse(idle));
    const opened = await openStore(store, flags, io.env);
    if (E.isLeft(opened)) return complain(io, opened.left);
    try {
      return await act(opened.right, words, flags, io);
    } catch (error) {
      return complain(io, failure(reasonOf(error)));
    } finally {
      await opened.right.close();
    }
  };

export const placesCommand = command({
  words: [
    { name: '<STORE>', text: 'a folder of filePlaces, a SQLite file, or the word DATABASE_URL' },
    {
      name: '[ACTION]',
      text: 'list (default), show ID, forget ID, restart ID, release ID, or set-mark ID MARK',
    },
    { name: '[ID]', text: 'the id of a walk' },
    { name: '[MARK]', text: 'what its next run asks from' },
  ],
  options: placesOptions,
  run: ([store = '', ...words], flags) => placesJob(store, words, flags),
});
