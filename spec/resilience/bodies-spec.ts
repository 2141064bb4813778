import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { axiosTransport, createClient, explain, type WalkError } from '../../src/index';
import { collect } from '../support/collect';
import { withServer } from '../support/withServer';

type Outcome = E.Either<WalkError, unknown>;

/** What a walk over real HTTP makes of one answer. */
const walkOver = (
  answer: (response: ServerResponse) => unknown,
  maxResponseBytes = 1_000_000,
): Promise<Array<Outcome>> =>
  withServer(
    (_, response) => {
      answer(response);
    },
    (baseURL) => {
      const client = createClient({ transport: axiosTransport({ baseURL, maxResponseBytes }), retry: false });
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

  it('a body of as many bytes as are allowed is taken; one byte more is too large, however it is sent', async () => {
    const { length } = Buffer.from(page);
    const send = {
      'with its length': (response: ServerResponse) => response.writeHead(200, { 'content-length': length }).end(page),
      'in chunks': (response: ServerResponse) => {
        response.write(page.slice(0, 5));
        response.end(page.slice(5));
      },
      compressed: (response: ServerResponse) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(page)),
    };
    for (const [how, answer] of Object.entries(send)) {
      expect(await walkOver(answer, length), how).to.deep.equal(whole);
      const results = await walkOver(answer, length - 1);
      expect(problemOf(results), how).to.deep.equal({
        at: 'the body',
        message: `is larger than ${length - 1} bytes`,
      });
    }
  });

  it('a body that blows up when it is unpacked is too large, and says so in one line', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000, ' '));
    const [result] = await walkOver((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(result !== undefined && E.isLeft(result) && explain(result.left)).to.equal(
      'InvalidEnvelope: the answer is not a page: the body is larger than 1000000 bytes (pages 0, objects 0, attempts 1)',
    );
  });

  it('law 22: an error is one, however large its body', async () => {
    const [result] = await walkOver((response) => response.writeHead(400).end('x'.repeat(2_000_000)));
    expect(result !== undefined && E.isLeft(result) && result.left).to.include({ _tag: 'HttpFailure', status: 400 });
  });
});
