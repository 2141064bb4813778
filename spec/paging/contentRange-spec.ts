import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { of } from 'rxjs';
import { createClient } from '../../src/client/createClient';
import type { HttpRequest } from '../../src/model/http';
import { byOffset, byPageNumber, header, query } from '../../src/paging';
import { collect } from '../support/collect';
import { get } from './support/walk';

/** What a walk of 25 objects in pages of ten asks for, where the header says this of page 1, 2, 3. */
const walked = async (scheme: Parameters<typeof get>[0], rangeOf: (start: number, end: number) => string) => {
  let requests = 0;
  const transport = (request: HttpRequest) => {
    const { searchParams } = new URL(request.url, 'http://h');
    const start = Number(searchParams.get('o') ?? (Number(searchParams.get('p') ?? 1) - 1) * 10);
    requests += 1;
    const data = Array.from({ length: Math.max(0, Math.min(10, 25 - start)) }, (_, index) => start + index);
    const headers = { 'content-range': rangeOf(start, start + data.length - 1) };
    return of(E.right({ status: 200, headers, url: '', body: JSON.stringify({ data }) }));
  };
  const objects = await collect(createClient({ transport, retry: false }).objects(get(scheme), {}));
  return { requests, objects: objects.length, end: objects.at(-1) };
};

const total = header('content-range');

describe('law 32: a total in a Content-Range', () => {
  for (const [name, scheme] of [
    ['byOffset', byOffset({ to: query('o'), total })],
    ['byPageNumber', byPageNumber({ to: query('p'), total })],
  ] as const) {
    for (const [what, rangeOf, requests] of [
      ['0-9/25', (start: number, end: number) => `${start}-${end}/25`, 3],
      ['items 0-9/25', (start: number, end: number) => `items ${start}-${end}/25`, 3],
      ['*/25', () => '*/25', 3],
      ['0-9/*, which does not say it', (start: number, end: number) => `${start}-${end}/*`, 4],
    ] as const) {
      it(`${name}: ${what}`, async () => {
        expect(await walked(scheme, rangeOf)).to.deep.include({ requests, objects: 25 });
      });
    }
  }

  it('that is none is refused by its name', async () => {
    const { end } = await walked(byOffset({ to: query('o'), total }), () => 'many/most');
    const error = end !== undefined && E.isLeft(end) ? end.left : expect.fail('no error came');
    expect(error).to.deep.include({ _tag: 'InvalidEnvelope' });
    expect(JSON.stringify(error)).to.include('header content-range');
  });
});
