import * as O from 'fp-ts/Option';
import { isRestarted, type Writing } from '../document/Writing';
import { counted, grouped } from '../terminal/text';
import type { StreamEnd } from '../walk/StreamEnd';

type EndedWriting = Pick<Writing, 'resumption' | 'keys' | 'tally' | 'course' | 'changes'>;

const isWhat = 'NAME being a property that tells objects apart';

const withoutIt = 'run it without --key, or with another NAME';

/** What to do about an end after which there is nothing to go on with. */
const adviceAnew = (tag: string, { keys, tally, changes }: EndedWriting): string => {
  if (tag === 'PageTokenExpired' && O.isNone(keys)) {
    return `with --key NAME, ${isWhat}, the walk begins again by itself`;
  }
  if (tag === 'KeyFailed') return changes === undefined ? withoutIt : 'run it with --key and another NAME';
  return tag === 'RetrievalLimitExceeded' && tally.objects > 0
    ? `--limit ${tally.objects} takes the first ${grouped(tally.objects)}`
    : '';
};

/** What to do about an end, in a few words; empty where nobody needs to be told. */
export const adviceOf = (end: StreamEnd, ended: EndedWriting): string => {
  const { resumption, keys, tally, course } = ended;
  const tag = end._tag === 'Failed' ? end.error._tag : end._tag;
  if (O.isNone(resumption) || tally.pages === 0) return adviceAnew(tag, ended);
  const { file, part, pages } = resumption.value;
  const anew = `remove ${file} and ${part} to begin anew`;
  const onward = pages() === 0 ? 'from the first page' : `after ${counted(pages(), 'page')}`;
  if (tag === 'InvalidRequest') return '';
  if (tag === 'PageTokenExpired' && O.isNone(keys)) {
    return `run the same command with --key NAME, ${isWhat}, to begin again without what was written; or ${anew}`;
  }
  if (tag === 'KeyFailed') {
    // Once a walk has begun again, only a key tells what was written.
    return isRestarted(course) ? `run it with --key and another NAME, or ${anew}` : `${withoutIt}, to go on ${onward}`;
  }
  if (tag === 'RetrievalLimitExceeded') {
    return [anew, adviceAnew(tag, ended)].filter((text) => text !== '').join('; ');
  }
  if (tag === 'Done') {
    return tally.invalid + tally.omitted > 0 ? anew : 'run the same command again to put the file in its place';
  }
  return `run the same command again to go on ${onward}`;
};
