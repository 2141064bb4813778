import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { formatOf } from '../formats/formats';
import { type Output, writableOutput } from '../outputs/Output';
import { fileOutput } from '../outputs/partOutput';
import type { Files } from '../outputs/target';
import { type Checked, misuse, reasonOf } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';
import { newTally } from '../walk/progress';
import { changesTo } from './changesTo';
import { createKeys, type Keys } from './Keys';
import type { Request } from './keptFile';
import { openResumable } from './openResumable';
import { courseFrom, type Opened, type StreamFlags } from './Writing';

/** Why options of a document cannot be used together. */
export const misusedOptions = ({
  key,
  resume,
  changes,
  format,
  escapeFormulas,
  out,
  mark,
  firstMark,
  ceiling,
  limit,
}: StreamFlags): string | undefined => {
  if (mark === undefined && (firstMark !== undefined || ceiling !== undefined)) {
    return '--first-mark and --ceiling go with --mark';
  }
  if (mark !== undefined && (resume === undefined || out === undefined)) {
    return '--mark needs --out FILE and --resume: the mark is kept beside the file that it belongs to';
  }
  if (mark !== undefined && limit !== undefined)
    return '--mark and --limit cannot be used together: what is cut off would never come';
  if (mark !== undefined && key !== undefined) {
    return '--mark and --key cannot be used together: an item that has changed comes again under its key';
  }
  if (mark !== undefined && format === 'json') return '--mark adds to the file: use --format ndjson or csv';
  if (escapeFormulas === true && format !== 'csv') return '--escape-formulas is of use only with --format csv';
  if (resume !== undefined && out === undefined) {
    return '--resume needs --out: a walk can only be continued where its objects are in a file';
  }
  if (changes === undefined) return undefined;
  if (key === 'change' && format === 'csv') return 'csv already has a column named change: use another --format';
  if (key === undefined) return '--changes needs --key NAME: a property that tells objects apart';
  return resume === undefined ? undefined : '--changes and --resume cannot be used together';
};

const keysOf = async (flags: StreamFlags, { changes }: Files, request: Request): Promise<Checked<O.Option<Keys>>> => {
  const { key } = flags;
  if (key === undefined) return E.right(O.none);
  if (changes === undefined) return E.right(O.some(createKeys(key, formatOf(flags))));
  try {
    return pipe(await changesTo(changes.path, key, flags, { ...request, key }), E.map(O.some));
  } catch (error) {
    return E.left(misuse(`cannot read ${changes.path}: ${reasonOf(error)}`));
  }
};

const outputTo = ({ out }: Files, { stdout, objects = stdout }: Pick<Io, 'stdout' | 'objects'>) =>
  out === undefined ? Promise.resolve(E.right<never, Output>(writableOutput(objects))) : fileOutput(out);

/** Opens a document: it is written from its beginning to its end by this run, or continued with. Its files are locked. */
export const openDocument = async (
  flags: StreamFlags,
  files: Files,
  request: Request,
  io: Pick<Io, 'stdout' | 'objects'>,
): Promise<Checked<Opened>> => {
  const { out, resume } = files;
  if (out && resume) return openResumable(flags, out, resume.path, request);
  const keys = await keysOf(flags, files, request);
  if (E.isLeft(keys)) return keys;
  return pipe(
    await outputTo(files, io),
    E.map((output) => {
      const formatter = formatOf(flags).begin();
      const begun = { tally: newTally(), course: courseFrom(), resumption: O.none };
      return { _tag: 'Writing', writing: { output, formatter, keys: keys.right, ...begun } };
    }),
  );
};
