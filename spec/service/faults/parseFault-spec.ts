import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { type Fault, parseFault } from '../../../src/service/index';

const names =
  'expire-token, unauthorized, throttle, unavailable, delay, reset-before, reset-during, trickle, truncate, html, ' +
  'repeat-token, repeat-page, ' +
  'cycle-tokens, empty-page, empty-token, null-token, corrupt-object, ignore-maximum, skip-authentication';

describe('parseFault', () => {
  const right: ReadonlyArray<readonly [text: string, fault: Fault]> = [
    ['expire-token:uses=1', { type: 'expire-token', uses: 1 }],
    ['expire-token:ms=250', { type: 'expire-token', ms: 250 }],
    ['expire-token:at=2', { type: 'expire-token', at: 2 }],
    ['unauthorized:every=3', { type: 'unauthorized', every: 3 }],
    ['throttle', { type: 'throttle', every: 1 }],
    ['throttle:every=5,retryAfter=1', { type: 'throttle', every: 5, retryAfter: 1 }],
    ['unavailable:retryAfter=0', { type: 'unavailable', retryAfter: 0, every: 1 }],
    ['delay:ms=200', { type: 'delay', ms: 200, every: 1 }],
    ['reset-during:probability=0.5', { type: 'reset-during', probability: 0.5 }],
    ['cycle-tokens:pages=3', { type: 'cycle-tokens', pages: 3 }],
    ['null-token', { type: 'null-token' }],
    [' throttle : every = 5 , retryAfter = 1 ', { type: 'throttle', every: 5, retryAfter: 1 }],
  ];
  for (const [text, fault] of right) {
    it(`reads '${text}'`, () => expect(parseFault(text)).to.deep.equal(E.right(fault)));
  }

  const whens = 'every, at, probability';
  const wrong: ReadonlyArray<readonly [text: string, message: string]> = [
    ['', `there is no fault ''; the faults are ${names}`],
    ['thottle', `there is no fault 'thottle'; the faults are ${names}`],
    ['toString', `there is no fault 'toString'; the faults are ${names}`],
    ['throttle:evry=5', `throttle has no key 'evry'; its keys are retryAfter, ${whens}`],
    ['null-token:every=1', "null-token has no key 'every'; it has none"],
    ['throttle:type=1', `throttle has no key 'type'; its keys are retryAfter, ${whens}`],
    ['throttle:', `throttle has no key ''; its keys are retryAfter, ${whens}`],
    ['throttle:every=', 'every of throttle must be a whole number above 0'],
    ['throttle:every=0', 'every of throttle must be a whole number above 0'],
    ['throttle:every=1=2', 'every of throttle must be a whole number above 0'],
    ['throttle:every=1,at=2', `throttle needs just one of ${whens}`],
    ['throttle:every=1,every=2', 'every of throttle is given twice'],
    ['throttle:retryAfter=-1', 'retryAfter of throttle must be a whole number, 0 or more'],
    ['html:probability=1.01', 'probability of html must be a number from 0 to 1'],
    ['delay', 'delay needs ms'],
    ['delay:ms=2147483648', 'ms of delay must be a whole number from 0 to 2147483647'],
    ['expire-token', 'expire-token needs just one of uses, ms, at'],
    ['cycle-tokens', 'cycle-tokens needs pages'],
    [
      'cycle-tokens:pages=0,evry=1',
      "cycle-tokens has no key 'evry'; its keys are pages; pages of cycle-tokens must be a whole number above 0",
    ],
  ];
  for (const [text, message] of wrong) {
    it(`refuses '${text}'`, () => expect(parseFault(text)).to.deep.equal(E.left(message)));
  }
});
