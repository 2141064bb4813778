import '@angular/compiler';
import { expect } from 'chai';
import fc from 'fast-check';
import { Observable, type Subscriber } from 'rxjs';
import { providePagewalk } from '../../../src/angular/providePagewalk';
import { walkWindow } from '../../../src/angular/walkWindow';
import { endpoint } from '../../../src/model/endpoints/endpoint';
import { at, byLink, byOffset, byPageNumber, query } from '../../../src/paging';
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
  offset: endpoint({ ...described, paging: byOffset({ to: query('from'), total: at('totalCount') }) }),
  number: endpoint({ ...described, paging: byPageNumber({ to: query('page'), total: at('totalCount') }) }),
  silent: endpoint({ ...described, paging: byOffset({ to: query('from') }) }),
  link: endpoint({ ...described, paging: byLink(at('next')) }),
};

interface Service {
  /** How many rows it has, and how many records a page has. */
  rows: number;
  size: number;
  /** The first row of each page that was asked for. */
  readonly asked: Array<number>;
  aborted: number;
  mostAtOnce: number;
  readonly waiting: () => ReadonlyArray<number>;
  readonly transport: Transport;
  /** Answers what waits, in the order that is given: by default that of the requests. */
  readonly turn: (given?: Exchange, order?: ReadonlyArray<number>) => Promise<void>;
}

/** A service of this many rows, ten a page, that answers when it is told to. */
const serviceOf = (rows: number, said?: number | string | null): Service => {
  const waiting = new Map<Subscriber<Exchange>, number>();
  const made: Service = {
    rows,
    size: 10,
    asked: [],
    aborted: 0,
    mostAtOnce: 0,
    waiting: () => [...waiting.values()],
    transport: ({ url }) => {
      const { searchParams } = new URL(url, 'http://host');
      const page = Number(searchParams.get('page') ?? 1) - 1;
      const from = Number(searchParams.get('from') ?? page * 10);
      made.asked.push(from);
      return new Observable<Exchange>((subscriber) => {
        waiting.set(subscriber, from);
        made.mostAtOnce = Math.max(made.mostAtOnce, waiting.size);
        subscriber.add(() => {
          made.aborted += waiting.delete(subscriber) ? 1 : 0;
        });
      });
    },
    turn: async (given, order = made.waiting()) => {
      for (const from of order) {
        const [subscriber] = [...waiting].find(([, other]) => other === from) ?? [];
        if (subscriber === undefined) continue;
        waiting.delete(subscriber);
        const data = employees(from, Math.max(from, Math.min(made.rows, from + made.size)));
        subscriber.next(
          given ?? ok({ data, totalCount: said === undefined ? made.rows : said, next: `?from=${from + 10}` }),
        );
        subscriber.complete();
      }
      await settled();
    },
  };
  return made;
};

const opened = async (service: Service, scheme: keyof typeof schemes = 'offset', keepPages = 6) => {
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
  service.asked.length = 0;
  return { app, list, view, rows };
};

describe('a window over pages that have numbers or offsets', () => {
  for (const scheme of ['offset', 'number'] as const)
    it(`jumps to a row that was never walked, and asks for what is shown there at once (${scheme})`, async () => {
      const service = serviceOf(1_000);
      const { list, view, rows } = await opened(service, scheme);
      expect(rows()).to.have.lengthOf(1_000);
      await view.scrollTo(705, 725);
      expect(service.waiting()).to.deep.equal([700, 710, 720]);
      expect(list.status()).to.equal('loading');
      // Whichever comes first: each has its place.
      await service.turn(undefined, [720, 700, 710]);
      expect(idsIn(rows(), 700, 730)).to.deep.equal(numbers(700, 730));
      expect([service.asked, list.status()]).to.deep.equal([[700, 710, 720], 'idle']);
      // And back, where the rows between were never asked for.
      await view.scrollTo(400, 410);
      await service.turn();
      expect(idsIn(rows(), 400, 410)).to.deep.equal(numbers(400, 410));
      expect(service.asked).to.deep.equal([700, 710, 720, 400]);
    });

  it('asks for pages that it has dropped together, no more than four at a time', async () => {
    const service = serviceOf(1_000);
    const { view, rows } = await opened(service, 'offset', 1);
    await view.scrollTo(500, 579);
    expect(service.waiting()).to.deep.equal([500, 510, 520, 530]);
    await service.turn(undefined, [520]);
    expect(service.waiting()).to.deep.equal([500, 510, 530, 540]);
    while (service.waiting().length > 0) await service.turn();
    expect(idsIn(rows(), 500, 580)).to.deep.equal(numbers(500, 580));
    expect([service.mostAtOnce, service.asked.length]).to.deep.equal([4, 8]);
  });

  it('walks on to the page after what it has jumped to, up to the end', async () => {
    const service = serviceOf(100);
    const { list, view, rows } = await opened(service);
    await view.scrollTo(80, 90);
    await service.turn();
    await view.scrollTo(90, 100);
    await service.turn();
    expect([list.status(), rows().length]).to.deep.equal(['end', 100]);
    expect(idsIn(rows(), 80)).to.deep.equal(numbers(80, 100));
  });

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

  it('drops what it has named behind a page that is shorter than the others', async () => {
    const service = serviceOf(1_000);
    const { view, rows } = await opened(service);
    await view.scrollTo(300, 320);
    service.size = 7;
    await service.turn();
    for (let turns = 0; turns < 8 && service.waiting().length > 0; turns += 1) await service.turn();
    expect(idsIn(rows(), 300, 314)).to.deep.equal(numbers(300, 314));
  });

  it('has every row at its own index, wherever one jumps and whatever comes first', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(990), fc.nat(30), fc.nat(3), fc.boolean()), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (jumps, pages) => {
          const service = serviceOf(1_000);
          const { app, list, view, rows } = await opened(service, 'offset', pages);
          const look = (): void => {
            idsIn(rows()).forEach((id, index) => {
              if (id !== undefined) expect(id).to.equal(index);
            });
            expect(service.mostAtOnce).to.be.at.most(4);
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

  it('is as long as what has come where the service says nothing that can be used', async () => {
    for (const said of [null, 'many', -1, 1e15, Number.MAX_SAFE_INTEGER + 2]) {
      const { rows } = await opened(serviceOf(1_000, said), 'silent');
      expect(rows(), String(said)).to.have.lengthOf(10);
    }
  });

  it('does none of it where pages cannot be named: one request at a time, page after page', async () => {
    const service = serviceOf(1_000);
    const { rows, view } = await opened(service, 'link');
    expect(rows()).to.have.lengthOf(10);
    await view.scrollTo(30, 59);
    for (let turns = 0; turns < 5; turns += 1) await service.turn();
    expect([service.mostAtOnce, service.asked]).to.deep.equal([1, [10, 20, 30, 40, 50]]);
  });
});
