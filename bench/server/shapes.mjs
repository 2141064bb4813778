/**
 * What the objects of a course look like. Each shape makes the properties of object `id`; every contestant reads the
 * very same bytes.
 */
const departments = ['Engineering', 'Finance', 'Operations', 'Research', 'Sales'];
const day = 86_400_000;

/** Eight typed fields: the shape of an ordinary business object. */
const employee = (id) => ({
  id,
  name: `Employee number ${id}`,
  email: `employee.${id}@example.com`,
  department: departments[id % departments.length],
  active: id % 3 !== 0,
  level: id % 9,
  salary: 30_000 + (id % 70_000) / 4,
  startDate: new Date(1_000_000_000_000 + (id % 8_000) * day).toISOString(),
});

/** A hundred properties: an id, and texts, numbers and booleans in turn. */
const wide = (id) => ({
  id,
  ...Object.fromEntries(
    Array.from({ length: 99 }, (_, n) => [
      `field${n}`,
      n % 3 === 0 ? `text ${id + n}` : n % 3 === 1 ? id + n : n % 2 === 0,
    ]),
  ),
});

export const shapes = { employee, wide };

/** The codec refuses this one: a number that came as a text, as it happens. */
export const spoil = (properties) => ({
  ...properties,
  id: properties.id,
  salary: String(properties.salary),
});
