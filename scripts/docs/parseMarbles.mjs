// Reads marble diagrams as doc comments and guides write them: every column of the text is a moment, as in RxJS's own.

/**
 * One sign of a stream, at the beginning of what is left of it. A letter may carry a number (`a1` is one value), while
 * letters side by side are values side by side; `[--1--]` is work that takes as long as it is wide; nothing follows an end;
 * a call may stand last (`r--destroy()`).
 */
const signOf = (rest) => {
  const [time] = /^-+/.exec(rest) ?? [];
  if (time) return { kind: 'time', text: '', end: '', length: time.length };
  const [span, work] = /^\[-+(\w*)-+\]/.exec(rest) ?? [];
  if (span) return { kind: 'span', text: work, end: '', length: span.length };
  if (rest === '|' || rest === '#') return { kind: 'end', text: '', end: rest, length: 1 };
  if (/^[a-z]\w+\(\)$/i.test(rest))
    return { kind: 'call', text: rest, end: '', length: rest.length };
  const [group, values, end] = /^\(([a-z\d]*)([|#]?)\)/i.exec(rest) ?? [];
  if (group && group !== '()') return { kind: 'group', text: values, end, length: group.length };
  const [value] = /^(?:[a-z]\d*|\d+)/i.exec(rest) ?? [];
  return value && { kind: 'value', text: value, end: '', length: value.length };
};

/** Three letters in a row are a word, `--dry-run`, unless the stream says that it ends: `abc|`. */
const hasWord = (signs) =>
  signs.some((_, index) => [0, 1, 2].every((offset) => signs[index + offset]?.kind === 'value')) &&
  signs.every(({ end }) => end === '');

/** The signs of a stream, each with its column, or undefined where the word is not a stream. */
const streamOf = (word, start) => {
  const signs = [];
  for (let at = 0; at < word.length; at += signs.at(-1).length) {
    const sign = signOf(word.slice(at));
    if (sign === undefined) return undefined;
    // Nothing comes after the end.
    if (signs.at(-1)?.end) return undefined;
    signs.push({ ...sign, column: start + at });
  }
  const takesTime = signs.some(
    ({ kind, length, end }) => end !== '' || (kind === 'time' && length > 1),
  );
  const isStream = signs[0].kind === 'span' || (signs.length > 1 && takesTime && !hasWord(signs));
  return isStream ? signs : undefined;
};

/** The texts of a line, as two spaces or more part them. */
const textsOf = (line, from = 0) =>
  [...line.slice(from).matchAll(/\S+(?: \S+)*/g)].map(({ 0: text, index }) => ({
    text,
    column: from + index,
  }));

/** A name or none, streams, and what is said of them; where spans stand side by side, a name before each. */
const streamRow = (line) => {
  const streams = [];
  const notes = [];
  let label;
  let done = 0;
  for (const { 0: word, index } of line.matchAll(/\S+/g)) {
    if (index < done) continue;
    const stream = streamOf(word, index);
    if (stream) streams.push(stream);
    else if (streams.length > 0) {
      const next = line.slice(index).search(/\[-+\w*-+\]/);
      done = next < 0 ? line.length : index + next;
      notes.push(...textsOf(line.slice(0, done), index));
    } else {
      label = line.slice(0, index + word.length);
      // A name begins with its line and is one text.
      if (/^\s|\s{2}/.test(label)) return undefined;
    }
  }
  return streams.length > 0 ? { kind: 'streams', label, streams, notes } : undefined;
};

/** An arrow, or the two ends of a span, below a stream: `↑ why` or `^----^  why`. */
const pointerRow = (line) => {
  const [, before, arrow, why] = /^(\s+)(↑|\^(?:-*\^)?)(?:\s+(.*))?$/.exec(line) ?? [];
  if (arrow === undefined) return undefined;
  const notes = why ? [{ text: why, column: line.length - why.length }] : [];
  return { kind: 'pointer', column: before.length, length: arrow.length, notes };
};

const operatorRow = (line) => {
  const [first, ...notes] = textsOf(line);
  return first.column > 0 && /^[\w.]+\(.*\)$/.test(first.text)
    ? { kind: 'operator', ...first, notes }
    : undefined;
};

const rowOf = (line) => {
  if (line === '') return { kind: 'blank', notes: [] };
  return (
    streamRow(line) ??
    pointerRow(line) ??
    operatorRow(line) ?? { kind: 'texts', notes: textsOf(line) }
  );
};

/** Dashes alone underline a heading; a diagram has a stream on which something happens. */
const isEventful = (row) =>
  row.kind === 'streams' && row.streams.flat().some(({ kind }) => kind !== 'time');

/** The rows of a marble diagram, or undefined where the text is something else. */
export const parseMarbles = (text) => {
  const rows = text
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => rowOf(line.trimEnd()));
  return rows.some(isEventful) ? rows : undefined;
};
