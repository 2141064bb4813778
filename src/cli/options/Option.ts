import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { type Checked, misuse } from '../terminal/Complaint';

/** An option as it was written: its value, all of its values, or whether it is there, where it takes none. */
export type Written = string | ReadonlyArray<string> | boolean;

/** Reads a value; or says what it must be, without the text, which may be a secret. */
export type ValueReader<A> = (text: string) => E.Either<string, A>;

/** With what an option can be used. A name may have a value behind it: `format=csv`. */
interface Rules {
  /** It makes sense only with one of these, and why. */
  readonly with?: ReadonlyArray<string>;
  readonly why?: string;
  /** It cannot be used with these, each with the reason. */
  readonly not?: Readonly<Record<string, string>>;
  /** Of all options that have the same words here, only one can be used. */
  readonly oneOf?: string;
  /** The only values that there are. */
  readonly choices?: ReadonlyArray<string>;
}

/** One row of the table of options: all that is known of an option. */
export interface Option<A, T extends Written = Written> extends Rules {
  /** As help shows it: `-o, --out <file>`. */
  readonly flags: string;
  /** What help says of it. */
  readonly text: string;
  /** The heading below which help shows it. */
  readonly group?: string;
  /** Whether it may be given several times. */
  readonly isEach?: true;
  readonly read: (text: Written) => E.Either<string, A>;
  /** What a command line can have for it. */
  readonly written?: T;
}

/** Options by their names in code. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

/** The values of the options that are given. */
export type Flags<O extends OptionTable> = {
  readonly [Name in keyof O]?: O[Name] extends {
    readonly read: (text: Written) => E.Either<string, infer A>;
  }
    ? A
    : never;
};

/** The same as they were written. */
export type Texts<O extends OptionTable = OptionTable> = {
  readonly [Name in keyof O]?: O[Name] extends { readonly written?: infer T }
    ? Exclude<T, undefined>
    : never;
};

/** An option without a value. That of `--no-check-end` is false. */
export const flag = <A extends boolean = true>(
  flags: string,
  text: string,
  rules: Rules = {},
): Option<A, A> => ({ ...rules, flags, text, read: (written) => E.right(written as A) });

/** An option with a value. */
export const value = <A>(
  flags: string,
  text: string,
  read: ValueReader<A>,
  rules: Rules = {},
): Option<A, string> => ({ ...rules, flags, text, read: (written) => read(String(written)) });

/** An option whose value is any text. */
export const anyText = (flags: string, text: string, rules: Rules = {}): Option<string, string> =>
  value<string>(flags, text, E.right, rules);

/** An option that may be given without its value. */
export const perhaps = <A>(
  flags: string,
  text: string,
  read: ValueReader<A>,
  rules: Rules = {},
): Option<A | true, string | true> => ({
  ...rules,
  flags,
  text,
  read: (written) => (written === true ? E.right(written) : read(String(written))),
});

/** An option that may be given several times. */
export const values = <A>(
  flags: string,
  text: string,
  read: ValueReader<A>,
  rules: Rules = {},
): Option<ReadonlyArray<A>, ReadonlyArray<string>> => ({
  ...rules,
  flags,
  text,
  isEach: true,
  read: (written) => E.traverseArray(read)([written].flat().map(String)),
});

/** The same, whose values are any texts. */
export const anyTexts = (
  flags: string,
  text: string,
): Option<ReadonlyArray<string>, ReadonlyArray<string>> => values<string>(flags, text, E.right);

export const choice = <const A extends string>(
  flags: string,
  text: string,
  choices: ReadonlyArray<A>,
  rules: Rules = {},
): Option<A, A> => ({
  ...rules,
  flags,
  text,
  choices,
  read: E.fromPredicate(
    (written): written is A => choices.some((known) => known === written),
    () => `must be ${either(choices)}`,
  ),
});

/** Gives options what they share. What an option has itself counts more. */
export const sharing = <O extends OptionTable>(
  shared: Pick<Option<unknown>, 'group' | 'with' | 'why'>,
  options: O,
): O =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      { ...shared, ...(option.with && { why: undefined }), ...option },
    ]),
  ) as O;

/** Puts options below a heading. */
export const headed = <O extends OptionTable>(group: string, options: O): O =>
  sharing({ group }, options);

const either = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;

/** `--page-size` of `-s, --page-size <n>`. */
export const longOf = ({ flags }: Pick<Option<unknown>, 'flags'>): string =>
  /--[\w-]+/.exec(flags)?.[0] ?? flags;

/** Whether an option is given, with its value where the rule has one; and how a message names it. */
const part = (options: OptionTable, texts: Texts, rule: string) => {
  const [name = '', only] = rule.split('=');
  const option = options[name];
  const given = texts[name];
  const long = option === undefined ? '' : longOf(option);
  return {
    isKnown: option !== undefined,
    isGiven: given !== undefined && (only === undefined || given === only),
    label: only === undefined ? long : `${long} ${only}`,
  };
};

const behind = (why = ''): string => (why === '' ? '' : `: ${why}`);

const misusesOf = (
  options: OptionTable,
  texts: Texts,
  [name, option]: readonly [string, Option<unknown>],
): ReadonlyArray<string> => {
  const long = longOf(option);
  const homes = (option.with ?? [])
    .map((rule) => part(options, texts, rule))
    .filter(({ isKnown }) => isKnown);
  const isAlone = homes.length > 0 && !homes.some(({ isGiven }) => isGiven);
  const others = Object.entries(options).filter(
    ([other, { oneOf }]) =>
      oneOf !== undefined && oneOf === option.oneOf && other !== name && texts[other] !== undefined,
  );
  return [
    ...(isAlone
      ? [`${long} goes with ${either(homes.map(({ label }) => label))}${behind(option.why)}`]
      : []),
    ...others.map(
      ([, other]) => `${long} and ${longOf(other)} are different ${option.oneOf}: give one of them`,
    ),
    ...Object.entries(option.not ?? {}).flatMap(([rule, why]) => {
      const { isGiven, label } = part(options, texts, rule);
      return isGiven ? [`${long} and ${label} cannot be used together${behind(why)}`] : [];
    }),
  ];
};

/** Why the options cannot be used together. */
const misusedOptions = (options: OptionTable, texts: Texts): string | undefined =>
  Object.entries(options)
    .filter(([name]) => texts[name] !== undefined)
    .flatMap((entry) => misusesOf(options, texts, entry))[0];

/** The values of what was written, in the order in which it was; or what is wrong with one of them, or with several together. */
export const readFlags = <O extends OptionTable>(options: O, texts: Texts<O>): Checked<Flags<O>> =>
  pipe(
    Object.entries(texts as Texts),
    E.traverseArray(([name, text]) => {
      const option = options[name];
      if (option === undefined || text === undefined) return E.right([]);
      return pipe(
        option.read(text),
        E.bimap(
          (why) => misuse(`${longOf(option)} ${why}`),
          (read) => [[name, read]],
        ),
      );
    }),
    E.map((read) => Object.fromEntries(read.flat()) as Flags<O>),
    E.filterOrElse(
      () => misusedOptions(options, texts) === undefined,
      () => misuse(misusedOptions(options, texts) ?? ''),
    ),
  );

/** Options as a command line has them. */
export const wordsOf = (options: OptionTable, texts: Texts): ReadonlyArray<string> =>
  Object.entries(texts).flatMap(([name, text]) => {
    const option = options[name];
    if (option === undefined || text === undefined) return [];
    const long = longOf(option);
    return typeof text === 'boolean' ? [long] : [text].flat().flatMap((one) => [long, one]);
  });
