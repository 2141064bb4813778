import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { inspect } from 'node:util';
import { type Observable, of, toArray } from 'rxjs';
import { bearer, createClient, explain, TextObjects } from '../../src/index';
import type { PageToken, Transport, WalkError } from '../../src/index';
import { Trim } from '../support/transformingCodecs';
import { isReplay, mustHold, parameters, runsOf } from './replay';
import { anyBodies, changes, credential, pageToken } from './support/anyBody';

const runs = runsOf(150_000 / changes, 400_000);

/** No body takes longer than this to read, on the slowest of machines. */
const longest = 2_000;

const codecs: ReadonlyArray<t.Mixed> = [
  t.UnknownRecord,
  t.type({ id: t.number, name: t.string }),
  t.type({ id: t.number, name: Trim }),
  t.type({ id: t.number, name: TextObjects }),
];

const statuses = [201, 204, 301, 400, 401, 403, 404, 408, 409, 410, 413, 429, 500, 503];

const answer = fc.record({
  bodies: anyBodies,
  status: fc.oneof(
    { weight: 6, arbitrary: fc.constant(200) },
    { weight: 3, arbitrary: fc.constantFrom(...statuses) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 999 }) },
  ),
  retryAfter: fc.option(
    fc.constantFrom('1', '-1', '1e9', 'soon', '', 'Infinity', 'Wed, 21 Oct 2065 07:28:00 GMT'),
    {
      nil: undefined,
    },
  ),
  codec: fc.constantFrom<t.Type<unknown>>(...codecs),
  isList: fc.boolean(),
});

type Answer = typeof answer extends fc.Arbitrary<infer A> ? A : never;
type Result = E.Either<WalkError, unknown>;

/** Everything that a walk emits; one that throws, or is not over when its transport is, fails. */
const emitted = (walk: Observable<Result>): ReadonlyArray<Result> => {
  const walks: Array<ReadonlyArray<Result>> = [];
  const fail = (error: unknown): void => expect.fail(`the error channel: ${String(error)}`);
  walk.pipe(toArray()).subscribe({ next: (results) => walks.push(results), error: fail });
  return walks[0] ?? expect.fail('the walk does not end');
};

const isEnd = (result: Result): boolean => E.isLeft(result) && result.left._tag !== 'InvalidObject';

describe('a client of any answer', () => {
  it('emits Eithers and completes, with one end at the most, and tells no secret', () => {
    const tags = new Map<string, number>();
    const read = (body: string, { status, retryAfter, codec, isList }: Answer): void => {
      const first = {
        status,
        headers: { ...(retryAfter !== undefined && { 'retry-after': retryAfter }) },
        body,
      };
      let asked = 0;
      const last = { status: 200, headers: {}, body: '{"data":[]}' };
      const transport: Transport = () => of(E.right(asked++ === 0 ? first : last));
      const client = createClient({ transport, auth: bearer(credential), retry: false });
      const params = { objectType: 'thing', properties: codec, pageToken: pageToken as PageToken };
      const begun = performance.now();
      const results = emitted(
        isList
          ? client.list({ ontologyRid: 'ri.o', ...params })
          : client.search({ apiFamily: 'demo', ...params }),
      );
      if (performance.now() - begun > longest) expect.fail('a body that takes too long');
      if (asked > 2) expect.fail('one request too many');
      if (results.slice(0, -1).some(isEnd)) expect.fail('something came after the end');
      for (const result of results) {
        const tag = E.isLeft(result) ? result.left._tag : 'Right';
        tags.set(tag, (tags.get(tag) ?? 0) + 1);
        if (E.isRight(result)) continue;
        const texts = [explain(result.left)];
        // What a bad object holds is data, as it came.
        if (isEnd(result))
          texts.push(JSON.stringify(result.left), inspect(result.left, { depth: Infinity }));
        if (texts.some((text) => text.includes(credential) || text.includes(pageToken)))
          expect.fail('a secret');
      }
    };
    const details = fc.check(
      fc.property(answer, (given) => {
        for (const body of given.bodies) read(body, given);
      }),
      parameters(runs),
    );
    mustHold('spec/resilience/fuzz-nightly-spec.ts', details);
    if (isReplay) return;
    expect([...tags.keys()]).to.have.members([
      ...['Right', 'InvalidObject', 'InvalidEnvelope', 'ProtocolViolation'],
      ...['Unauthorized', 'PageTokenExpired', 'RetrievalLimitExceeded', 'HttpFailure'],
    ]);
  }).timeout(300_000 + runs * 20);
});
