import * as O from 'fp-ts/Option';
import type { StreamEnd } from './StreamEnd';
import type { Writing } from './Writing';

const isWhat = 'NAME being a property that tells objects apart';

/** What to do about an end, in a few words; empty where nobody needs to be told. */
export const adviceOf = (
  end: StreamEnd,
  { resumption, keys, tally }: Pick<Writing, 'resumption' | 'keys' | 'tally'>,
): string => {
  const tag = end._tag === 'Failed' ? end.error._tag : end._tag;
  const isKeyWanted = tag === 'PageTokenExpired' && O.isNone(keys);
  if (O.isNone(resumption)) return isKeyWanted ? `with --key NAME, ${isWhat}, the walk begins again by itself` : '';
  if (tally.pages === 0 || tag === 'InvalidRequest') return '';
  const { file, part, page } = resumption.value;
  const anew = `remove ${file} and ${part} to begin anew`;
  if (isKeyWanted) {
    return `run the same command with --key NAME, ${isWhat}, to begin again without what was written; or ${anew}`;
  }
  if (tag === 'Done' && tally.invalid === 0) return 'run the same command again to put the file in its place';
  if (tag === 'Done' || tag === 'RetrievalLimitExceeded') return anew;
  return `run the same command again to go on from page ${page()}`;
};
