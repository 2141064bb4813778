import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { Complaint } from '../Complaint';
import type { Io } from '../Io';
import { fileOutput } from './fileOutput';
import { formats } from './formats';
import { createKeys } from './Keys';
import type { Output } from './Output';
import { start } from './Place';
import type { StreamFlags } from './StreamFlags';
import { newTally } from './Tally';
import { writableOutput } from './writableOutput';
import type { Opened } from './Writing';

const openOutput = async (
  out: string | undefined,
  { stdout }: Pick<Io, 'stdout'>,
): Promise<E.Either<Complaint, Output>> => (out === undefined ? E.right(writableOutput(stdout)) : fileOutput(out));

/** Opens a document that is written from its beginning to its end by this run, or not at all. */
export const openWriting = async (
  { out, format, key }: StreamFlags,
  io: Pick<Io, 'stdout'>,
): Promise<E.Either<Complaint, Opened>> =>
  pipe(
    await openOutput(out, io),
    E.map((output) => ({
      _tag: 'Writing',
      writing: {
        output,
        formatter: formats[format].begin(),
        tally: newTally(),
        course: { place: start },
        keys: pipe(
          O.fromNullable(key),
          O.map((name) => createKeys(name, formats[format])),
        ),
        resumption: O.none,
        release: () => undefined,
      },
    })),
  );
