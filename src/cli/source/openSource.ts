import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { axiosTransport, type Transport, type TransportLimits } from '../../index';
import { startService } from '../../service';
import { type Complaint, failure, misuse, reasonOf } from '../terminal/Complaint';
import { createGate, type Gate } from '../terminal/gate';
import type { Io } from '../terminal/Io';
import { demoTypes } from './demoTypes';
import { nodeTransport } from './nodeTransport';
import { readBaseUrl } from './readBaseUrl';
import { readToken, type TokenFlags } from './readToken';
import { renewableToken } from './renewableToken';
import type { Source } from './Source';

/** The options that say which service to read from. */
export interface SourceFlags extends TokenFlags {
  readonly baseUrl?: string;
  readonly timeout?: number;
}

/** What one exchange may take, where a flag says so. */
const limitsOf = ({ timeout }: SourceFlags): TransportLimits => (timeout === undefined ? {} : { timeout });

/** Names of variables from which axios takes a proxy. */
const proxyVariable = /^(npm_config_)?(https?|all)_proxy$/i;

/** Whether a proxy is for this address (`NO_PROXY` has rules of its own) is left to axios, which can use one. */
const transportTo = (baseURL: string, flags: SourceFlags, env: Io['env']): Transport =>
  Object.keys(env).some((name) => proxyVariable.test(name) && env[name])
    ? axiosTransport({ baseURL, ...limitsOf(flags) })
    : nodeTransport(baseURL, limitsOf(flags));

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
      transport: watched(nodeTransport(url, limitsOf(flags)), gate),
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
    transport: watched(transportTo(url.right, flags, env), gate),
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
