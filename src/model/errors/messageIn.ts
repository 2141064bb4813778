import { limitIn } from './limitWords';

/** Where services say what went wrong: the first of these that is a text counts. */
export const wordPaths =
  'message detail details error.message error_description error errors.0.message errors.0.detail errors.0.title title reason error.info';

type NamedValues = ReadonlyArray<readonly [name: string, value: unknown]>;

const valueOf = (fields: NamedValues, name: string): unknown =>
  fields.find(([key]) => key.toLowerCase() === name)?.[1];

/**
 * The fields of what may be an error, and of a list those of its first entry. To look through more of them for words would take longer
 * than to parse them (law 22).
 */
const namedValuesOf = (value: unknown): NamedValues => {
  if (Array.isArray(value)) return [['0', value[0]]];
  return typeof value === 'object' && value && Object.keys(value).length < 1_000
    ? Object.entries(value)
    : [];
};

/** Reads the text at a path, whatever the case of its names. */
const textsIn =
  (said: unknown) =>
  (path: string): string | undefined => {
    const [first = '', ...others] = path.split('.');
    const found = others.reduce(
      (value, name) => valueOf(namedValuesOf(value), name),
      valueOf(namedValuesOf(said), first),
    );
    return typeof found === 'string' ? found.trim() : undefined;
  };

/** Where a body has words of an error, if it has any. */
export const wordsAt = (said: unknown): string | undefined =>
  `${wordPaths} __type`.split(' ').find(textsIn(said));

/** The service's own words in the body of an error (law 33). Names may be in any case. */
export const messageIn = (said: unknown, paths = wordPaths): string | undefined => {
  const textAt = textsIn(said);
  // Where nothing else is said, the type of an error is: what stands behind its #.
  const words = paths.split(' ').map(textAt).find(Boolean) ?? textAt('__type')?.split('#').pop();
  const reason = textAt('reason');
  return reason && words === textAt('error') ? `${words}: ${reason}` : words;
};

/** A short text that is not a document is words itself. */
const shortWords = (text: string): { readonly message: string } | undefined =>
  /^\s*<|.{301}/s.test(text) ? undefined : { message: text };

/** Of JSON that is a text or a list: the text, the first of the list, or its beginning as it came. */
const wordsOfJson = (parsed: unknown, body: string): unknown => {
  if (typeof parsed === 'string') return shortWords(parsed);
  if (!Array.isArray(parsed)) return parsed;
  const first: unknown = parsed[0];
  if (typeof first === 'string') return shortWords(first);
  return messageIn(first) === undefined ? (shortWords(body) ?? parsed) : first;
};

/** What the body of an error says: JSON, or a short text, which is words, unless it is a document (law 33). */
export const saidIn = (
  body: string,
  revive?: (name: string, value: unknown) => unknown,
): unknown => {
  try {
    return wordsOfJson(JSON.parse(body, revive), body);
  } catch {
    return shortWords(body);
  }
};

/** Where services say which limit it was, beside their words. */
const codePaths =
  'reason error.reason errors.0.reason error.errors.0.reason error.details.0.reason code error.code errors.0.code error.status error.type errorcode errorname type';

/**
 * The words of a response that is an error, of what its body says. Where they do not say that a limit is used up, but a code or a
 * reason beside them does, that follows them.
 */
export const wordsIn = (
  { status }: { readonly status: number },
  said: unknown,
  words = messageIn(said),
): string | undefined => {
  const isSaid = limitIn(status, words) !== undefined;
  const code = isSaid
    ? undefined
    : codePaths
        .split(' ')
        .map((path) => messageIn(said, path))
        .find((given) => limitIn(status, given) !== undefined);
  return code === undefined ? words : [words, code].filter(Boolean).join(': ');
};
