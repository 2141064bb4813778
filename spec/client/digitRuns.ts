import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { of } from 'rxjs';
import { createClient, exactNumbers, listObjects, type Numbers } from '../../src/index';
import { cost } from '../support/cost';

const large = '9007199254740993';

/** Values of JSON of about so many bytes, made of digits, and how many times as long as `JSON.parse` a walk may take. */
export const digitRuns = (
  bytes: number,
): Readonly<Record<string, readonly [value: string, times: number]>> => {
  const filled = (piece: string): string => piece.repeat(Math.ceil(bytes / piece.length));
  return {
    // Law 28 allows ten times for a page that is full of them.
    'large integers': [`[${filled(`${large},`)}1]`, 10],
    'objects of large integers': [`[${filled(`{"id":${large}},`)}1]`, 10],
    'one integer': [filled('9'), 5],
    'integers of sixteen digits that are safe': [`[${filled('9007199254740991,')}1]`, 5],
    'a string of digits': [`"${filled('9')}"`, 5],
    'a string of what looks like large integers': [`"${filled(`,${large}`)}"`, 5],
    'a string of runs of digits': [`"${filled(`${large}x`)}"`, 5],
    'strings of digits': [`[${filled(`"${large}",`)}1]`, 5],
    'strings of what looks like large integers': [`[${filled(`",${large},",`)}1]`, 5],
  };
};

/** Milliseconds that a walk may take in any case: to compile an expression again, to collect what others left. */
const anyway = 25;

const bodyOf = (value: string): string =>
  Buffer.from(`{"data":[{"properties":{"value":${value}}}]}`).toString();

/** How many pages a walk over one page brings. */
const pagesOf = (body: string, numbers: Numbers | undefined): number => {
  let pages = 0;
  createClient({ transport: () => of(E.right({ status: 200, headers: {}, body })), numbers })
    .pages(listObjects, { ontologyRid: 'ri.o', objectType: 'employee' })
    .subscribe((page) => {
      pages += E.isRight(page) ? 1 : 0;
    });
  return pages;
};

/** Walks over one page with that value. */
export const walkOnce = (value: string): void => {
  for (const numbers of [undefined, exactNumbers])
    expect(pagesOf(bodyOf(value), numbers)).to.equal(1);
};

/** Walks over one page with that value, in each way that numbers are read, and expects it to cost no more. */
export const expectCheap = (value: string, times: number): void => {
  const body = bodyOf(value);
  for (const numbers of [undefined, exactNumbers]) {
    const spent = [1, 2, 3, 4].map(() => {
      const parsing = cost(() => JSON.parse(body) as unknown);
      return [parsing, cost(() => expect(pagesOf(body, numbers)).to.equal(1))] as const;
    });
    const parsing = Math.min(...spent.map(([ms]) => ms));
    const walking = Math.min(...spent.map(([, ms]) => ms));
    expect(walking, spent.join(' ')).to.be.below(times * parsing + anyway);
  }
};
