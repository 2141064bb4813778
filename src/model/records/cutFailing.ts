import { maxErrors } from '../errors/problemsOf';
import { type CodecNode, isOwn, passesThrough } from './passesThrough';

/** How many entries have failed so far. */
interface Failed {
  entries: number;
}

type Parts = Record<string | number, unknown>;

/** Copies the entries of an array or a record up to the last one that is still to be explained. */
const cutEntries = (codec: CodecNode, value: Parts, failed: Failed): unknown => {
  const kept: Parts = Array.isArray(value) ? ([] as object as Parts) : {};
  // An array is not asked for its names: it may have millions.
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (!codec.is(value[key])) failed.entries += 1;
    if (failed.entries > maxErrors) break;
    kept[key] = cutBy(codec, value[key], failed);
  }
  return kept;
};

/** Of a codec that changes values nobody knows what it refuses. If it is a type, its properties are looked at. */
const cutBy = (codec: CodecNode, value: unknown, failed: Failed): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const { _tag, type, codomain, props, types = [] } = codec;
  const mayBeCut = passesThrough(codec)
    ? !codec.is(value)
    : _tag === 'InterfaceType' && isOwn(codec);
  if (!mayBeCut) return value;
  const entry = _tag?.endsWith('ArrayType') ? type : codomain;
  if (entry) return cutEntries(entry, value as Parts, failed);
  if (!props || Array.isArray(value))
    return [type, ...types].reduce<unknown>(
      (cut, part) => (part ? cutBy(part, cut, failed) : cut),
      value,
    );
  const copy: Parts = { ...value };
  for (const [name, part] of Object.entries(props)) {
    if (Object.hasOwn(copy, name)) copy[name] = cutBy(part, copy[name], failed);
  }
  return copy;
};

/** Cuts a value to its first hundred failing entries: io-ts would collect an error for each of millions (law 31). */
export const cutFailing = (codec: CodecNode, value: unknown): unknown => {
  const failed: Failed = { entries: 0 };
  const shorter = cutBy(codec, value, failed);
  return failed.entries > maxErrors ? shorter : value;
};
