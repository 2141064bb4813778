import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { axiosTransport, type Transport } from '../../index';
import { startService } from '../../service';
import { type Complaint, failure, misuse, reasonOf } from '../Complaint';
import { createGate, type Gate } from '../createGate';
import type { Io } from '../Io';
import { demoTypes } from './demoTypes';
import { loopbackTransport } from './loopbackTransport';
import { readBaseUrl } from './readBaseUrl';
import { readToken, type TokenFlags } from './readToken';
import { renewableToken } from './renewableToken';
import type { Source } from './Source';

/** The options that say which service to read from. */
export interface SourceFlags extends TokenFlags {
  readonly baseUrl?: string;
  readonly timeout?: number;
}

/** What one exchange may take where no flag says so. */
const defaultTimeout = 60_000;

/** Tells the gate of every credential that leaves, wherever it came from. */
const watched =
  (transport: Transport, { hide }: Gate): Transport =>
  (request) => {
    const { authorization } = request.headers;
    if (authorization !== undefined) hide(authorization.slice(authorization.indexOf(' ') + 1));
    return transport(request);
  };

const openEmbedded = async (flags: SourceFlags): Promise<E.Either<Complaint, Source>> => {
  if (flags.tokenEnv !== undefined || flags.tokenFile !== undefined) {
    return E.left(misuse('a token is of use only with --base-url: the embedded service has one of its own'));
  }
  try {
    const service = await startService();
    const { url, token, ontologyRid, apiFamily } = service;
    const gate = createGate();
    return E.right({
      url,
      transport: watched(loopbackTransport(url, flags.timeout ?? defaultTimeout), gate),
      gate,
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
  const gate = createGate();
  return E.right({
    url: url.right,
    transport: watched(axiosTransport({ baseURL: url.right, timeout: flags.timeout ?? defaultTimeout }), gate),
    gate,
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
