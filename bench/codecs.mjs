import { E, pipe, t } from './product.mjs';

const DateFromText = new t.Type(
  'DateFromText',
  (u) => u instanceof Date,
  (u, context) =>
    pipe(
      t.string.validate(u, context),
      E.chain((text) => {
        const date = new Date(text);
        return Number.isNaN(date.getTime()) ? t.failure(u, context) : t.success(date);
      }),
    ),
  (date) => date.toISOString(),
);

const employee = {
  id: t.number,
  name: t.string,
  email: t.string,
  department: t.string,
  active: t.boolean,
  level: t.number,
  salary: t.number,
  startDate: t.string,
};

const wide = Object.fromEntries(
  Array.from({ length: 99 }, (_, n) => [
    `field${n}`,
    n % 3 === 0 ? t.string : n % 3 === 1 ? t.number : t.boolean,
  ]),
);

const codecs = {
  employee: t.type(employee),
  wide: t.type({ id: t.number, ...wide }),
};

/** The io-ts codec of a course's properties; one that transforms makes a Date of a text. */
export const codecOf = ({ shape, transforms }) =>
  transforms ? t.type({ ...employee, startDate: DateFromText }) : codecs[shape];
