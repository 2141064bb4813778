import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { of } from 'rxjs';
import { createClient, listObjects, type Page } from '../../src/index';
import { collect } from '../support/collect';
import { leftOf, rightOf } from '../support/sides';
import { expectLinear } from '../support/cost/growth';

const list = { ontologyRid: 'ri.o', objectType: 'employee' };

const pageOf = (record: string, count: number): string =>
  `{"data":[${`${record},`.repeat(count - 1)}${record}]}`;

const clientOf = (body: string) =>
  createClient({ transport: () => of(E.right({ status: 200, headers: {}, body })) });

describe('law 31: what a page may cost', () => {
  it('a page of more than 1,000,000 records is InvalidEnvelope', async () => {
    const [end, ...more] = await collect(clientOf(pageOf('0', 1_000_001)).list(list));
    expect(more).to.deep.equal([]);
    expect(leftOf(end)).to.deep.include({
      _tag: 'InvalidEnvelope',
      problems: [{ at: 'the page', message: 'has more than 1,000,000 records' }],
    });
  });

  const nested = (open: string, close: string, depth: number): string =>
    `${open.repeat(depth)}1${close.repeat(depth)}`;
  const many = {
    at: 'the body',
    message: 'has more than 2,000,000 commas and opening brackets: ask for smaller pages',
  };
  const deep = { at: 'the body', message: 'is nested more than 1,000 levels deep' };

  for (const [what, unread, problem] of [
    ['2,000,001 empty lists', `[${'[],'.repeat(1_000_001)}1]`, many],
    ['2,000,001 empty objects', `[${'{},'.repeat(1_000_001)}1]`, many],
    ['2,000,001 numbers', `[${'1,'.repeat(2_000_000)}1]`, many],
    ['20,000,000 lists in each other', nested('[', ']', 20_000_000), many],
    ['2,000,000 commas in a string', JSON.stringify(',[{"\\'.repeat(1_000_000)), undefined],
    // The page is the first level.
    ['lists of 1,000 levels', nested('[', ']', 1_000), deep],
    ['objects of 1,000 levels', nested('{"a":[', ']}', 500), deep],
    ['lists of 999 levels', nested('[', ']', 999), undefined],
    ['objects of 998 levels beside others', `[${nested('{"a":[1,', ']}', 499)}]`, undefined],
  ] as const) {
    it(`a field that nobody reads counts, too: ${what}`, async () => {
      const { parse } = JSON;
      let parsed = 0;
      // An error looks for tokens in the first 64 KiB of its response.
      JSON.parse = (text: string, ...rest: ReadonlyArray<never>) => {
        parsed = Math.max(parsed, text.length);
        return parse(text, ...rest) as unknown;
      };
      try {
        const results = await collect(
          clientOf(`{"data":[{"properties":{}}],"unread":${unread}}`).list(list),
        );
        const [result = E.right(undefined)] = results;
        if (problem === undefined) rightOf(result);
        else
          expect(leftOf(result)).to.deep.include({ _tag: 'InvalidEnvelope', problems: [problem] });
        if (problem === many) expect(parsed, 'characters that were parsed').to.be.at.most(65_536);
      } finally {
        JSON.parse = parse;
      }
    });
  }

  it('so does a record of a page that is given as pages', async () => {
    const [page = E.right(undefined)] = await collect(
      clientOf(`{"data":[${nested('[', ']', 999)}]}`).pages(listObjects, list),
    );
    expect(leftOf(page)).to.deep.include({ _tag: 'InvalidEnvelope', problems: [deep] });
  });

  for (const record of [
    'null',
    '0',
    '""',
    'true',
    '[]',
    '{}',
    '{"properties":null}',
    '{"properties":[]}',
  ]) {
    it(`a page that has four times as many of ${record} takes at most eight times as long`, () => {
      let read = 0;
      expectLinear((times) => {
        const body = pageOf(record, 2_500 * times);
        const count = (page: E.Either<unknown, Page<unknown>>): void => {
          read = rightOf(page).data.length;
        };
        return () => clientOf(body).pages(listObjects, list).subscribe(count);
      });
      expect(read).to.equal(10_000);
    });
  }

  it('records that are not objects share what is said of them', async () => {
    const [first, second] = await collect(clientOf(pageOf('null', 2)).list(list));
    const [one, two] = [first, second].map((result) => leftOf(result));
    expect(one).to.deep.include({
      problems: [{ at: 'the record', message: 'must be an object, but is null' }],
    });
    expect((one as { problems?: unknown }).problems).to.equal(
      (two as { problems?: unknown }).problems,
    );
  });
});
