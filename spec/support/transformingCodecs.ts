import * as t from 'io-ts';

/** A date that travels as a text. */
export const DateFromString = new t.Type<Date, string>(
  'DateFromString',
  (u): u is Date => u instanceof Date,
  (u, c) => {
    const date = new Date(typeof u === 'string' ? u : NaN);
    return Number.isNaN(date.getTime()) ? t.failure(u, c) : t.success(date);
  },
  (date) => date.toISOString(),
);

/** A text without the space around it. It encodes with `identity`, as many a codec does that transforms. */
export const Trim = new t.Type<string>(
  'Trim',
  t.string.is,
  (u, c) => (typeof u === 'string' ? t.success(u.trim()) : t.failure(u, c)),
  t.identity,
);

/** A codec that takes a fixed value where another refuses, made as io-ts-types makes it: a copy with another `validate`. */
export const withFallback = <C extends t.Mixed>(codec: C, fallback: t.TypeOf<C>): C => {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(codec) as object) as C, codec);
  const validate: t.Validate<unknown, unknown> = (u, c) => {
    const result = codec.validate(u, c) as t.Validation<unknown>;
    return result._tag === 'Right' ? result : t.success<unknown>(fallback);
  };
  const decode = (u: unknown): t.Validation<unknown> =>
    validate(u, [{ key: '', type: copy, actual: u }]);
  return Object.assign(copy, { validate, decode });
};
