import { build } from 'esbuild';
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { E, pagewalk, rxjs, t } from './product.mjs';

/*
 * What parts of Pagewalk take, compared with what the engine itself takes for the same text: JSON.parse, JSON.stringify, or io-ts.
 * Such a ratio is one of the processor, so that no spec has it. Specs say that it does not grow with the text.
 */
const { createClient, exactNumbers } = pagewalk;

/** The formats of csv are part of the command line, which exports nothing. */
const csvFormats = async () => {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "export { csvFormat } from './src/cli/formats/csv'; export { itemView } from './src/cli/formats/Format';",
      resolveDir: fileURLToPath(new URL('..', import.meta.url)),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'node',
  });
  const { csvFormat, itemView } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  return {
    csv: csvFormat(false, itemView({})),
    'csv for spreadsheets': csvFormat(true, itemView({})),
  };
};

/** A text as it comes from a response: one that was put together is slower to look at. */
const bodyOf = (text) => Buffer.from(text).toString();

/** A walk over one page, from memory. */
const walking = (body, numbers, params = {}) => {
  const client = createClient({
    transport: () => rxjs.of(E.right({ status: 200, headers: {}, body })),
    numbers,
  });
  return () => client.list({ ontologyRid: 'ri.o', objectType: 'employee', ...params }).subscribe();
};

const parsing = (body) => () => {
  try {
    JSON.parse(body);
  } catch {
    // A page that was cut off: to see that is what is compared.
  }
};

const filled = (piece, bytes = 300_000) => piece.repeat(Math.ceil(bytes / piece.length));
const pageWith = (value) => bodyOf(`{"data":[{"properties":{"value":${value}}}]}`);
const large = '9007199254740993';

/** Texts that are dear to read, each one text in a record unless it says otherwise. */
const texts = {
  'large integers': pageWith(`[${filled(`${large},`)}1]`),
  'integers of 1,000 digits': pageWith(`[${filled(`${'9'.repeat(1_000)},`)}1]`),
  'a string of what looks like large integers': pageWith(`"${filled(`,${large}`)}"`),
  'rows of 32 digits, and a large integer': pageWith(
    `["${filled(`${'1'.repeat(32)}x`)}",${large}]`,
  ),
  'fractions of 1,000 digits, and a large integer': pageWith(
    `[${filled(`0.${'1'.repeat(1_000)},`)}${large}]`,
  ),
  'white space, and a large integer': pageWith(`[1${filled(' ')},${large}]`),
  'records with a large integer': bodyOf(
    `{"data":[${filled(`{"rid":"ri.1","properties":{"id":${large},"name":"Ada"}},`)}{}]}`,
  ),
};

const wrong = { names: Array.from({ length: 50_000 }, (_, index) => index) };
const names = t.type({ names: t.array(t.string) });

const ofJson = 'times JSON.parse';

/** A page that is full of a record that is none, and the least that somebody could make of it. */
const refused = (record) => {
  const body = bodyOf(`{"data":[${`${record},`.repeat(9_999)}${record}]}`);
  return {
    what: `${ofJson} and a Left of each: a page full of ${record}`,
    work: walking(body),
    base: () => JSON.parse(body).data.map((found) => E.left({ found })),
  };
};

const cutOff = ([what, begin, piece]) => {
  const body = bodyOf(begin + piece.repeat(2_000_000));
  return {
    what: `${ofJson}: a page that was cut off within ${what}`,
    work: walking(body),
    base: parsing(body),
  };
};

const walks = [
  ...Object.entries(texts).flatMap(([what, body]) => [
    { what: `${ofJson}: a walk over ${what}`, work: walking(body), base: parsing(body) },
    {
      what: `${ofJson}: a walk with exactNumbers over ${what}`,
      work: walking(body, exactNumbers),
      base: parsing(body),
    },
  ]),
  ...['null', '{}', '{"properties":[]}'].map(refused),
  ...[
    ['a long text', '{"data":[],"a":"', 'x'],
    ['white space', '{"data":[],"a":1', ' '],
  ].map(cutOff),
  {
    what: 'times decode of io-ts: a record of 50,000 wrong entries',
    work: walking(bodyOf(JSON.stringify({ data: [{ properties: wrong }] })), undefined, {
      properties: names,
    }),
    base: () => names.decode(wrong),
  },
];

/** JSON.stringify copies most texts, but writes quotation marks one by one. A text may have two bytes for each character. */
const written = async () => {
  const formats = await csvFormats();
  return [
    ['csv', '"'],
    ...[';=', ';-1a', '"', '😀;='].map((unit) => ['csv for spreadsheets', unit]),
  ].map(([name, unit]) => {
    const text = bodyOf(unit.repeat(200_000 / unit.length));
    const end = /[^\0-\xff]/.test(unit) ? '😀' : '';
    const marks = bodyOf('"'.repeat(200_000 - end.length) + end);
    const { add } = formats[name].begin();
    return {
      what: `times JSON.stringify of as many quotation marks: ${name} of ${unit}`,
      work: () => add({ properties: { text } }),
      base: () => JSON.stringify(marks),
    };
  });
};

const cpu = (work, times) => {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

/** What is measured: what it is compared with, and both as functions. */
export const parts = async () => [...walks, ...(await written())];

/** The ratio of the best of some turns, each of some milliseconds. */
export const ratioOf = ({ work, base }, rounds) => {
  let times = 1;
  while (cpu(base, times) < 2_000) times *= 2;
  const least = { work: Infinity, base: Infinity };
  for (let round = 0; round < rounds; round += 1) {
    least.work = Math.min(least.work, cpu(work, times));
    least.base = Math.min(least.base, cpu(base, times));
  }
  return least.work / least.base;
};
