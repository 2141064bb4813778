import { expect } from 'chai';
import { checkAtLeast0, checkConcurrency } from '../../src/model/optionChecks';

describe('optionChecks', () => {
  for (const value of [0, 0.5, 7, Infinity]) {
    it(`${value} is 0 or more`, () => {
      expect(() => {
        checkAtLeast0('mark', value);
      }).not.to.throw();
    });
  }

  for (const [value, found] of [
    [-1, '-1'],
    [NaN, 'NaN'],
    ['1', 'string'],
    [null, 'object'],
    [undefined, 'undefined'],
  ] as const) {
    it(`${String(value)} is neither 0 or more nor a concurrency`, () => {
      expect(() => {
        checkAtLeast0('mark', value);
      }).to.throw(TypeError, `mark must be 0 or more, but is ${found}`);
      expect(() => {
        checkConcurrency('operator', value);
      }).to.throw(TypeError, `operator: concurrency must be a whole number above 0, but is ${found}`);
    });
  }

  for (const value of [1, 8, Infinity]) {
    it(`${value} is a concurrency`, () => {
      expect(() => {
        checkConcurrency('operator', value);
      }).not.to.throw();
    });
  }

  for (const value of [0, 1.5, 2 ** 53]) {
    it(`${value} is not a concurrency`, () => {
      expect(() => {
        checkConcurrency('operator', value);
      }).to.throw(TypeError, 'whole number');
    });
  }
});
