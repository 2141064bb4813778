import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import type { ServerResponse } from 'node:http';
import { axiosTransport, createClient, type WalkError } from '../../src/index';
import { collect } from '../support/collect';
import { withServer } from '../support/withServer';

type Outcome = E.Either<WalkError, unknown>;

/** What a walk over real HTTP makes of one response. */
const walkOver = (answer: (response: ServerResponse) => unknown): Promise<Array<Outcome>> =>
  withServer(
    (_, response) => {
      answer(response);
    },
    (baseURL) => {
      const client = createClient({ transport: axiosTransport({ baseURL }), retry: false });
      return collect(client.list({ ontologyRid: 'ri.o', objectType: 'thing' }));
    },
  );

const page = JSON.stringify({ data: [{ properties: { name: 'Zoë' } }] });

const whole: ReadonlyArray<Outcome> = [E.right({ properties: { name: 'Zoë' } })];

const problemOf = ([result]: ReadonlyArray<Outcome>): unknown =>
  result !== undefined && E.isLeft(result) && result.left._tag === 'InvalidEnvelope' ? result.left.problems[0] : result;

/** A body with a content type of its own, or with none. */
const sending =
  (body: string | Buffer, type?: string, status = 200) =>
  (response: ServerResponse): unknown =>
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body);

const html = '<!doctype html><script>{"data":[]}</script>';
const bytes = Buffer.from(page.replace('Zoë', 'Zo\u00ff'), 'latin1');
const types = ['application/json', 'text/html; charset=utf-8', 'application/octet-stream', 'text/plain', 'nonsense'];

const bodies: ReadonlyArray<readonly [what: string, send: ReturnType<typeof sending>, problem?: string]> = [
  ...types.map((type) => [`a page, though its content type is ${type}`, sending(page, type)] as const),
  ...types.map((type) => [`a web page, though it is ${type}`, sending(html, type), 'is HTML, not JSON'] as const),
  ['a page without a content type', sending(page)],
  ['a page with a charset that is not UTF-8', sending(page, 'application/json; charset=iso-8859-1')],
  ['a page behind a byte order mark', sending(`\uFEFF${page}`)],
  ['bytes that are not UTF-8', sending(bytes), 'is not UTF-8'],
  ['UTF-16', sending(Buffer.from(page, 'utf16le')), 'is not UTF-8'],
  ['a 200 without a body', sending(''), 'is not JSON'],
  ['a 204 without a body', sending('', undefined, 204), 'is not JSON'],
];

describe('bodies over HTTP', () => {
  for (const [what, send, message] of bodies) {
    it(`${what} ${message ?? 'is read as it is'}`, async () => {
      const results = await walkOver(send);
      if (message === undefined) expect(results).to.deep.equal(whole);
      else expect(problemOf(results)).to.deep.equal({ at: 'the body', message });
    });
  }
});
