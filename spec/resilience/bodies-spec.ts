import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { axiosTransport, createClient, explain, type WalkError } from '../../src/index';
import { collect } from '../support/collect';
import { withServer } from '../support/withServer';

type Outcome = E.Either<WalkError, unknown>;

/** What a walk over real HTTP makes of one answer. */
const walkOver = (answer: (response: ServerResponse) => void, maxResponseBytes = 1_000_000): Promise<Array<Outcome>> =>
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

const notJson = { at: 'the body', message: 'is not JSON' };

describe('bodies over HTTP', () => {
  const types = ['application/json', 'text/html; charset=utf-8', 'application/octet-stream', 'text/plain', 'nonsense'];
  for (const type of types) {
    it(`a page is a page though its content type is ${type}`, async () => {
      const results = await walkOver((response) => response.writeHead(200, { 'content-type': type }).end(page));
      expect(results).to.deep.equal(whole);
    });

    it(`a web page is no page though its content type is ${type}`, async () => {
      const html = '<!doctype html><script>{"data":[]}</script>';
      const results = await walkOver((response) => response.writeHead(200, { 'content-type': type }).end(html));
      expect(problemOf(results)).to.deep.equal({ at: 'the body', message: 'is HTML, not JSON' });
    });
  }

  it('a page is a page though it has no content type', async () => {
    expect(await walkOver((response) => response.end(page))).to.deep.equal(whole);
  });

  it('a charset that is no UTF-8 does not change how the body is read', async () => {
    const headers = { 'content-type': 'application/json; charset=iso-8859-1' };
    expect(await walkOver((response) => response.writeHead(200, headers).end(page))).to.deep.equal(whole);
  });

  it('a byte order mark is skipped', async () => {
    expect(await walkOver((response) => response.end(`\uFEFF${page}`))).to.deep.equal(whole);
  });

  it('bytes that are not UTF-8 are not replaced but refused, UTF-16 among them', async () => {
    const notUtf8 = { at: 'the body', message: 'is not UTF-8' };
    const bytes = Buffer.from(page.replace('Zoë', 'Zo\u00ff'), 'latin1');
    expect(problemOf(await walkOver((response) => response.end(bytes)))).to.deep.equal(notUtf8);
    const utf16 = Buffer.from(page, 'utf16le');
    expect(problemOf(await walkOver((response) => response.end(utf16)))).to.deep.equal(notUtf8);
  });

  for (const status of [200, 204]) {
    it(`a ${status} without a body is no page`, async () => {
      expect(problemOf(await walkOver((response) => response.writeHead(status).end()))).to.deep.equal(notJson);
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
