/* Part of the demo: `places.all()` as a table. */
import type { Status, PartStatus } from './Status';
import type { Story } from './story';

const said = (count: number): string => Math.round(count).toLocaleString('en');

const sum = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((total, one) => total + one, 0);

/** One line for all of it: what is written where nobody looks at a terminal. */
export const summary = ({ seconds, parts, begun, workers, gone }: Status): string => {
  const done = begun.filter(({ isDone }) => isDone).length;
  return [
    `${seconds.toFixed(0)} s`,
    `${done} of ${parts} parts`,
    `${said(sum(begun.map(({ objects }) => objects)))} objects`,
    `${said(sum(begun.map(({ rate }) => rate)))} a second`,
    `${workers.length} workers, ${gone.length} killed`,
  ].join(' · ');
};

/** What is known at the end. */
export interface Outcome {
  readonly rows: number;
  readonly deleted: number;
  readonly requests: number;
  /** How many requests one walk of all parts takes that nobody interrupts. */
  readonly fewest: number;
}

/** The last lines: what was done, and what happened meanwhile. */
export const closing = (
  { seconds, gone }: Status,
  { continued, beganAgain }: Story,
  { rows, deleted, requests, fewest }: Outcome,
): string =>
  [
    '',
    `${said(rows)} rows in ${seconds.toFixed(0)} s; ${said(deleted)} of yesterday's were deleted.`,
    `${said(requests)} requests; ${said(fewest)} where nobody is killed.`,
    `${gone.length} workers killed: parts continued ${continued()} times, and began again ${beganAgain()} times.`,
  ].join('\n');

/** With the bar behind them, they fit a terminal of 80 columns. */
const columns = [-10, -12, 5, 5, 7, 8] as const;

/** A row of the table: a positive width puts a cell to its right end, a negative one to the left. */
const row = (cells: ReadonlyArray<string>): string =>
  cells
    .map((cell, column) => {
      const width = columns[column] ?? 0;
      return width < 0 ? cell.padEnd(-width) : cell.padStart(width);
    })
    .join(' ');

const bar = (part: number, width = 20): string => {
  const filled = Math.round(Math.min(1, part) * width);
  return '█'.repeat(filled) + '░'.repeat(width - filled);
};

const partRow = (
  { label, worker, isAbandoned, isDone, round, pages, objects, rate }: PartStatus,
  all: number,
) => {
  const rateText = isDone ? 'done' : isAbandoned ? 'waits' : said(rate);
  const cells = [
    label,
    `${worker}${isAbandoned ? ' (killed)' : ''}`,
    said(round),
    said(pages),
    said(objects),
  ];
  return `${row([...cells, rateText])}  ${bar(objects / all)}`;
};

/** How many sentences stay on the terminal. */
const captions = 3;

/** What is shown on a terminal of this many lines: those under way first, then as many of the others as there is room for. */
export const table = (
  status: Status,
  said: ReadonlyArray<string>,
  lines: number,
): ReadonlyArray<string> => {
  const { begun, objects } = status;
  const underWay = begun.filter(({ isDone }) => !isDone);
  const done = begun.filter(({ isDone }) => isDone).reverse();
  return [
    summary(status),
    ...Array.from({ length: captions }, (_, index) => said.slice(-captions)[index] ?? ''),
    row(['part', 'worker', 'round', 'pages', 'objects', 'a second']),
    ...[...underWay, ...done]
      .slice(0, Math.max(1, lines - captions - 3))
      .map((part) => partRow(part, objects)),
  ];
};

/** Shows how the fleet stands and what has happened: a table that is drawn over, or a line every other second. */
export const createDisplay = (
  output: NodeJS.WriteStream,
): ((status: Status, happened: ReadonlyArray<string>) => void) => {
  let drawn = 0;
  let saidAt = -Infinity;
  let captionsNow: ReadonlyArray<string> = [];
  const draw = (status: Status, happened: ReadonlyArray<string>): void => {
    captionsNow = [...captionsNow, ...happened].slice(-captions);
    // A terminal need not know its size.
    const [width, height] = [output.columns || 80, output.rows || 24];
    const lines = table(status, captionsNow, height).map(
      (line) => `${line.slice(0, width - 1)}\u001b[K\n`,
    );
    output.write(`${drawn > 0 ? `\u001b[${drawn}A` : ''}${lines.join('')}\u001b[J`);
    drawn = lines.length;
  };
  const say = (status: Status, happened: ReadonlyArray<string>): void => {
    for (const line of happened) output.write(`${line}\n`);
    if (status.seconds - saidAt < 2) return;
    saidAt = status.seconds;
    output.write(`${summary(status)}\n`);
  };
  return output.isTTY ? draw : say;
};
