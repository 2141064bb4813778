import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { createReadStream } from 'node:fs';
import { parse } from 'node:path';
import { createInterface } from 'node:readline';
import type { UnknownProperties } from '../../index';
import { type Complaint, misuse, reasonOf } from '../terminal/Complaint';

const isObject = (value: unknown): value is UnknownProperties => t.UnknownRecord.is(value) && !Array.isArray(value);

/**
 * The properties of the object in one line of a data file. A line is a record, as `pagewalk list` writes it, or the bare
 * properties; an object whose `properties` is an object counts as a record.
 */
const readLine = (line: string): E.Either<string, UnknownProperties> => {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) return E.left('is no JSON object');
    return E.right(isObject(value.properties) ? value.properties : value);
  } catch {
    return E.left('is not JSON');
  }
};

type Objects = ReadonlyArray<UnknownProperties>;

const byteOrderMark = '\uFEFF';

const readFile = async (file: string): Promise<E.Either<Complaint, Objects>> => {
  const objects: Array<UnknownProperties> = [];
  let number = 0;
  try {
    for await (const text of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
      number += 1;
      const line = number === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text;
      if (line.trim() === '') continue;
      const properties = readLine(line);
      if (E.isLeft(properties)) return E.left(misuse(`${file}:${number}: the line ${properties.left}`));
      objects.push(properties.right);
    }
    return E.right(objects);
  } catch (error) {
    return E.left(misuse(`cannot read ${file}: ${reasonOf(error)}`));
  }
};

/** The objects of some files, one in a line; each file holds the objects of the type that its base name names. */
export const readDataFiles = async (
  files: ReadonlyArray<string>,
): Promise<E.Either<Complaint, Readonly<Record<string, Objects>>>> => {
  const types = new Map<string, Objects>();
  for (const file of files) {
    const { name } = parse(file);
    if (types.has(name)) return E.left(misuse(`two data files hold objects of the type ${name}`));
    const objects = await readFile(file);
    if (E.isLeft(objects)) return objects;
    types.set(name, objects.right);
  }
  return E.right(Object.fromEntries(types));
};
