import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { of } from 'rxjs';
import { createClient, exactNumbers, listObjects, type Numbers } from '../../src/index';
import { expectLinear } from '../support/cost/growth';

const large = '9007199254740993';

const filled = (piece: string, bytes: number): string =>
  piece.repeat(Math.ceil(bytes / piece.length));

/** Values of JSON of about this many bytes, made of digits. */
export const digitRuns: Readonly<Record<string, (bytes: number) => string>> = {
  'large integers': (bytes) => `[${filled(`${large},`, bytes)}1]`,
  'objects of large integers': (bytes) => `[${filled(`{"id":${large}},`, bytes)}1]`,
  'one integer': (bytes) => filled('9', bytes),
  'integers of sixteen digits that are safe': (bytes) => `[${filled('9007199254740991,', bytes)}1]`,
  'a string of digits': (bytes) => `"${filled('9', bytes)}"`,
  'a string of what looks like large integers': (bytes) => `"${filled(`,${large}`, bytes)}"`,
  'a string of runs of digits': (bytes) => `"${filled(`${large}x`, bytes)}"`,
  'strings of digits': (bytes) => `[${filled(`"${large}",`, bytes)}1]`,
  'strings of what looks like large integers': (bytes) => `[${filled(`",${large},",`, bytes)}1]`,
};

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

/** Walks over pages with a value and with four times of it, in each way that numbers are read, and expects at most eight times the time. */
export const expectLinearWalks = (valueOf: (bytes: number) => string, bytes: number): void => {
  for (const numbers of [undefined, exactNumbers])
    expectLinear((times) => {
      const body = bodyOf(valueOf(bytes * times));
      return () => expect(pagesOf(body, numbers)).to.equal(1);
    });
};
