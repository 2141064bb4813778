import * as E from 'fp-ts/Either';
import type * as t from 'io-ts';
import type { z } from 'zod';
import { type Bounds, defaultBounds, sketching } from '../../../../src/cli/codec/sample';
import { printers } from '../../../../src/cli/codec/sampleModule';
import { readRecord } from '../../../../src/model/records/ObjectRecord';
import { conforms } from './conforms';
import { evaluate } from './evaluate';

export type As = keyof typeof printers;

export const formats = Object.keys(printers) as ReadonlyArray<As>;

interface Wish {
  readonly name?: string;
  readonly literals?: boolean;
  readonly bounds?: Bounds;
}

/** What `codec` prints of objects with these properties. */
export const printed = (
  as: As,
  objects: ReadonlyArray<unknown>,
  { name = 'Thing', literals = false, bounds = defaultBounds }: Wish = {},
): string => {
  const sketch = sketching(bounds);
  // As the objects of pages of two.
  const pages = objects.flatMap((_, index) =>
    index % 2 === 0 ? [objects.slice(index, index + 2)] : [],
  );
  const { shape } = pages.reduce((before, page) => sketch(page, before), sketch([]));
  return printers[as]({ shape, objects: objects.length }, { name, literals });
};

type Accepts = (properties: unknown) => boolean;

/** Reads what was printed, and says of properties whether it accepts them, in every way that a user may ask. */
const readers: Readonly<Record<As, (text: string) => Accepts>> = {
  'io-ts': (text) => {
    const codec = evaluate(text).Thing as t.Type<unknown>;
    const read = readRecord(codec);
    return (properties) =>
      codec.is(properties) &&
      E.isRight(codec.decode(properties)) &&
      E.isRight(read({ properties }));
  },
  zod: (text) => {
    const schema = evaluate(text).Thing as z.ZodType;
    return (properties) => schema.safeParse(properties).success;
  },
  'json-schema': (text) => {
    const schema = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return (properties) => conforms(schema, properties);
  },
};

/** Whether the text that was printed accepts properties. */
export const acceptor = (as: As, text: string): Accepts => readers[as](text);
