// Draws a marble diagram: marbleSvg(text) is an SVG, or undefined where the text is not one. Its colours are in site.css.
import { parseMarbles } from './parseMarbles.mjs';

const letter = 7.3;
const moment = 15;
const radius = 7.5;
const heights = { streams: 30, operator: 34, texts: 24, pointer: 22, blank: 10 };

const escape = (text) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign],
  );

const round = (number) => Math.round(number * 10) / 10;

const element = (name, attributes, content = '') => {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : value}"`,
  );
  return `<${name}${written.join('')}>${content}</${name}>`;
};

const words = (x, y, text, kind) => element('text', { x, y, class: kind }, escape(text));

/** The left edge of every column: where streams run a column is as wide as a marble, elsewhere as a letter. */
const edges = (rows, columns) => {
  const signs = rows.flatMap((row) => (row.kind === 'streams' ? row.streams.flat() : []));
  const isMoment = (column) =>
    signs.some((sign) => column >= sign.column && column < sign.column + sign.length);
  const left = [0];
  for (let column = 0; column < columns; column += 1)
    left.push(left[column] + (isMoment(column) ? moment : letter));
  return left;
};

/** The names that a legend such as `x, y: Left(PageTokenExpired)` gives to Lefts. */
const leftsIn = (rows) => {
  const notes = rows.flatMap((row) => row.notes.map(({ text }) => text)).join('\n');
  const legends = notes.matchAll(/((?:\w+, )*\w+): (?:an? |any other )?Left/g);
  return new Set([...legends].flatMap(([, names]) => names.split(', ')));
};

/** A value is a circle; one that needs more room, `a1` or `(200)`, has straight sides. */
const marble = (text, x, y, width, isLeft) => {
  const box = {
    x,
    y: y - radius,
    width,
    height: 2 * radius,
    rx: radius,
    class: isLeft ? 'marble left' : 'marble',
  };
  return element('rect', box) + words(x + width / 2, y + 3.8, text, 'value');
};

const bar = (x, y) => element('line', { x1: x, x2: x, y1: y - 10, y2: y + 10, class: 'end' });

const cross = (x, y) =>
  element('path', { d: `M${round(x - 6)} ${y - 6}l12 12m0 -12l-12 12`, class: 'end failed' });

const endOf = (end, x, y) => (end === '' ? '' : (end === '|' ? bar : cross)(x, y));

const drawSign = ({ kind, text, end, column, length }, { at, y, lefts }) => {
  const x = at(column);
  if (kind === 'group') {
    const width = text.length < 2 ? text.length * moment : text.length * 8 + 6;
    const drawn = text === '' ? '' : marble(text, x, y, width, lefts.has(text));
    return drawn + endOf(end, x + width + moment / 2, y);
  }
  if (kind === 'span') {
    const box = {
      x: x + 1,
      y: y - 10,
      width: at(column + length) - x - 2,
      height: 20,
      rx: 3,
      class: 'span',
    };
    return element('rect', box) + words(box.x + box.width / 2, y + 4, text, 'value');
  }
  if (kind === 'value') return marble(text, x, y, at(column + length) - x, lefts.has(text));
  if (kind === 'call') return words(x + 2, y + 4, text, 'call');
  return endOf(end, x + moment / 2, y);
};

const drawStream = (signs, { at, ...place }) => {
  const first = signs[0];
  const last = signs.at(-1);
  const until =
    { time: at(last.column + last.length), call: at(last.column) }[last.kind] ??
    at(last.column) + radius;
  const line = { x1: at(first.column), x2: until, y1: place.y, y2: place.y, class: 'time' };
  const isWork = signs.every(({ kind }) => kind === 'span' || kind === 'end');
  return (
    (isWork ? '' : element('line', line)) +
    signs.map((sign) => (sign.kind === 'time' ? '' : drawSign(sign, { at, ...place }))).join('')
  );
};

const notesAt = (notes, { at, y }, from = 0) =>
  notes.map(({ text, column }) => words(Math.max(at(column), from), y + 4, text, 'note')).join('');

const draw = {
  blank: () => '',
  texts: ({ notes }, { at, y }) =>
    notes
      .map(({ text, column }) => words(at(column), y + 4, text, column === 0 ? 'label' : 'note'))
      .join(''),
  streams: ({ label, streams, notes }, place) =>
    (label ? words(0, place.y + 4, label, 'label') : '') +
    streams.map((signs) => drawStream(signs, place)).join('') +
    notesAt(notes, place),
  pointer: ({ column, length, notes }, { at, y }) => {
    const from = at(column) + radius;
    const to = at(column + length - 1) + radius;
    const across = length > 1 ? `M${round(from)} ${y - 6}v8H${round(to)}v-8` : '';
    const arrow = `M${round(from)} ${y + 8}v-16m-4 5l4 -5l4 5`;
    return element('path', { d: across || arrow, class: 'pointer' }) + notesAt(notes, { at, y });
  },
  operator: ({ text, notes }, { at, y, from, to }) => {
    const width = Math.max(to - from, text.length * letter + 16);
    const box = element('rect', {
      x: from,
      y: y - 12,
      width,
      height: 24,
      rx: 4,
      class: 'operator',
    });
    return (
      box +
      words(from + width / 2, y + 4, text, 'operation') +
      notesAt(notes, { at, y }, from + width + letter)
    );
  },
};

/** An SVG of the marble diagram, with the text as its description; undefined where the text is not a marble diagram. */
export const marbleSvg = (text) => {
  const rows = parseMarbles(text);
  if (rows === undefined) return undefined;
  const columns = Math.max(...text.split('\n').map(({ length }) => length)) + 1;
  const left = edges(rows, columns);
  const at = (column) => left[column];
  const signs = rows.flatMap((row) => (row.kind === 'streams' ? row.streams.flat() : []));
  const from = Math.min(...signs.map(({ column }) => at(column)));
  const to = Math.max(...signs.map(({ column, length }) => at(column + length)));
  const lefts = leftsIn(rows);
  let top = 4;
  const drawn = rows.map((row) => {
    const y = top + heights[row.kind] / 2;
    top += heights[row.kind];
    return draw[row.kind](row, { at, y, from, to, lefts });
  });
  const ends = rows.flatMap(({ notes }) =>
    notes.map((note) => at(note.column) + note.text.length * letter),
  );
  const operators = rows.flatMap((row) =>
    row.kind === 'operator' ? [from + row.text.length * letter + 18] : [],
  );
  const width = Math.ceil(Math.max(to, ...ends, ...operators)) + 4;
  const size = { viewBox: `-2 0 ${width} ${top + 4}`, width, height: top + 4 };
  const content = element('desc', {}, escape(text.trimEnd())) + drawn.join('');
  return element(
    'svg',
    { class: 'marbles', role: 'img', 'aria-label': 'Marble diagram', ...size },
    content,
  );
};
