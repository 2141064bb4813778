import { expectTypeOf } from 'expect-type';
import { Place } from '../../../src/index';

declare const place: Place;
declare const value: unknown;

// A place shows how far a walk has come, and nothing else.
expectTypeOf<keyof Place>().toEqualTypeOf<'pages' | 'objects' | 'round' | 'isLast'>();

if (Place.is(value)) expectTypeOf(value).toEqualTypeOf<Place>();

// @ts-expect-error a literal is no place
export const literal: Place = { pages: 1, objects: 10, round: 1, isLast: false };
// @ts-expect-error nor is a copy of one: it has lost what the place hides
export const copy: Place = { ...place };
