import * as E from 'fp-ts/Either';
import { readFile } from 'node:fs/promises';
import { parseExact } from '../../model/json/parseExact';
import { type Complaint, misuse, reasonOf } from '../terminal/Complaint';

/** The fields of a request's body. Integers of any size are as they were written. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** No message repeats the text: a body may hold a secret. */
const parse = (text: string, where: string): E.Either<Complaint, RequestBody> => {
  const body = E.tryCatch(
    () => parseExact(text),
    () => undefined,
  );
  return E.isRight(body) && typeof body.right === 'object' && body.right !== null && !Array.isArray(body.right)
    ? E.right(body.right as RequestBody)
    : E.left(misuse(`${where} must be a JSON object, such as {"limit":100}`));
};

/** Reads `--body`: a JSON object, or the file that has it behind an @. */
export const readBody = async (text: string): Promise<E.Either<Complaint, RequestBody>> => {
  if (!text.startsWith('@')) return parse(text, '--body');
  const file = text.slice(1);
  try {
    return parse(await readFile(file, 'utf8'), file);
  } catch (error) {
    return E.left(misuse(`cannot read ${file}: ${reasonOf(error)}`));
  }
};
