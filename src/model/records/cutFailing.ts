import { isLeft } from 'fp-ts/Either';
import { string } from 'io-ts';
import { maxErrors } from '../errors/problemsOf';
import { type CodecNode, isOwn, passesThrough } from './passesThrough';

/** How many entries have failed so far, and whether something was cut because of it. */
interface Failed {
  entries: number;
  isCut: boolean;
}

type Parts = Record<string | number, unknown>;

/** Copies the entries of an array or a record up to the last one that is still to be explained. */
const cutEntries = (codec: CodecNode, value: Parts, failed: Failed): unknown => {
  const passes = passesThrough(codec);
  const isRefused = (entry: unknown): boolean => (passes ? !codec.is(entry) : isLeft(codec.decode(entry)));
  const kept: Parts = Array.isArray(value) ? ([] as object as Parts) : {};
  // An array is not asked for its names: it may have millions.
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const isBad = isRefused(value[key]);
    failed.isCut ||= isBad && failed.entries === maxErrors;
    if (failed.isCut) break;
    if (isBad) failed.entries += 1;
    kept[key] = isBad ? cutBy(codec, value[key], failed) : value[key];
  }
  return kept;
};

const cutBy = (codec: CodecNode, value: unknown, failed: Failed): unknown => {
  if (typeof value !== 'object' || value === null || !isOwn(codec)) return value;
  const { _tag, type, domain, codomain, props, types } = codec;
  const entry = domain ? domain === string && codomain : _tag?.endsWith('ArrayType') && type;
  if (entry) return cutEntries(entry, value as Parts, failed);
  if (type && _tag === 'ReadonlyType') return cutBy(type, value, failed);
  if (props && !Array.isArray(value)) {
    const copy: Parts = { ...value };
    for (const [name, part] of Object.entries(props)) {
      if (Object.hasOwn(copy, name)) copy[name] = cutBy(part, copy[name], failed);
    }
    return copy;
  }
  // Of a union it must be certain that all of its members refuse the value.
  if (!types || (_tag === 'UnionType' && (!passesThrough(codec) || codec.is(value)))) return value;
  return types.reduce<unknown>((cut, part) => cutBy(part, cut, failed), value);
};

/** Cuts a value to its first hundred failing entries: io-ts would collect an error for each of millions (law 31). */
export const cutFailing = (codec: CodecNode, value: unknown): unknown => {
  const failed: Failed = { entries: 0, isCut: false };
  const shorter = cutBy(codec, value, failed);
  return failed.isCut ? shorter : value;
};
