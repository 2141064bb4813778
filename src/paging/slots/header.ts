import { isHeader } from '../../model/http';
import type { Slot } from '../../model/paging/draft';
import type { Source } from '../../model/paging/sources';
import { valueText } from './query';

/** A header loses the blanks around its value. */
const isCarried = (name: string, text: string): boolean =>
  isHeader([name, text]) && text.trim() === text;

/**
 * A header: of the response where something is read, of the request where something is sent.
 *
 * @example
 * ```ts
 * import { byCursor, header } from 'pagewalk/paging';
 *
 * const paging = byCursor({ from: header('x-continuation'), to: header('x-continuation') });
 * ```
 *
 * @see query
 * @see link
 * @since 0.2.0
 */
export const header = (name: string): Source & Slot<'header'> => {
  if (!isHeader([name, '']))
    throw new TypeError('header: the name must be a token, such as x-next-page');
  const key = name.toLowerCase();
  const either: Omit<Source & Slot<'header'>, '~source' | '~slot'> = {
    label: `header ${key}`,
    path: [`header:${key}`],
    read: ({ headers }) => headers[key],
    part: 'header',
    write: (draft, value) => {
      if (value === undefined) return '';
      const text = valueText(value);
      if (!isCarried(key, text)) throw new TypeError('a header cannot carry this');
      draft.headers = { ...draft.headers, [key]: text };
      return text;
    },
    valueIn: ({ headers }) => headers[key],
  };
  return either as Source & Slot<'header'>;
};
