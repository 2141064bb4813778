import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { of } from 'rxjs';
import { z } from 'zod';
import { createClient, endpoint, explain, Int64, listObjects, retryExpired } from '../../src/index';
import type {
  ClientConfig,
  Endpoint,
  InvalidObject,
  PageInfo,
  Transport,
  WalkError,
} from '../../src/index';
import { exactNumbers, type GivenNumbers } from '../../src/model/records/Numbers';
import { at, byCursor, byLastItem, byPageNumber, query } from '../../src/paging/index';
import { collect } from '../support/collect';
import { bodyOf, expectLinear } from '../support/cost/growth';
import { leftOf, rightOf } from '../support/sides';

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const large = 9007199254740993n;
const body = `{"data":[{"properties":{"id":1}},{"properties":{"id":${large}},"rid":[${large - 1n}]}]}`;

const clientOf = (text: string, numbers?: ClientConfig['numbers']) =>
  createClient({ transport: () => of(E.right({ status: 200, headers: {}, body: text })), numbers });

const idOf = (result: E.Either<WalkError, { readonly properties: unknown }> | undefined): unknown =>
  (rightOf(result).properties as { readonly id: unknown }).id;

const advice =
  'is too large to be exact: give createClient numbers: exactNumbers, or numbers: "double" to have it rounded';

/** A page of this many integers of 1,000 digits. */
const pageOfDigits = (count: number): string =>
  bodyOf(`{"data":[{"properties":{"ids":[${Array(count).fill('9'.repeat(1_000)).join()}]}}]}`);

