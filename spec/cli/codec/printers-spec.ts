import { expect } from 'chai';
import fc from 'fast-check';
import { codecNameOf, isCodecName } from '../../../src/cli/codec/moduleText';
import { anyText } from '../../support/anyText';

describe('the name of a codec', () => {
  for (const [objectType, name] of [
    ['employee', 'Employee'],
    ['flight-plan', 'FlightPlan'],
    ['flightPlan', 'FlightPlan'],
    ['flight_plan v2', 'FlightPlanV2'],
    ['ri.object.größe', 'RiObjectGröße'],
    ['2fa', 'Type2fa'],
    ['object', 'TypeObject'],
    ['***', 'Type'],
    ['*/ alert(1)', 'Alert1'],
  ] as const) {
    it(`is ${name} for objects of type ${objectType}`, () =>
      expect(codecNameOf(objectType)).to.equal(name));
  }

  it('is one that it can have, whatever the object type', () =>
    fc.assert(
      fc.property(anyText, (objectType) => {
        expect(isCodecName(codecNameOf(objectType))).to.be.true;
      }),
    ));

  it('is not one that no constant, no type or no export can have', () => {
    for (const name of [
      '',
      'a-b',
      '1a',
      'class',
      'string',
      'await',
      '__proto__',
      'exports',
      'a b',
      'a;b',
      'a\u2028',
    ]) {
      expect(isCodecName(name), name).to.be.false;
    }
  });
});
