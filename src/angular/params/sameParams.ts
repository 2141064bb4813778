const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

/** Whether params say the same: a function that reads signals makes a new object at every turn. */
export const sameParams = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  const [fields, others] = [fieldsOf(one), fieldsOf(other)];
  if (fields === undefined || others === undefined) return false;
  const names = Object.keys(fields);
  return (
    names.length === Object.keys(others).length &&
    names.every((name) => name in others && Object.is(fields[name], others[name]))
  );
};
