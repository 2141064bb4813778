import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { Key, Version } from '../../index';
import { recordVersion } from '../../model/records/recordVersion';
import type { ChangeBook } from '../document/Writing';
import { type AnyRecord, keyOf } from '../formats/Format';
import type { FormatName } from '../formats/formats';
import { counted } from '../terminal/text';

type Kind = 'added' | 'changed' | 'removed';

/** A change as a record that any format writes. Csv has a column for what happened beside those of the properties. */
const lineOf = (format: FormatName, name: string) => {
  const inColumns = (change: Kind, key: Key, { properties, ...others }: AnyRecord): AnyRecord => ({
    ...others,
    // A property of that name gives way, and is told among what csv could not hold.
    ...(Object.hasOwn(properties, 'change') && { 'properties.change': properties.change }),
    properties: Object.assign({ change }, properties, { [name]: key, change }),
  });
  const whole = (change: Kind, key: Key, record?: AnyRecord) =>
    ({ change, key, ...(record && { record }) }) as unknown as AnyRecord;
  return (change: Kind, key: Key, record?: AnyRecord): AnyRecord =>
    format === 'csv' ? inColumns(change, key, record ?? { properties: {} }) : whole(change, key, record);
};

export const createChangeBook = (name: string, format: FormatName, known: ReadonlyMap<Key, Version>): ChangeBook => {
  const versions = new Map(known);
  const missing = new Set(known.keys());
  const counts: Record<Kind, number> = { added: 0, changed: 0, removed: 0 };
  const line = lineOf(format, name);

  const told = (kind: Kind, key: Key, record?: AnyRecord): AnyRecord => {
    counts[kind] += 1;
    return line(kind, key, record);
  };

  return {
    note: (record) =>
      pipe(
        keyOf(record, name),
        O.map((key) => {
          const version = recordVersion(record);
          const before = versions.get(key);
          missing.delete(key);
          if (before === version) return ['written', record];
          versions.set(key, version);
          return ['new', told(before === undefined ? 'added' : 'changed', key, record)];
        }),
      ),
    removals: function* () {
      for (const key of missing) {
        versions.delete(key);
        yield told('removed', key);
      }
    },
    versions,
    text: () => {
      const { added, changed, removed } = counts;
      return `${counted(added, 'object')} added, ${changed} changed, ${removed} removed`;
    },
  };
};
