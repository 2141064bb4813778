/** What an option must be, and what it is instead. The type alone is printed where a value might be anything. */
const refuse = (option: string, rule: string, value: unknown): never => {
  throw new TypeError(
    `${option} must be ${rule}, but is ${typeof value === 'number' ? value : typeof value}`,
  );
};

/** Refuses what is not a number, NaN, and a number below 0. */
export const checkAtLeast0 = (option: string, value: unknown): void => {
  if (!(typeof value === 'number' && value >= 0)) refuse(option, '0 or more', value);
};

/** Refuses what is not a whole number above 0. */
export const checkCount = (option: string, value: unknown): void => {
  if (!(Number.isSafeInteger(value) && (value as number) > 0)) {
    refuse(option, 'a whole number above 0', value);
  }
};

/** Refuses a concurrency with which nothing would start, or more than it says. */
export const checkConcurrency = (operator: string, value: unknown): void => {
  if (value !== Infinity) checkCount(`${operator}: concurrency`, value);
};

/** Refuses what is not a list of statuses. */
export const checkStatuses = (option: string, value: unknown): void => {
  if (!(Array.isArray(value) && value.every(Number.isSafeInteger))) {
    refuse(option, 'a list of statuses, such as [410]', value);
  }
};

/** The first option that is not known: one that is misspelt would be ignored. */
export const unknownOption = (options: object, known: ReadonlyArray<string>): string | undefined =>
  Object.entries(options).find(
    ([option, value]) => value !== undefined && !known.includes(option),
  )?.[0];

/** Refuses options that a function does not know. `known` are those that it did not take yet. */
export const checkKnown = (
  name: string,
  options: object,
  known: ReadonlyArray<string> = [],
): void => {
  const unknown = unknownOption(options, known);
  if (unknown !== undefined) throw new TypeError(`${name} does not know the option ${unknown}`);
};

/** Refuses what is not a function, where one is needed or may be given, and what is none of these and of the others. */
export const checkFunctions = (
  name: string,
  options: object,
  needed: ReadonlyArray<string>,
  optional: ReadonlyArray<string>,
  others: ReadonlyArray<string>,
): void => {
  const functions = [...needed, ...optional];
  checkKnown(name, options, [...functions, ...others]);
  for (const option of functions) {
    const value = (options as Readonly<Record<string, unknown>>)[option];
    const isLeftOut = value === undefined && !needed.includes(option);
    if (!isLeftOut && typeof value !== 'function')
      refuse(`${name}: ${option}`, 'a function', value);
  }
};
