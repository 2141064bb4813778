import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { formatOf } from '../formats/formats';
import { fileOutput } from '../outputs/fileOutput';
import { type Output, writableOutput } from '../outputs/Output';
import { clashOf, namesOf } from '../outputs/target';
import type { Complaint } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';
import { courseFrom } from './Course';
import { unkept } from './documentPlaces';
import { createKeys } from './Keys';
import type { StreamFlags } from './StreamFlags';
import { newTally } from './Tally';
import type { Opened } from './Writing';

const openOutput = async (
  { out, tokenFile }: Pick<StreamFlags, 'out' | 'tokenFile'>,
  { stdout, objects = stdout }: Pick<Io, 'stdout' | 'objects'>,
): Promise<E.Either<Complaint, Output>> => {
  if (out === undefined) return E.right(writableOutput(objects));
  const clash = clashOf([
    ['the file of --out', await namesOf(out)],
    ['the file of --token-file', tokenFile === undefined ? [] : await namesOf(tokenFile)],
  ]);
  return O.isSome(clash) ? E.left(clash.value) : fileOutput(out);
};

/** Opens a document that is written from its beginning to its end by this run, or not at all. */
export const openWriting = async (
  flags: StreamFlags,
  io: Pick<Io, 'stdout' | 'objects'>,
): Promise<E.Either<Complaint, Opened>> =>
  pipe(
    await openOutput(flags, io),
    E.map((output) => ({
      _tag: 'Writing',
      writing: {
        output,
        formatter: formatOf(flags).begin(),
        tally: newTally(),
        course: courseFrom(),
        places: unkept,
        keys: pipe(
          O.fromNullable(flags.key),
          O.map((name) => createKeys(name, formatOf(flags))),
        ),
        resumption: O.none,
        release: () => undefined,
      },
    })),
  );
