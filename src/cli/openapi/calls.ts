import { literalText } from '../codec/moduleText';
import { pathIn } from '../options/readers';
import type { SchemeTexts } from '../options/tables';

/** Writes what the options of `walk` say as calls of functions that mean the same, and keeps which functions these are. */
export const calling = () => {
  const used = new Set<string>();
  const call = (name: string, ...args: ReadonlyArray<string>): string => {
    used.add(name);
    return `${name}(${args.join(', ')})`;
  };
  const atPath = (name: string, text: string): string =>
    call(name, ...pathIn(text).map(literalText));
  const place = (text: string): string => {
    const [, word, rest = ''] = /^(header|link):(.*)$/s.exec(text) ?? [];
    if (word !== undefined) return call(word, literalText(rest));
    const [, list, rel = '', href = ''] = /^(.+)\[(\w+)=next\]\.(\w+)$/s.exec(text) ?? [];
    if (list !== undefined)
      return call(
        'linkIn',
        atPath('at', list),
        `{ rel: ${literalText(rel)}, href: ${literalText(href)} }`,
      );
    return text.endsWith('.*')
      ? call('valuesOf', atPath('at', text.slice(0, -2)))
      : atPath('at', text);
  };
  /** What may be absent has a `?` behind it. */
  const source = (text: string, name: string, ...other: ReadonlyArray<string>): string =>
    text.endsWith('?') ? call(name, place(text.slice(0, -1)), ...other) : place(text);
  const slot = (text: string): string => {
    const [, word = 'query', rest = text] = /^(header|body|query):(.*)$/s.exec(text) ?? [];
    return word === 'body' ? atPath(word, rest) : call(word, literalText(rest));
  };
  const paging = (options: SchemeTexts): string => {
    const { link, cursor, lastId, page, offset, to } = options;
    const { first, more, last, total, untilEmpty } = options;
    if (link !== undefined) return call('byLink', place(link === true ? 'link:next' : link));
    const number = page ?? offset;
    const into = number ?? to?.[0];
    if (into === undefined) return call('onePage');
    const from = number === undefined ? (cursor?.[0] ?? lastId) : undefined;
    const parts = [
      ...Object.entries({ from, more, last, total }).flatMap(([name, at]) =>
        at === undefined
          ? []
          : [`${name}: ${source(at, 'orElse', name === 'more' ? 'false' : 'null')}`],
      ),
      `to: ${slot(into)}`,
      ...(first === undefined
        ? []
        : [`first: ${number === undefined ? literalText(first) : first}`]),
      ...(untilEmpty === true ? ["end: 'emptyPage'"] : []),
    ];
    const ofNumber = page === undefined ? 'byOffset' : 'byPageNumber';
    const scheme =
      number === undefined ? (cursor === undefined ? 'byLastItem' : 'byCursor') : ofNumber;
    return call(scheme, `{ ${parts.join(', ')} }`);
  };
  const items = (text: string): string => source(text, 'orEmpty');
  return { used, call, items, slot, paging };
};
