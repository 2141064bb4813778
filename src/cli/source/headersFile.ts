import * as E from 'fp-ts/Either';
import { readFile } from 'node:fs/promises';
import { isHeader } from '../../model/http';
import { type Complaint, misuse, reasonOf } from '../terminal/Complaint';

/** Headers that go with every request. Their names are in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** The headers in a text, one in a line: `Name: value`. Blank lines, and those that begin with a #, say nothing. */
const parse = (text: string, file: string): E.Either<Complaint, Headers> => {
  const found = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name = '', value = ''] = /^([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    const key = name.toLowerCase();
    const at = `${file}:${index + 1}`;
    // The line itself may be a secret that lacks its name.
    if (!isHeader([key, value]) || value === '') return E.left(misuse(`${at}: a header is written NAME: VALUE`));
    if (found.has(key)) return E.left(misuse(`${at}: the header ${key} is there twice`));
    found.set(key, value);
  }
  return E.right(Object.fromEntries(found));
};

/** Reads `--headers-file`. A command line is no place for credentials: anyone on the machine can read it. */
export const readHeadersFile = async (file: string): Promise<E.Either<Complaint, Headers>> => {
  try {
    return parse(await readFile(file, 'utf8'), file);
  } catch (error) {
    return E.left(misuse(`cannot read the headers file ${file}: ${reasonOf(error)}`));
  }
};
