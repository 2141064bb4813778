import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { axiosTransport, type Transport } from '../../index';
import { startService } from '../../service';
import { type Complaint, failure, misuse, reasonOf } from '../Complaint';
import type { Io } from '../Io';
import { demoTypes } from './demoTypes';
import { readBaseUrl } from './readBaseUrl';
import { readToken, type TokenFlags } from './readToken';
import { renewableToken } from './renewableToken';
import type { Source } from './Source';

/** The options that say which service to read from. */
export interface SourceFlags extends TokenFlags {
  readonly baseUrl?: string;
  readonly timeout?: number;
}

const transportTo = (baseURL: string, { timeout }: SourceFlags): Transport =>
  axiosTransport({ baseURL, ...(timeout !== undefined && { timeout }) });

/** A proxy that the environment names cannot reach a service inside this process. */
const bypassProxy = (env: NodeJS.ProcessEnv, host: string): void => {
  for (const name of ['no_proxy', 'NO_PROXY']) env[name] = [env[name], host].filter(Boolean).join(',');
};

const openEmbedded = async (flags: SourceFlags): Promise<E.Either<Complaint, Source>> => {
  if (flags.tokenEnv !== undefined || flags.tokenFile !== undefined) {
    return E.left(misuse('a token is of use only with --base-url: the embedded service has one of its own'));
  }
  try {
    const service = await startService();
    const { url, token, ontologyRid, apiFamily } = service;
    bypassProxy(process.env, new URL(url).hostname);
    return E.right({
      url,
      transport: transportTo(url, flags),
      token: O.some(token),
      credential: O.some(token),
      embedded: O.some({
        ontologyRid,
        apiFamily,
        listType: 'employee',
        searchType: 'person',
        largeType: 'event',
        codecs: demoTypes,
      }),
      close: () => service.close(),
    });
  } catch (error) {
    return E.left(failure(`the embedded service does not start: ${reasonOf(error)}`));
  }
};

const openNamed = async (baseUrl: string, flags: SourceFlags, env: Io['env']): Promise<E.Either<Complaint, Source>> => {
  const url = readBaseUrl(baseUrl);
  if (E.isLeft(url)) return url;
  const token = await readToken(flags, env);
  if (E.isLeft(token)) return token;
  return E.right({
    url: url.right,
    transport: transportTo(url.right, flags),
    token: token.right,
    credential: pipe(
      token.right,
      O.map((text) => (flags.tokenFile === undefined ? text : renewableToken(text, () => readToken(flags, env)))),
    ),
    embedded: O.none,
    close: () => Promise.resolve(),
  });
};

/** The service at `--base-url`, or without one the embedded service, started for the occasion. */
export const openSource = (flags: SourceFlags, env: Io['env']): Promise<E.Either<Complaint, Source>> =>
  flags.baseUrl === undefined ? openEmbedded(flags) : openNamed(flags.baseUrl, flags, env);
