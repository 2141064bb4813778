type Fields = Readonly<Record<string, unknown>>;

const maxLength = 300;

const word = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, maxLength) : typeof value === 'number' ? String(value) : '';

/** The first thing that is wrong: the panel has room for one. */
const firstProblem = (problems: unknown): string => {
  const [first] = Array.isArray(problems) ? (problems as ReadonlyArray<unknown>) : [];
  if (typeof first !== 'object' || first === null) return '';
  const { at, message } = first as Fields;
  return `${word(at)} ${word(message)}`.trim();
};

const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

/**
 * What a failure says, in a line. It reads the fields of a `WalkError` wherever they came from: the error of a recording may
 * be anything.
 */
export const failureText = (failure: unknown): string => {
  if (typeof failure !== 'object' || failure === null) return 'unknown failure';
  const { _tag, status, errorName, errorCode, reason, code, after, rule, problems } = failure as Fields;
  const said = [
    word(status),
    word(errorName) || word(errorCode),
    word(reason),
    word(code),
    word(rule),
    typeof after === 'number' ? `no response within ${after} ms` : '',
    firstProblem(problems),
  ].filter((text) => text !== '');
  const text = [word(_tag) || 'Failure', ...(said.length > 0 ? [said.join(' ')] : [])].join(': ');
  return printable(text.slice(0, maxLength));
};
