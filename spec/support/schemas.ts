import { type } from 'arktype';
import { Schema } from 'effect';
import * as v from 'valibot';
import { z } from 'zod';
import type { StandardSchemaV1 } from '../../src/index';

/** The same schema as four libraries write it: a number, and text inside that becomes a `Date`. */
export const schemas = {
  zod: z.object({
    id: z.number(),
    job: z.object({ since: z.string().transform((text) => new Date(text)) }),
  }),
  valibot: v.object({
    id: v.number(),
    job: v.object({
      since: v.pipe(
        v.string(),
        v.transform((text) => new Date(text)),
      ),
    }),
  }),
  arktype: type({ id: 'number', job: { since: 'string.date.parse' } }),
  effect: Schema.standardSchemaV1(
    Schema.Struct({ id: Schema.Number, job: Schema.Struct({ since: Schema.Date }) }),
  ),
};

type Validate = StandardSchemaV1['~standard']['validate'];

/** A schema by hand, which nobody has checked. */
export const schemaOf = (validate: (value: unknown) => unknown): StandardSchemaV1 => ({
  '~standard': { version: 1, vendor: 'spec', validate: validate as Validate },
});
