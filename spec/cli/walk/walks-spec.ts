import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { delay, filter, interval, map, NEVER, take } from 'rxjs';
import { clientOf, readQuery } from '../../../src/cli/walk/walks';
import { listObjects, type WalkEvent } from '../../../src/index';
import { withService } from '../../service/support/withService';
import { runCommand } from '../support/runCommand';
import { shown } from '../support/terminal';

describe('readQuery', () => {
  it('takes an object with a type, and whatever else that type needs', () => {
    const query = { type: 'eq', field: 'team', value: 'Maps' };
    expect(readQuery(JSON.stringify(query))).to.deep.equal(E.right(query));
  });

  for (const text of ['[]', '"empty"', 'null', '{}', '{"type":1}', '[{"type":"empty"}]']) {
    it(`refuses ${text}: it has no type`, () => {
      const message = '--query must be a JSON object with a string `type`, such as {"type":"empty"}';
      expect(readQuery(text)).to.deep.equal(E.left({ message, exitCode: 2 }));
    });
  }

  for (const text of ['', '{', "{'type':'empty'}", 'type=empty']) {
    it(`refuses '${text}': it is not JSON`, () => {
      const read = readQuery(text);
      if (E.isRight(read)) throw new Error('it was taken');
      expect(read.left.message).to.match(/^--query is not JSON: ./);
      expect(read.left.exitCode).to.equal(2);
    });
  }
});

const origin = { walk: 1, endpoint: 'listObjects' };
const retry = (status: number): WalkEvent => ({
  ...origin,
  type: 'retry',
  page: 0,
  attempt: 1,
  delay: 5,
  failure: { _tag: 'HttpFailure', status },
});

describe('clientOf', () => {
  const silent = { transport: () => NEVER, auth: undefined };
  const params = { ontologyRid: 'ri.o', objectType: 'thing' };

  it('waits for the service from a 429 or 503 to the next request', () => {
    const { note, isWaiting } = clientOf(silent, {});
    for (const status of [429, 503]) {
      note(retry(status));
      expect(isWaiting()).to.be.true;
      note({ ...origin, type: 'request', page: 0, attempt: 2 });
      expect(isWaiting()).to.be.false;
    }
  });

  it('does not say so of other failures', () => {
    const { note, isWaiting } = clientOf(silent, {});
    note(retry(500));
    expect(isWaiting()).to.be.false;
  });

  it('waits for the service while a request stands in the line', () => {
    const { client, isWaiting } = clientOf(silent, { polite: { perMinute: 1 } });
    const pages = client.pages(listObjects, params);
    pages.subscribe();
    expect(isWaiting()).to.be.false;
    const second = pages.subscribe();
    expect(isWaiting()).to.be.true;
    second.unsubscribe();
    expect(isWaiting()).to.be.false;
  });

  it('sends every request at once where there are no limits', () => {
    let sent = 0;
    const transport = () => {
      sent += 1;
      return NEVER;
    };
    const { client, isWaiting } = clientOf({ ...silent, transport }, {});
    const pages = client.pages(listObjects, params);
    for (let walk = 1; walk <= 3; walk += 1) {
      pages.subscribe();
      expect(sent).to.equal(walk);
    }
    expect(isWaiting()).to.be.false;
  });
});

describe('--polite', () => {
  const objects = { thing: Array.from({ length: 30 }, (_, id) => ({ id })) };
  const listing = (url: string): ReadonlyArray<string> => ['list', 'ri.o', 'thing', '--base-url', url];

  it('the progress line says "waiting for the service" when it does, and everything comes', async () => {
    const throttle = { type: 'throttle', at: 2, retryAfter: 1 } as const;
    const options = { objects, ontologyRid: 'ri.o', maxPageSize: 10, faults: [throttle] };
    await withService(options, async ({ url }) => {
      const { code, stderr } = await runCommand(listing(url), { columns: 200 });
      expect(code).to.equal(0);
      expect(stderr).to.include('waiting for the service');
      expect(shown(stderr))
        .to.match(/30 objects in 3 pages/)
        .and.not.include('waiting');
    });
  });

  it('keeps the walk to so many requests in a minute: the second of two waits for half of it, and says so', async () => {
    let served = 0;
    const options = { objects, ontologyRid: 'ri.o', maxPageSize: 10, onRequest: () => (served += 1) };
    await withService(options, async ({ url }) => {
      // Two seconds after the first page: it takes one until the line says what is waited for.
      const interrupts = interval(20).pipe(
        filter(() => served > 0),
        take(1),
        delay(2_000),
        map(() => 'SIGINT' as const),
      );
      const { stderr } = await runCommand([...listing(url), '--polite', '/2'], { columns: 200, interrupts });
      expect(served).to.equal(1);
      expect(stderr).to.include('10 objects').and.include('waiting for the service');
    });
  });
});
