import type { Fields } from '../../model/json/Fields';
import { parseExact } from '../../model/json/parseExact';
import { writeExact } from '../../model/json/writeExact';
import type { Draft, Slot } from '../../model/paging/draft';
import { valueAt } from './at';
import { fieldsOf } from './query';

/** A copy of an object or a list with a value in it. What is neither becomes an object. In a list a name is an index. */
const withValue = (
  holder: unknown,
  [name, ...rest]: ReadonlyArray<string>,
  value: unknown,
): unknown => {
  if (name === undefined) return value;
  const fields = (typeof holder === 'object' && holder !== null ? holder : {}) as Fields;
  if (Array.isArray(holder) && !(Object.hasOwn(holder, name) && /^\d+$/.test(name))) {
    throw new TypeError(`the list there has no index ${name}`);
  }
  const inner = withValue(Object.hasOwn(fields, name) ? fields[name] : undefined, rest, value);
  return Array.isArray(holder)
    ? Object.assign([...(holder as ReadonlyArray<unknown>)], { [name]: inner })
    : { ...fields, [name]: inner };
};

/**
 * A field of the request's JSON body: the names that lead to it, from the outside in. For POST only. Where the request has a
 * list, a name is an index in it, which must be there: `body('params', '1')`. Without a name, each field of the cursor, which
 * must be an object, is a field of the body.
 *
 * @example
 * ```ts
 * import { at, body, byCursor } from 'pagewalk/paging';
 *
 * const from = at('data', 'repositories', 'pageInfo', 'endCursor');
 * const paging = byCursor({ from, to: body('variables', 'after') });
 * ```
 *
 * @see query
 * @since 0.2.0
 */
export const body = (...path: ReadonlyArray<string>): Slot<'body'> => {
  const write = (
    draft: Draft,
    name: string,
    rest: ReadonlyArray<string>,
    value: unknown,
  ): string => {
    if (value === undefined) return '';
    const key = `${JSON.stringify(name)}:`;
    const before = draft.body.get(name);
    const holder =
      before === undefined || rest.length === 0 ? undefined : parseExact(before.slice(key.length));
    const text = key + (writeExact(withValue(holder, rest, value)) ?? '');
    draft.body.set(name, text);
    return text;
  };
  const [first, ...inner] = path;
  const slot: Omit<Slot<'body'>, '~slot'> = {
    part: 'body',
    label: ['body', ...(first === undefined ? [] : [path.join('.')])].join(' '),
    write: (draft, value) =>
      first === undefined
        ? fieldsOf(value)
            .map(([field, part]) => write(draft, field, [], part))
            .join()
        : write(draft, first, inner, value),
    valueIn: ({ body: fields }) => {
      const field = fields.get(first ?? '');
      return field === undefined ? undefined : valueAt(parseExact(`{${field}}`), path);
    },
  };
  return slot as Slot<'body'>;
};
