import { expect } from 'chai';
import {
  checkAtLeast0,
  checkConcurrency,
  checkFunctions,
  checkStatuses,
} from '../../src/model/optionChecks';

describe('optionChecks', () => {
  it('takes 0 or more, and a concurrency above 0', () =>
    expect(() => {
      for (const value of [0, 0.5, 7, Infinity]) checkAtLeast0('mark', value);
      for (const value of [1, 8, Infinity]) checkConcurrency('operator', value);
    }).not.to.throw());

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
      }).to.throw(
        TypeError,
        `operator: concurrency must be a whole number above 0, but is ${found}`,
      );
    });
  }

  for (const value of [0, 1.5, 2 ** 53]) {
    it(`${value} is not a concurrency`, () =>
      expect(() => {
        checkConcurrency('operator', value);
      }).to.throw(TypeError, 'whole number'));
  }

  it('says what must be a function, or a list of statuses, and what it is instead', () => {
    expect(() => {
      checkFunctions('f', { a: 'x' }, ['a'], [], []);
    }).to.throw(TypeError, 'f: a must be a function, but is string');
    expect(() => {
      checkFunctions('f', { a: () => 1, b: 7 }, ['a'], ['b'], []);
    }).to.throw(TypeError, 'f: b must be a function, but is 7');
    expect(() => {
      checkFunctions('f', {}, ['a'], ['b'], []);
    }).to.throw(TypeError, 'f: a must be a function, but is undefined');
    expect(() => {
      checkStatuses('f: gone', 404);
    }).to.throw(TypeError, 'f: gone must be a list of statuses, such as [410], but is 404');
  });
});
