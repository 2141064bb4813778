import { expectTypeOf } from 'expect-type';
import type * as E from 'fp-ts/Either';
import { EMPTY, type Observable } from 'rxjs';
import {
  type Busy,
  durable,
  type Mark,
  type ObjectRecord,
  type Page,
  type Place,
  type Places,
  type Superseded,
  type WalkEnd,
  type WalkError,
} from '../../../src/index';

type Named =
  | (Page<number> & { readonly parent: ObjectRecord<string> })
  | (Page<never> & { readonly parent: undefined });

declare const places: Places<void>;
declare const named: Observable<E.Either<WalkError, Named>>;
declare const plain: Observable<E.Either<WalkError, Page<number>>>;

// `work` gets the pages as `pages` gives them (law 38).
durable({
  id: 'x',
  places,
  pages: () => named,
  work: ({ parent, data, run }) => {
    expectTypeOf(parent).toEqualTypeOf<ObjectRecord<string> | undefined>();
    expectTypeOf(data).toExtend<Page<number>['data']>();
    expectTypeOf(run).toBeString();
    return EMPTY;
  },
});
durable({
  id: 'x',
  places,
  pages: () => plain,
  work: (page) => {
    expectTypeOf(page).toEqualTypeOf<
      Page<number> & { readonly run: string; readonly isFull?: boolean }
    >();
    return EMPTY;
  },
});

// Nobody is too busy for a walk that is claimed whatever its age.
type Ends<L> = Observable<E.Either<WalkEnd | Superseded | L, Place>>;
const common = { id: 'x', places, pages: () => plain, work: () => EMPTY };
expectTypeOf(durable(common)).toEqualTypeOf<Ends<never>>();
expectTypeOf(durable({ ...common, claim: {} })).toEqualTypeOf<Ends<Busy>>();

durable({
  id: 'x',
  places,
  // @ts-expect-error what is not a page has no place to be kept
  pages: () => EMPTY as Observable<E.Either<WalkError, { data: [] }>>,
  work: () => EMPTY,
});

// A mark is of the objects that `pages` brings, and what `pages` gets of it may be any kind (law 37).
durable({
  id: 'x',
  places,
  pages: ({ mark }) => {
    expectTypeOf(mark).toEqualTypeOf<Mark | undefined>();
    return plain;
  },
  mark: {
    of: (object) => {
      expectTypeOf(object).toBeNumber();
      return object;
    },
  },
  work: () => EMPTY,
});
// Where the type of an object is given, it has the type of the mark.
durable({
  id: 'x',
  places,
  pages: ({ mark }) => {
    expectTypeOf(mark).toEqualTypeOf<string | undefined>();
    return plain;
  },
  mark: { of: (object: number) => String(object), first: '0', overlap: (mark) => mark.slice(1) },
  work: () => EMPTY,
});
// @ts-expect-error A date is not a mark.
durable({ id: 'x', places, pages: () => plain, mark: { of: () => new Date() }, work: () => EMPTY });