describe('law 28: integers that are not safe', () => {
  for (const [numbers, id] of [
    [undefined, String(large)],
    [exactNumbers, large],
  ] as const) {
    it(`are what a listener may write as JSON, or has asked for, and stay so: ${typeof id}`, async () => {
      const infos: Array<PageInfo> = [];
      const onPage = (page: PageInfo) => {
        if (!numbers) JSON.stringify(page.records);
        infos.push(page);
      };
      const came = await collect(
        clientOf(body, numbers).list({ ...list, properties: t.type({ id: t.string }), onPage }),
      );
      for (const refused of came) JSON.stringify(refused);
      expect(infos[0]?.records[1]).to.deep.equal({
        properties: { id },
        rid: [numbers ? large - 1n : String(large - 1n)],
      });
      expect(leftOf(came[1]))
        .to.have.property('record')
        .that.deep.equals({ properties: { id: String(large) }, rid: [String(large - 1n)] });
    });
  }

  describe('by default', () => {
    it('make their object an InvalidObject that names the path and says what to do', async () => {
      const [good, bad] = await collect(clientOf(body).list(list));
      expect(idOf(good)).to.equal(1);
      expect(leftOf(bad)).to.deep.equal({
        _tag: 'InvalidObject',
        page: 0,
        index: 1,
        problems: [
          { at: 'rid.0', message: advice },
          { at: 'properties.id', message: advice },
        ],
        record: { properties: { id: '9007199254740993' }, rid: ['9007199254740992'] },
      });
    });

    it('are refused by pages as well, with any codec', async () => {
      for (const properties of [
        t.type({ id: t.number }),
        t.type({ id: Int64 }),
        z.object({ id: z.unknown() }),
        t.strict({}),
      ]) {
        const [page] = await collect(
          clientOf(body).pages<typeof listObjects, unknown>(listObjects, {
            ...list,
            properties: properties as object as typeof t.unknown,
          }),
        );
        expect(rightOf(page).data.map(({ _tag }) => _tag)).to.deep.equal(['Right', 'Left']);
      }
    });

    it('come in their digits beside the objects', async () => {
      const pages = clientOf(`{"data":[],"page":{"total":[1,${large}]}}`).pages(listObjects, list);
      const [page] = await collect(pages);
      expect(rightOf(page).fields).to.deep.equal({ page: { total: [1, '9007199254740993'] } });
    });

    it('leave every record a plain value, which a console shows', async () => {
      const results = await collect(
        clientOf(`{"data":[{"properties":{"id":${large}}},{"a":1}]}`).list(list),
      );
      for (const result of results) {
        expect(Object.getOwnPropertyDescriptor(leftOf(result), 'record')).to.have.property('value');
      }
      expect(results).to.have.lengthOf(2);
    });

    it('law 28: take at most eight times as long in a page that has four times as many, of 1,000 digits', () =>
      expectLinear((times) => {
        const text = pageOfDigits(200 * times);
        return () => clientOf(text).list(list).subscribe();
      }));

    it('law 28: take at most eight times as long in a page of four times as many records that are refused because of one', () => {
      const fields = {
        name: 'Ada',
        active: true,
        age: 36,
        city: 'London',
        since: '1843-01-01',
        salary: 12.5,
      };
      const one = (id: number) =>
        `{"rid":"ri.${id}","properties":{"id":${large + BigInt(id)},${JSON.stringify(fields).slice(1)}}`;
      expectLinear((times) => {
        const records = Array.from({ length: 250 * times }, (_, id) => one(id));
        const text = bodyOf(`{"data":[${records.join()}]}`);
        return () => clientOf(text).list(list).subscribe();
      });
    });

    it('are named in few problems at bounded paths, and can be explained', async () => {
      const deep =
        `{"${'k'.repeat(1_000)}":`.repeat(100) +
        `[${Array(1_000).fill(large).join()}]` +
        '}'.repeat(100);
      const [result] = await collect(
        clientOf(`{"data":[{"properties":{"a":${deep}}}]}`).list(list),
      );
      const error = leftOf(result);
      expect(error).to.have.property('problems').with.length(20);
      expect(explain(error).length).to.be.below(2_000);
      expect(() => JSON.stringify(error)).not.to.throw();
    });
  });

  describe('with exactNumbers', () => {
    it('come as bigints, wherever in a page they stand', async () => {
      const [, exact] = await collect(clientOf(body, exactNumbers).list(list));
      expect(exact).to.deep.equal(E.right({ properties: { id: large }, rid: [large - 1n] }));
      const [page] = await collect(
        clientOf(`{"data":[],"total":${large}}`, exactNumbers).pages(listObjects, list),
      );
      expect(rightOf(page).fields).to.deep.equal({ total: large });
    });

    it('are digits in the record of an invalid object, which is the same one each time that somebody looks', async () => {
      const [result] = await collect(
        clientOf(`{"data":[{"rid":[${large}]}]}`, exactNumbers).list(list),
      );
      const error = leftOf(result) as InvalidObject;
      expect(error.record).to.deep.equal({ rid: ['9007199254740993'] });
      expect(error.record).to.equal(error.record);
    });

    it('come as bigints beside one of more than 1,000 digits, in an object that is no record', async () => {
      const digits = '9'.repeat(1_001);
      const pages = clientOf(`{"data":[],"a":${large},"b":${digits}}`, exactNumbers).pages(
        listObjects,
        list,
      );
      const [page] = await collect(pages);
      expect(rightOf(page).fields).to.deep.equal({ a: large, b: digits });
    });

    it('law 28: take at most eight times as long in a page of four times as many, of 1,000 digits, that a codec refuses', () => {
      const properties = t.type({ ids: t.array(t.string) });
      expectLinear((times) => {
        const client = clientOf(pageOfDigits(200 * times), exactNumbers);
        return () => client.list({ ...list, properties }).subscribe();
      });
    });

    it('are keys of retryExpired', async () => {
      const text = `{"data":[{"properties":{"id":${large}}},{"properties":{"id":${large - 1n}}}]}`;
      const ids = await collect(
        clientOf(text, exactNumbers)
          .list({ ...list, properties: t.type({ id: Int64 }) })
          .pipe(retryExpired({ key: ({ properties }) => properties.id })),
      );
      expect(ids.map(idOf)).to.deep.equal([large, large - 1n]);
    });
  });

  const tooLong = 'is an integer of more than 1,000 digits';
  for (const [what, length, numbers, message] of [
    ['40', 40, undefined, advice],
    ['101', 101, undefined, advice],
    ['1,000', 1_000, undefined, advice],
    ['more than 1,000', 1_001, undefined, tooLong],
    ['more than 1,000', 1_001, exactNumbers, tooLong],
    ['17, which t.number refuses', 17, exactNumbers, 'must be number, but is bigint: use Int64'],
  ] as const) {
    it(`stand as their digits in a record that is refused: ${what} digits${numbers ? ', exact' : ''}`, async () => {
      const digits = `-${'9'.repeat(length)}`;
      const client = clientOf(`{"data":[{"properties":{"id":${digits}}}]}`, numbers);
      const [result] = await collect(
        client.list({ ...list, properties: t.type({ id: t.number }) }),
      );
      const error = leftOf(result);
      const record = { properties: { id: digits } };
      expect(error).to.deep.include({ problems: [{ at: 'properties.id', message }], record });
      expect(JSON.parse(JSON.stringify(error))).to.have.deep.property('record', record);
    });
  }

  describe('as cursors', () => {
    const pages = endpoint({
      name: 'pages',
      method: 'GET',
      path: '/pages',
      items: at('page', 'items'),
      paging: byCursor({ from: at('page', 'next'), to: query('after') }),
    });
    const byLast = endpoint({
      name: 'byLast',
      method: 'GET',
      path: '/last',
      paging: byLastItem({ from: at('id'), to: query('after') }),
    });

    /** Walks over these bodies, one after the other, and says what was asked for. */
    const walk = async (paged: Endpoint, bodies: ReadonlyArray<string>, numbers?: GivenNumbers) => {
      const urls: Array<string> = [];
      const transport: Transport = ({ url }) =>
        of(E.right({ status: 200, headers: {}, body: bodies[urls.push(url) - 1] ?? '' }));
      return {
        results: await collect(createClient({ transport, numbers }).objects(paged, {})),
        urls,
      };
    };

    const first = `{"page":{"items":[{"id":1}],"next":${large}}}`;
    const last = '{"page":{"items":[{"id":2}]}}';

    it('are refused by default, by the path that leads there', async () => {
      const { results, urls } = await walk(pages, [first, last]);
      expect(results.map((result) => leftOf(result))).to.deep.equal([
        {
          _tag: 'InvalidEnvelope',
          problems: [{ at: 'page.next', message: advice }],
          progress: { pages: 0, objects: 0, attempts: 1 },
        },
      ]);
      expect(urls).to.deep.equal(['/pages']);
    });

    it('are followed exactly with exactNumbers', async () => {
      const { results, urls } = await walk(pages, [first, last], exactNumbers);
      expect(results.map((result) => (rightOf(result) as { id: unknown }).id)).to.deep.equal([
        1, 2,
      ]);
      expect(urls).to.deep.equal(['/pages', `/pages?after=${large}`]);
    });

    it('are refused with the object that they are made of, and followed exactly', async () => {
      const { results, urls } = await walk(byLast, [
        `{"data":[{"id":1},{"id":${large}}]}`,
        '{"data":[]}',
      ]);
      expect(results.map(({ _tag }) => _tag)).to.deep.equal(['Right', 'Left']);
      expect(urls).to.deep.equal(['/last', `/last?after=${large}`]);
    });

    it('tell pages apart where they have more than 1,000 digits', async () => {
      const numbered = endpoint({
        name: 'n',
        method: 'GET',
        path: '/n',
        paging: byPageNumber({ to: query('p') }),
      });
      const bodies = ['8', '9'].map((digit) => `{"data":[{"id":${digit.repeat(1_001)}}]}`);
      for (const numbers of [undefined, exactNumbers]) {
        const { results } = await walk(numbered, [...bodies, '{"data":[]}'], numbers);
        expect(results.map((result) => leftOf(result)._tag)).to.deep.equal([
          'InvalidObject',
          'InvalidObject',
        ]);
        const again = await walk(numbered, [bodies[0] ?? '', bodies[0] ?? ''], numbers);
        expect(again.results.map((result) => leftOf(result)._tag)).to.deep.equal([
          'InvalidObject',
          'ProtocolViolation',
        ]);
      }
    });

    it('are refused where they have more than 1,000 digits', async () => {
      const body = `{"page":{"items":[],"next":${'9'.repeat(1_001)}}}`;
      const { results } = await walk(pages, [body], exactNumbers);
      expect(leftOf(results[0])).to.include({ rule: 'UnsendableToken' });
    });
  });

  it("are rounded with 'double', as JSON.parse does", async () => {
    const [, rounded] = await collect(clientOf(body, 'double').list(list));
    expect(rounded).to.deep.equal(
      E.right({ properties: { id: 9007199254740992 }, rid: [9007199254740992] }),
    );
  });

  it('numbers that are none of these are a TypeError', () => {
    for (const numbers of ['exact', null, 5, {}, true]) {
      expect(() => clientOf(body, numbers as never)).to.throw(
        TypeError,
        'numbers must be exactNumbers or "double"',
      );
    }
  });
});
