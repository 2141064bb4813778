/** What TypeScript or a module keeps for itself: no constant, no type and no export can have one of these names. */
const reserved = new Set(
  [
    'any arguments as async await bigint boolean break case catch class const continue debugger declare default delete do else',
    'enum eval export exports extends false finally for function globalThis if implements import in infer instanceof interface',
    'is keyof let module namespace never new null number object package private protected public readonly require return satisfies',
    'static string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield',
    // Keys that modules have or inherit, and what printed or compiled modules need for themselves.
    '__esModule __proto__ Array Infinity Object',
  ]
    .join(' ')
    .split(' '),
);

/** Whether a codec and its type can have this name. */
export const isCodecName = (text: string): boolean =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text) && !reserved.has(text);

const capitalised = (word: string): string => word.replace(/^./u, (first) => first.toUpperCase());

/** A name for the codec of an object type: `flight-plan` gives `FlightPlan`. */
export const codecNameOf = (objectType: string): string => {
  const name = (objectType.match(/[\p{L}\p{N}]+/gu) ?? []).map(capitalised).join('');
  return [name, `Type${name}`].find(isCodecName) ?? 'Type';
};
