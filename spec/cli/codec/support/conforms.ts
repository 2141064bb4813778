type Schema = Readonly<Record<string, unknown>>;

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

const described = ['$schema', 'title', '$comment'];

const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object';

/** What each keyword demands, by the specification (draft 2020-12, sections 6 and 10). */
const keywords: Readonly<Record<string, (argument: never, value: unknown) => boolean>> = {
  type: (argument: string | ReadonlyArray<string>, value) =>
    [argument].flat().includes(typeOf(value)),
  enum: (argument: ReadonlyArray<unknown>, value) => argument.includes(value),
  anyOf: (argument: ReadonlyArray<Schema>, value) =>
    argument.some((schema) => conforms(schema, value)),
  items: (argument: Schema, value) =>
    !Array.isArray(value) || value.every((item) => conforms(argument, item)),
  required: (argument: ReadonlyArray<string>, value) =>
    !isObject(value) || argument.every((name) => Object.hasOwn(value, name)),
  properties: (argument: Readonly<Record<string, Schema>>, value) =>
    !isObject(value) ||
    Object.entries(argument).every(
      ([name, schema]) => !Object.hasOwn(value, name) || conforms(schema, value[name]),
    ),
};

/** Whether a value conforms to a JSON Schema of the keywords that `codec` prints; any other keyword is a mistake. */
export const conforms = (schema: Schema, value: unknown): boolean =>
  Object.entries(schema).every(([keyword, argument]) => {
    if (described.includes(keyword)) return true;
    const demand = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
    if (demand === undefined) throw new Error(`${keyword} is not a keyword that this check knows`);
    return demand(argument as never, value);
  });
