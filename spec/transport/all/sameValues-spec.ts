import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { toArray, firstValueFrom } from 'rxjs';
import { createClient } from '../../../src/client/createClient';
import { bearer } from '../../../src/client/bearer';
import type { WalkError } from '../../../src/model/errors/WalkError';
import { type Fault, startService } from '../../../src/service/index';
import type { Transport } from '../../../src/transport/Transport';
import { transports } from '../support/transports';

/** Two objects a page. */
const objects = { employee: Array.from({ length: 6 }, (_, id) => ({ id })) };

interface Case {
  readonly faults: ReadonlyArray<Fault>;
  readonly ends: WalkError['_tag'] | 'complete';
  readonly token?: string;
  readonly objectType?: string;
}

const cases: Readonly<Record<string, Case>> = {
  'no fault': { faults: [], ends: 'complete' },
  'a type that is not there': { faults: [], ends: 'HttpFailure', objectType: 'nobody' },
  'a wrong credential': { faults: [], ends: 'Unauthorized', token: 'wrong' },
  'a 401 in the middle': { faults: [{ type: 'unauthorized', at: 2 }], ends: 'Unauthorized' },
  'a throttled page': { faults: [{ type: 'throttle', at: 2, retryAfter: 7 }], ends: 'HttpFailure' },
  'an unavailable service': { faults: [{ type: 'unavailable', at: 2 }], ends: 'HttpFailure' },
  'an expired page token': { faults: [{ type: 'expire-token', uses: 0 }], ends: 'PageTokenExpired' },
  'a reset before the response': { faults: [{ type: 'reset-before', at: 2 }], ends: 'NetworkFailure' },
  'a reset during the response': { faults: [{ type: 'reset-during', at: 2 }], ends: 'NetworkFailure' },
  'a response that is late': { faults: [{ type: 'delay', at: 2, ms: 60_000 }], ends: 'TimedOut' },
  'JSON that breaks off': { faults: [{ type: 'truncate', at: 2 }], ends: 'InvalidEnvelope' },
  'a web page': { faults: [{ type: 'html', at: 2 }], ends: 'InvalidEnvelope' },
  'an empty token': { faults: [{ type: 'empty-token', at: 2 }], ends: 'ProtocolViolation' },
  'an object without properties': { faults: [{ type: 'corrupt-object', at: 1 }], ends: 'complete' },
};

/** What differs between platforms, and from one exchange to the next: their own words. */
const comparable = (result: E.Either<WalkError, unknown>): unknown =>
  E.isLeft(result) ? { ...result.left, reason: '', code: '', errorInstanceId: '' } : result;

describe('every transport gives the same values', () => {
  for (const [what, { faults, ends, token, objectType = 'employee' }] of Object.entries(cases)) {
    it(`with ${what}`, async () => {
      const results: Array<ReadonlyArray<unknown>> = [];
      for (const { to } of Object.values(transports)) {
        const service = await startService({ objects, maxPageSize: 2, faults, seed: 1 });
        try {
          const [patient, hasty] = [60_000, 100].map((timeout) => to(service.url, { timeout })) as [
            Transport,
            Transport,
          ];
          let sent = 0;
          const client = createClient({
            // The second request alone is in a hurry, so that the first page comes on any machine.
            transport: (request) => ((sent += 1) === 2 && ends === 'TimedOut' ? hasty : patient)(request),
            auth: bearer(token ?? service.token),
            retry: false,
          });
          const walk = client.search({ apiFamily: service.apiFamily, objectType });
          const values = await firstValueFrom(walk.pipe(toArray()));
          const [last] = values.slice(-1);
          const end = last !== undefined && E.isLeft(last) ? last.left._tag : 'complete';
          expect(end).to.equal(ends);
          expect(JSON.stringify(values)).to.not.include(service.token);
          results.push(values.map(comparable));
        } finally {
          await service.close();
        }
      }
      for (const values of results) expect(values).to.deep.equal(results[0]);
    });
  }
});
