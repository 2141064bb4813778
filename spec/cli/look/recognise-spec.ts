import { expect } from 'chai';
import fc from 'fast-check';
import { type ServiceOptions, startService } from '../../../src/service';
import { lineOf, recognise } from '../../../src/cli/look/recognise';
import { expectLinear } from '../../support/cost/growth';
import { runCommand } from '../support/runCommand';

/** The words of a line as a shell reads them. */
const wordsOf = (line: string): ReadonlyArray<string> =>
  Array.from(line.trim().matchAll(/'([^']*)'|(\S+)/g), ([, inner, word]) => inner ?? word ?? '');

describe('what walk recognises in a first response', () => {
  /** A body of this many fields, and how many fields of theirs are read. */
  const counted = (length: number) => {
    const looks = { count: 0 };
    const inner = new Proxy(
      { er: {} },
      {
        ownKeys: (target) => {
          looks.count += 1;
          return Reflect.ownKeys(target);
        },
      },
    );
    const body = Object.fromEntries(
      Array.from({ length }, (_, index) => [`f${index}`, { deep: inner }]),
    );
    return { body, looks };
  };

  it('looks at a bounded number of values in an answer of any size', () => {
    const { body, looks } = counted(50_000);
    recognise({ body, headers: {} }, () => true);
    expect(looks.count).to.be.within(1, 10_000);
  });

  it('takes at most eight times as long for four times the fields and the header', () =>
    expectLinear((times) => {
      const { body } = counted(12_500 * times);
      const headers = { link: '<'.repeat(15_000 * times) };
      return () => recognise({ body, headers }, () => true);
    }));

  for (const type of [{ toString: 'x' }, { toString: null, valueOf: 1 }, [{ toString: 1 }], null]) {
    it(`reads a type that is no text: ${JSON.stringify(type)}`, () => {
      const [paging] = recognise(
        { body: { items: [{ id: 1 }], type }, headers: {} },
        () => true,
      ).ways;
      expect(paging?.scheme).to.be.oneOf(['onePage', undefined]);
    });
  }

  it('prints options that can be read, or none, whatever a response holds', () => {
    const name = fc.constantFrom(
      ...'data items next next_cursor nextPageToken has_more Done total total_rows page offset meta links last_seq id'.split(
        ' ',
      ),
    );
    const leaf = fc.oneof(
      fc.constantFrom(null, true, false, 0, 1, 95, '', 'x', '/x?page=2', '12'),
      fc.string(),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(name, tie('value')),
      ),
    }));
    fc.assert(
      fc.property(
        value,
        fc.dictionary(name, fc.constantFrom('0', '1', '20', 'x')),
        (body, sent) => {
          const query = new Map(Object.entries(sent).map(([key, text]) => [key, [text]]));
          for (const way of recognise({ body, headers: {}, query }, () => true).ways) {
            expect(wordsOf(lineOf(way))).to.include(
              `--${way.scheme.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
            );
            expect(way.certainty === 'guess').to.equal(
              /is a guess|may not be/.test(way.reasons.join()),
            );
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  for (const scheme of ['link', 'cursor', 'offset', 'page', 'lastItem'] satisfies ReadonlyArray<
    ServiceOptions['scheme']
  >) {
    it(`prints options that walk the reference service by ${scheme}`, async () => {
      const objects = { badge: Array.from({ length: 12 }, (_, id) => ({ id: id + 1 })) };
      const { url, close } = await startService({ objects, maxPageSize: 5, scheme });
      try {
        const looked = await runCommand(['walk', `${url}/api/badge`]);
        expect(looked.code).to.equal(0);
        const walked = await runCommand(['walk', `${url}/api/badge`, ...wordsOf(looked.stdout)]);
        expect(walked.code).to.equal(0);
        expect(walked.stdout.trim().split('\n')).to.have.length(12);
      } finally {
        await close();
      }
    });
  }
});
