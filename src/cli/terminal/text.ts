import { cut, printable as inOneLine } from '../../model/text';

export { counted, durationText, grouped } from '../../devtools/model/texts';

/** What moves a cursor, turns a line around, or is not seen at all. */
const odd = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Enough for two paths of files. */
const maxLineLength = 8_000;

/** One line that a terminal shows as it is: names of files and what users typed may hold anything. */
export const printableLine = (text: string): string => inOneLine(cut(text, maxLineLength));

/** The elements of HTML that stand in messages. Other words in angle brackets are what a message is about. */
const tags =
  /<(!|\/?(a|abbr|b|big|blockquote|body|br|center|code|div|em|font|h[1-6]|head|hr|html|i|img|li|link|meta|ol|p|pre|script|small|span|strong|style|sub|sup|table|tbody|td|th|thead|title|tr|tt|u|ul)\b)[^>]*>/gi;

/** A text without the HTML in it. */
export const plainWords = (text: string): string =>
  text.replace(tags, ' ').replace(/\s+/g, ' ').trim();

/** The code units of a text as JSON and JavaScript escape them. */
export const inEscapes = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** A document that a terminal shows as it is: all that is odd but line ends is escaped, so JSON says the same as before. */
export const escaped = (text: string): string =>
  text.replace(odd, (character, at: number) =>
    character === '\n' || (character === '\r' && text[at + 1] === '\n')
      ? character
      : inEscapes(character),
  );

/** What a shell would not leave as it is goes between quotes. */
export const shellWord = (word: string): string =>
  /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** What colours a text, and is not seen. */
const colour = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

const visibleLength = (text: string): number => text.replace(colour, '').length;

/** Puts words into lines of this many characters; a word that is longer has a line for itself. */
const wrapped = (
  text: string,
  columns: number,
  first: string,
  others: string,
): ReadonlyArray<string> => {
  const lines: Array<string> = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/ +/)) {
    if (!isEmpty && visibleLength(line) + 1 + visibleLength(word) > columns) {
      lines.push(line);
      line = others;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
};

/** A description needs this much room beside what it describes. If there is less, it goes below. */
const minBeside = 30;

const below = '      ';

/** The lines of a help text within a width: what describes an option is a column, or below it where there is no room. */
export const laidOut = (text: string, columns: number): string =>
  text
    .split('\n')
    .flatMap((line) => {
      if (visibleLength(line) <= columns) return [line];
      const [, term = '', gap = '', description = ''] = /^( +\S.*?)( {2,})(\S.*)$/.exec(line) ?? [];
      if (description === '') {
        const indent = /^ */.exec(line)?.[0] ?? '';
        // The lines of a command that is broken end with a backslash.
        const [onward, end] = /^ {2}pagewalk |^ {4}-/.test(line)
          ? [' \\', /( \\)?$/.exec(line)?.[0] ?? '']
          : ['', ''];
        const words = line.slice(0, line.length - end.length).trim();
        const lines = wrapped(words, columns - onward.length, indent, `${indent}  `);
        return lines.map((one, index) => {
          const close = index < lines.length - 1 ? onward : end;
          // Behind a word that is too long itself, a shell needs no blank before it.
          return one + (visibleLength(one + close) > columns ? close.trim() : close);
        });
      }
      const column = ' '.repeat(term.length + gap.length);
      return columns - column.length >= minBeside
        ? wrapped(description, columns, term + gap, column)
        : [
            ...wrapped(term.trim(), columns, '  ', below),
            ...wrapped(description, columns, below, below),
          ];
    })
    .join('\n');
