import { expect } from 'chai';
import fc from 'fast-check';
import { isLeft, isRight, left } from 'fp-ts/Either';
import { defer, of, take } from 'rxjs';
import {
  changesSince,
  createClient,
  retryExpired,
  type Transport,
  watchChanges,
} from '../../../src/index';
import type { Change, ObjectRecord, Version } from '../../../src/index';
import { answer, ok } from '../../support/scriptedTransport';
import { sizeOf } from '../../support/sizes';

type State = ReadonlyMap<number, number>;
type Known = Map<number, Version>;
/** What happens to one request; those that are not listed are answered. */
type Trouble = 'fails' | 'expires' | 'resets' | 'no page' | 'same token' | 'bad object';

const state = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 3 })), {
    selector: ([id]) => id,
    maxLength: 20,
  })
  .map((pairs): State => new Map(pairs));
const pageSize = fc.integer({ min: 1, max: 6 });
const trouble = fc.constantFrom<Trouble>(
  'fails',
  'expires',
  'resets',
  'no page',
  'same token',
  'bad object',
);
const troubles = fc
  .array(fc.tuple(fc.nat(12), trouble), { maxLength: 3 })
  .map((pairs) => new Map(pairs));

/** A service that holds a state, hands it out in pages, and gets into trouble at some requests. */
const serviceOf = (
  objects: State,
  size: number,
  faults: ReadonlyMap<number, Trouble>,
): Transport => {
  const all = [...objects].map(([id, at]) => ({ properties: { id, at } }));
  let requests = 0;
  return ({ url }) =>
    defer(() => {
      const token = new URLSearchParams(url.split('?')[1]).get('pageToken');
      const from = Number(token ?? 0);
      const data: Array<unknown> = all.slice(from, from + size);
      const page = { data, ...(from + size < all.length && { nextPageToken: `${from + size}` }) };
      switch (faults.get(requests++)) {
        case 'fails':
          return of(answer(404, {}));
        case 'expires':
          return of(answer(400, { errorName: 'InvalidPageToken' }));
        case 'resets':
          return of(
            left({ _tag: 'NetworkFailure' as const, reason: 'socket hang up', code: 'ECONNRESET' }),
          );
        case 'no page':
          return of(ok('<html>'));
        case 'same token':
          return of(ok({ data, nextPageToken: token ?? '0' }));
        case 'bad object':
          return of(
            ok({ ...page, data: data.map((record, index) => (index === 0 ? null : record)) }),
          );
        default:
          return of(ok(page));
      }
    });
};

const failing: Transport = () => of(answer(404, {}));

const options = {
  key: (record: { readonly properties: Readonly<Record<string, unknown>> }) =>
    Number(record.properties.id),
};

const walkOf = (transport: Transport) =>
  createClient({ transport, retry: false }).list({ ontologyRid: 'ri.o', objectType: 'thing' });

const apply = (
  known: Known,
  change: Change<ObjectRecord<Readonly<Record<string, unknown>>>, number>,
): void => {
  if (change._tag === 'Removed') known.delete(change.key);
  else known.set(change.key, change.version);
};

interface Run {
  readonly known: Known;
  readonly changes: ReadonlyArray<Change<ObjectRecord<Readonly<Record<string, unknown>>>, number>>;
  readonly hasLeft: boolean;
  readonly isOver: boolean;
}

/** One run of a mirror: what it knows afterwards. */
const run = (before: Known, transport: Transport, most = Infinity, restarts = false): Run => {
  const known = new Map(before);
  const changes: Array<Change<ObjectRecord<Readonly<Record<string, unknown>>>, number>> = [];
  let hasLeft = false;
  let isOver = false;
  const walk = walkOf(transport);
  (restarts ? walk.pipe(retryExpired(options)) : walk)
    .pipe(changesSince(before, options), take(most))
    .subscribe({
      next: (told) => {
        if (isLeft(told)) hasLeft = true;
        else {
          changes.push(told.right);
          apply(known, told.right);
        }
      },
      complete: () => (isOver = true),
    });
  return { known, changes, hasLeft, isOver };
};

const whole = (objects: State, size = 3): Known =>
  run(new Map(), serviceOf(objects, size, new Map())).known;

describe('law 23: for any two states of a store, any pages, any faults and any moment of unsubscribing', () => {
  it('apply(known, changes) is what a whole walk brought, and a second run without a change tells nothing', () =>
    fc.assert(
      fc.property(state, state, pageSize, pageSize, (before, after, size, other) => {
        const first = run(whole(before, size), serviceOf(after, other, new Map()));
        expect(first.isOver && !first.hasLeft).to.equal(true);
        expect([...first.known].sort()).to.deep.equal([...whole(after)].sort());
        expect(run(first.known, serviceOf(after, size, new Map())).changes).to.deep.equal([]);
      }),
    ));

  for (const restarts of [false, true]) {
    it(`under every fault no Removed for an object that is there${restarts ? ', behind retryExpired too' : ''}`, () => {
      let broken = 0;
      fc.assert(
        fc.property(
          state,
          state,
          pageSize,
          troubles,
          fc.option(fc.nat(12)),
          (before, after, size, faults, most) => {
            const known = whole(before);
            const told = run(known, serviceOf(after, size, faults), most ?? Infinity, restarts);
            for (const change of told.changes) {
              if (change._tag === 'Removed')
                expect(after.has(change.key), `${change.key} is there`).to.equal(false);
            }
            if (told.hasLeft) {
              broken += 1;
              expect(told.changes.filter(({ _tag }) => _tag === 'Removed')).to.deep.equal([]);
            }
            // What it did not come to is as it was; what it told is as it is.
            const now = whole(after);
            for (const [key, version] of told.known)
              expect(version).to.be.oneOf([known.get(key), now.get(key)]);
            // Whatever came before, the next whole run makes it right.
            const next = run(told.known, serviceOf(after, size, new Map()));
            expect([...next.known].sort()).to.deep.equal([...now].sort());
          },
        ),
        { numRuns: sizeOf(150, 500) },
      );
      expect(broken).to.be.greaterThan(15);
    });
  }

  it('law 24: turns of watchChanges over any states and faults, applied, give the last state', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(state, troubles), { maxLength: 5 }),
        state,
        pageSize,
        (turns, last, size) => {
          const services = [
            ...turns.map(([objects, faults]) => serviceOf(objects, size, faults)),
            serviceOf(last, size, new Map()),
          ];
          const known: Known = new Map();
          let turn = 0;
          const walk = defer(() => walkOf(services[turn++] ?? failing));
          const every = () =>
            turn < services.length ? of(0) : defer(() => new Promise(() => undefined));
          watchChanges(walk, { ...options, every })
            .subscribe((told) => {
              if (isRight(told)) apply(known, told.right);
            })
            .unsubscribe();
          expect([...known].sort()).to.deep.equal([...whole(last)].sort());
        },
      ),
    ));
});
