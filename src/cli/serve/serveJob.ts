import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { firstValueFrom } from 'rxjs';
import { type Fault, parseFault, type ServiceOptions, startService } from '../../service';
import { readToken, type TokenFlags } from '../source/token';
import { complain, type Complaint, failure, misuse, say } from '../terminal/Complaint';
import { done, type Io, type Job } from '../terminal/Io';
import { announcement } from './announcement';
import { readDataFiles } from './readDataFiles';

export interface ServeFlags
  extends TokenFlags, Omit<ServiceOptions, 'objects' | 'token' | 'faults' | 'ontologyRid' | 'onRequest'> {
  readonly data?: ReadonlyArray<string>;
  readonly ontology?: string;
  readonly fault?: ReadonlyArray<string>;
  readonly open?: true;
}

const readFaults = (texts: ReadonlyArray<string>): E.Either<Complaint, ReadonlyArray<Fault>> =>
  pipe(
    texts,
    E.traverseArray(parseFault),
    E.mapLeft((problem) => misuse(`--fault: ${problem}`)),
  );

const readOptions = async (flags: ServeFlags, env: Io['env']): Promise<E.Either<Complaint, ServiceOptions>> => {
  const { data, ontology, fault, tokenEnv, tokenFile, open, ...options } = flags;
  const faults = readFaults(fault ?? []);
  if (E.isLeft(faults)) return faults;
  const token = await readToken({ ...(tokenEnv && { tokenEnv }), ...(tokenFile && { tokenFile }) }, env);
  if (E.isLeft(token)) return token;
  const objects = data === undefined ? E.right(undefined) : await readDataFiles(data);
  if (E.isLeft(objects)) return objects;
  return E.right({
    // Whoever serves data of their own may not want everybody on the machine to read it.
    protectList: data !== undefined && !open,
    ...options,
    ontologyRid: ontology,
    faults: faults.right,
    token: O.toUndefined(token.right),
    objects: objects.right,
  });
};

/** The service refuses options by a TypeError, and says in a line what else keeps it from listening. */
const refusal = (error: unknown): Complaint => {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof TypeError ? misuse(message.replace(/^startService: /, '')) : failure(message);
};

/** `serve`: runs the reference service until somebody stops it. */
export const serveJob =
  (flags: ServeFlags): Job =>
  async (io) => {
    const options = await readOptions(flags, io.env);
    if (E.isLeft(options)) return complain(io, options.left);
    try {
      const service = await startService(options.right);
      const { url, ontologyRid, apiFamily, token, store } = service;
      const types = Object.fromEntries(store.objectTypes.map((name) => [name, store.all(name).length]));
      const made = options.right.token === undefined ? token : undefined;
      const stopped = firstValueFrom(io.interrupts);
      for (const line of announcement({ url, ontologyRid, apiFamily, types, token: made })) say(io, line);
      await stopped;
      await service.close();
      return done;
    } catch (error) {
      return complain(io, refusal(error));
    }
  };
