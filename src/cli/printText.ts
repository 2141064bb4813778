import * as E from 'fp-ts/Either';
import { firstValueFrom, map, merge } from 'rxjs';
import { writableOutput } from './stream/writableOutput';
import { type Complaint, failure } from './terminal/Complaint';
import type { Outlet } from './terminal/Io';

/** Prints a text; a Left says why it could not. A reader that wants no more of it is no failure. */
export const printText = async (what: string, text: string, outlet: Outlet): Promise<E.Either<Complaint, unknown>> => {
  const output = writableOutput(outlet);
  output.write(text);
  const end = await firstValueFrom(merge(output.flushed.pipe(map(() => undefined)), output.ends));
  return end?._tag === 'OutputFailed' ? E.left(failure(`cannot write ${what}: ${end.reason}`)) : E.right(undefined);
};
