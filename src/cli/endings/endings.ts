import { explain } from '../../model/errors/explain';
import { done, type ExitCode, failed, interruptedBy, wrongUsage } from '../terminal/Io';
import { counted, grouped } from '../terminal/text';
import { reachedText, type Tally } from '../terminal/progress';
import type { Resumption } from '../sinks/Sink';
import type { StreamEnd } from './StreamEnd';

/** What a walk has left when it ends. */
export interface Standing {
  readonly tally: Tally;
  /** Whether a walk whose page token has expired begins again by itself. */
  readonly mayBeginAgain: boolean;
  /** What a later run continues with. */
  readonly kept?: Resumption | undefined;
}

/** What a command says and does about one kind of end. */
interface Ending<End> {
  /** 0 says that everything that was asked for has been written, or that its reader wanted no more of it. */
  readonly code: (end: End, tally: Counted) => ExitCode;
  /** Why it stopped before its end, in one line; undefined where there is nothing to say. */
  readonly words: (end: End, tally: Tally) => string | undefined;
  /** What to do about it, in a few words; empty where there is no advice. */
  readonly advice: (standing: Standing) => string;
}

type Counted = Pick<Tally, 'invalid'>;

const none = (): string => '';

const again = ({ kept }: Standing): string =>
  kept ? `run the same command again to continue after ${counted(kept.pages(), 'page')}` : '';

const beginAgain = ({ kept }: Standing): string =>
  kept ? `remove ${kept.file} and ${kept.part} to begin again` : '';

const joined = (separator: string, ...texts: ReadonlyArray<string>): string =>
  texts.filter((text) => text !== '').join(separator);

/** Names of the library as the command line writes them. */
const inOptions = (text: string): string =>
  text
    .replace('anyOrigin of byLink', '--any-origin')
    .replace('mayRepeat of byOffset and byPageNumber', '--may-repeat')
    .replace('set checkEnd: false in the endpoint', 'give --no-check-end')
    .replace('maxPages', '--max-pages')
    .replace(
      /set end: 'emptyPage' of byCursor; if more of them may come, raise emptyPages/,
      'give --until-empty',
    )
    .replace('leave out total if', 'leave out --total if')
    .replace(
      'write where errors are as errors of the endpoint',
      'give --errors and where errors are',
    )
    .replace(/: if [^:]*, write or(Empty|Else)\([^)]*\)/g, '');

type Failed = Extract<StreamEnd, { readonly _tag: 'Failed' }>;

/** Each way in which a walk ends. */
const endings: {
  readonly [Tag in StreamEnd['_tag']]: Ending<Extract<StreamEnd, { readonly _tag: Tag }>>;
} = {
  Done: {
    code: (_, { invalid }) => (invalid === 0 ? done : failed),
    words: () => undefined,
    advice: (standing) => {
      if (standing.tally.invalid > 0) return beginAgain(standing);
      return standing.kept ? 'run the same command again to put the file in its place' : '';
    },
  },
  ReaderGone: { code: () => done, words: () => undefined, advice: none },
  Interrupted: {
    code: ({ by }) => interruptedBy[by],
    words: (_, tally) => `interrupted after ${reachedText(tally)}`,
    advice: again,
  },
  OutputFailed: {
    code: () => failed,
    words: ({ reason }, tally) =>
      // How much of it was written, the sink says where it knows it.
      `cannot write the objects: ${reason} (${reachedText(tally)} had come)`,
    advice: again,
  },
  KeyFailed: {
    code: () => failed,
    words: ({ reason }) => reason,
    advice: () => 'run it without --key, or with another NAME',
  },
  MarkFailed: { code: () => failed, words: ({ reason }) => reason, advice: none },
  FormatFailed: { code: () => failed, words: ({ reason }) => reason, advice: beginAgain },
  Failed: {
    code: () => failed,
    words: ({ error }, tally) => {
      // An error counts from where its run began; what earlier runs have written is there all the same.
      const inAll =
        tally.earlier > 0 ? `; with earlier runs ${reachedText(tally)} were written` : '';
      return inOptions(explain(error)) + inAll;
    },
    advice: again,
  },
};

/** What is different for some errors, by their tags; `MoreElsewhere` is a broken rule. */
const failures: Readonly<Record<string, Partial<Ending<Failed>>>> = {
  InvalidRequest: {
    // What an item of --each makes of a request is found when others have been sent.
    code: ({ error }) =>
      error._tag === 'InvalidRequest' && error.progress.parent === undefined ? wrongUsage : failed,
    advice: none,
  },
  MoreElsewhere: { advice: beginAgain },
  PageTokenExpired: {
    advice: (standing) =>
      standing.mayBeginAgain
        ? standing.kept?.isMarked
          ? 'run the same command again to read what is new from its first page'
          : again(standing)
        : 'with --key NAME, where NAME is a property that tells objects apart, the walk begins again by itself',
  },
  RetrievalLimitExceeded: {
    advice: (standing) => {
      const { objects } = standing.tally;
      const first = objects > 0 ? `--limit ${objects} takes the first ${grouped(objects)}` : '';
      return joined('; ', beginAgain(standing), first);
    },
  },
};

export const isMoreElsewhere = (end: StreamEnd): boolean =>
  end._tag === 'Failed' &&
  end.error._tag === 'ProtocolViolation' &&
  end.error.rule === 'MoreElsewhere';

const endingOf = (end: StreamEnd): Ending<StreamEnd> => {
  const row = endings[end._tag];
  const other =
    end._tag === 'Failed'
      ? failures[isMoreElsewhere(end) ? 'MoreElsewhere' : end.error._tag]
      : undefined;
  // The row of a tag is for the ends that have it.
  return { ...row, ...other } as Ending<StreamEnd>;
};

/** What a run exits with: the code of its end, unless that is 0 and something `isMissing`, or is not where it belongs. */
export const exitCodeOf = (end: StreamEnd, tally: Counted, isMissing = false): ExitCode => {
  const code = endingOf(end).code(end, tally);
  return code === done && isMissing ? failed : code;
};

export const stopTextOf = (end: StreamEnd, tally: Tally): string | undefined =>
  endingOf(end).words(end, tally);

/** What to do about an end. Where no page is kept, there is nothing to continue with. */
export const adviceOn = (end: StreamEnd, { kept, ...standing }: Standing): string =>
  endingOf(end).advice({ ...standing, kept: kept?.pages() === 0 ? undefined : kept });
