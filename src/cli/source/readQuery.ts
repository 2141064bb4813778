import * as E from 'fp-ts/Either';
import { Query } from '../../index';
import { type Complaint, misuse, reasonOf } from '../terminal/Complaint';

/** The query definition that `--query` gives (seed 4.3). */
export const readQuery = (text: string): E.Either<Complaint, Query> => {
  try {
    const query: unknown = JSON.parse(text);
    return Query.is(query) && !Array.isArray(query)
      ? E.right(query)
      : E.left(misuse('--query must be a JSON object with a string `type`, such as {"type":"empty"}'));
  } catch (error) {
    return E.left(misuse(`--query is not JSON: ${reasonOf(error)}`));
  }
};
