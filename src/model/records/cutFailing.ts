import { isLeft } from 'fp-ts/Either';
import { string } from 'io-ts';
import { maxErrors } from '../errors/problemsOf';
import { type CodecNode, isOwn, passesThrough } from './passesThrough';

/** How many entries have failed so far, and whether something was cut because of it. */
interface Failed {
  entries: number;
  isCut: boolean;
}

type Cut = (value: unknown, failed: Failed) => unknown;

const asItIs: Cut = (value) => value;

const refusalBy = (codec: CodecNode): ((value: unknown) => boolean) =>
  passesThrough(codec) ? (value) => !codec.is(value) : (value) => isLeft(codec.decode(value));

/** Cuts the entries of an array or a record behind the last one that is still to be explained. */
const cutEntries = (codec: CodecNode): Cut => {
  const isRefused = refusalBy(codec);
  const cutEntry = cutterOf(codec);
  return (value, failed) => {
    /** Copies an entry, unless enough have failed. */
    const keep = <K extends string | number>(from: Record<K, unknown>, to: Record<K, unknown>, key: K): boolean => {
      const isBad = isRefused(from[key]);
      if (isBad && failed.entries >= maxErrors) failed.isCut = true;
      else if (isBad) failed.entries += 1;
      if (!failed.isCut) to[key] = isBad ? cutEntry(from[key], failed) : from[key];
      return !failed.isCut;
    };
    if (Array.isArray(value)) {
      const kept: Array<unknown> = [];
      // An array is not asked for its names: it may have millions.
      for (let index = 0; index < value.length && keep(value, kept, index); index += 1);
      return kept;
    }
    if (typeof value !== 'object' || value === null) return value;
    const kept: Record<string, unknown> = {};
    for (const name in value) if (!keep(value as Record<string, unknown>, kept, name)) break;
    return kept;
  };
};

const cutFields = (props: Readonly<Record<string, CodecNode>>): Cut => {
  const fields = Object.entries(props).map(([name, codec]) => [name, cutterOf(codec)] as const);
  return (value, failed) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const copy: Record<string, unknown> = { ...value };
    for (const [name, cutField] of fields) if (Object.hasOwn(copy, name)) copy[name] = cutField(copy[name], failed);
    return copy;
  };
};

const cutterOf = (codec: CodecNode): Cut => {
  if (!isOwn(codec)) return asItIs;
  const { _tag, type, domain, codomain, props, types } = codec;
  if (type && (_tag === 'ArrayType' || _tag === 'ReadonlyArrayType')) return cutEntries(type);
  if (type && _tag === 'ReadonlyType') return cutterOf(type);
  if (codomain) return domain === string ? cutEntries(codomain) : asItIs;
  if (props) return cutFields(props);
  // Of a union it must be certain that all of its members refuse the value.
  if (!types || (_tag === 'UnionType' && !passesThrough(codec))) return asItIs;
  const cutters = types.map(cutterOf);
  return (value: unknown, failed): unknown =>
    _tag === 'UnionType' && codec.is(value) ? value : cutters.reduce<unknown>((cut, next) => next(cut, failed), value);
};

/**
 * Cuts what a codec refuses to the first hundred failing entries. io-ts collects every error before anybody can cut them,
 * and an array with millions of wrong entries takes a few bytes on the wire (law 31).
 */
export const cutFailing = (codec: CodecNode): ((value: unknown) => unknown) => {
  // Not before something is refused: most walks have no use for it.
  let cut: Cut | undefined;
  return (value) => {
    cut ??= cutterOf(codec);
    const failed: Failed = { entries: 0, isCut: false };
    const shorter = cut(value, failed);
    return failed.isCut ? shorter : value;
  };
};
