/** The fields of an object, by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields, as JSON has them: no array, and not null. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
