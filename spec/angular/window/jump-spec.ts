import '@angular/compiler';
import { expect } from 'chai';
import fc from 'fast-check';
import { Observable, type Subscriber } from 'rxjs';
import { providePagewalk, walkWindow } from '../../../src/angular';
import { endpoint } from '../../../src/model/endpoints/endpoint';
import { at, byOffset, query } from '../../../src/paging';
import type { Exchange, Transport } from '../../../src/transport/Transport';
import { runsOf } from '../../resilience/replay';
import { answer, ok } from '../../support/scriptedTransport';
import { application } from '../support/angular';
import { Employee, employees, key } from '../support/employees';
import { seenIn } from '../support/lists';
import { settled } from '../support/until';
import { idsIn, numbers, viewport } from './book';

const described = {
  name: 'employees',
  method: 'GET',
  path: '/employees',
  items: at('data'),
  records: 'properties',
} as const;

const schemes = {
  offset: endpoint({
    ...described,
    paging: byOffset({ to: query('from'), total: at('totalCount') }),
  }),
  silent: endpoint({ ...described, paging: byOffset({ to: query('from') }) }),
};

/** A service of this many rows, ten a page, that answers when it is told to. */
const serviceOf = (rows: number, totalCount = rows) => {
  const underWay = new Map<Subscriber<Exchange>, number>();
  let mostAtOnce = 0;
  const waiting = (): ReadonlyArray<number> => [...underWay.values()];
  const transport: Transport = ({ url }) =>
    new Observable<Exchange>((subscriber) => {
      underWay.set(subscriber, Number(new URL(url, 'http://host').searchParams.get('from') ?? 0));
      mostAtOnce = Math.max(mostAtOnce, underWay.size);
      subscriber.add(() => underWay.delete(subscriber));
    });
  /** Answers what waits, in the order that is given: by default that of the requests. */
  const turn = async (given?: Exchange, order = waiting()): Promise<void> => {
    for (const from of order) {
      const [subscriber] = [...underWay].find(([, other]) => other === from) ?? [];
      if (subscriber === undefined) continue;
      underWay.delete(subscriber);
      const data = employees(from, Math.max(from, Math.min(rows, from + 10)));
      subscriber.next(given ?? ok({ data, totalCount }));
      subscriber.complete();
    }
    await settled();
  };
  return { mostAtOnce: () => mostAtOnce, waiting, transport, turn };
};

const opened = async (
  service: ReturnType<typeof serviceOf>,
  scheme: keyof typeof schemes = 'offset',
  keepPages = 6,
) => {
  const app = application(providePagewalk({ transport: service.transport, retry: false }));
  const list = app.run(() =>
    walkWindow({
      stream: ({ client }) => client.objects(schemes[scheme], { properties: Employee }),
      keepPages,
      rowsAhead: 0,
      key,
    }),
  );
  const view = viewport();
  const rows = seenIn(list, view);
  await view.scrollTo(0, 5);
  await service.turn();
  return { app, list, view, rows };
};

describe('a window over pages that have numbers or offsets', () => {
  it('takes the end where the service has fewer rows than it said', async () => {
    const service = serviceOf(55, 1_000);
    const { list, view, rows } = await opened(service, 'silent');
    await view.scrollTo(300, 310);
    await service.turn();
    expect([list.status(), rows().length]).to.deep.equal(['end', 300]);
    // The viewport of the CDK stays at the end.
    for (let turns = 0; turns < 30 && rows().length > 55; turns += 1) {
      await view.scrollTo(rows().length - 10, rows().length);
      await service.turn();
    }
    expect([list.status(), rows().length]).to.deep.equal(['end', 55]);
    expect(idsIn(rows(), 50)).to.deep.equal(numbers(50, 55));
  });

  it('has every row at its own index, wherever one jumps and whatever comes first', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(990), fc.nat(60), fc.nat(3), fc.boolean()), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (jumps, pages) => {
          const service = serviceOf(1_000);
          const { app, list, view, rows } = await opened(service, 'offset', pages);
          const look = (): void => {
            idsIn(rows()).forEach((id, index) => {
              if (id !== undefined) expect(id).to.equal(index);
            });
            expect(service.mostAtOnce()).to.be.at.most(4);
          };
          let [start, end] = [0, 5];
          for (const [to, count, answered, isFailing] of jumps) {
            [start, end] = [to, Math.min(1_000, to + count)];
            await view.scrollTo(start, end);
            const order = [...service.waiting()].reverse().slice(0, answered);
            await service.turn(isFailing ? answer(503, {}) : undefined, order);
            look();
            list.retry();
            await settled();
          }
          // Between a page and the request for the next one the list is idle for a moment.
          do await service.turn();
          while (service.waiting().length > 0 || !['idle', 'end'].includes(list.status()));
          look();
          expect(idsIn(rows(), start, end)).to.not.include(undefined);
          expect(rows()).to.have.lengthOf(1_000);
          app.leave();
        },
      ),
      { numRuns: runsOf(20, 300) },
    ));
});
