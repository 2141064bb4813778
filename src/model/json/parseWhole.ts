import { eachLeaf } from './eachLeaf';
import { parseJson } from './parseExact';

const ignore = (): void => undefined;

/** As `parseExact`, but throws a RangeError where an integer has more digits than are read. */
export const parseWhole = (text: string): unknown => {
  const { value, hasLarge } = parseJson(text, BigInt);
  if (hasLarge) {
    eachLeaf({ value }, undefined, ignore, (holder, name) => {
      if (typeof holder[name] === 'symbol')
        throw new RangeError('it holds an integer of more than 1,000 digits');
    });
  }
  return value;
};
