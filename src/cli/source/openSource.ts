import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { isObservable, map, tap } from 'rxjs';
import { type Auth, axiosTransport, basic, bearer, headers, type Transport, type TransportLimits } from '../../index';
import { anonymous, credentialDetails } from '../../client/Auth';
import { type Service, startService } from '../../service';
import { type Checked, complain, type Complaint, failure, misuse, reasonOf } from '../terminal/Complaint';
import { createGate, type Gate } from '../terminal/gate';
import type { ExitCode, Io } from '../terminal/Io';
import {
  basicPlace,
  type Headers,
  readHeadersFile,
  readPassword,
  readToken,
  renewable,
  type TokenFlags,
  tokenPlaceOf,
} from './credentials';
import { nodeTransport } from './nodeTransport';

const demo = {
  listType: 'employee',
  searchType: 'person',
  /** A type with more objects than a list walk hands out. */
  largeType: 'event',
};

/** What is known of the embedded service, and fills in what the arguments leave out. */
export type Embedded = Pick<Service, 'ontologyRid' | 'apiFamily'> & Readonly<typeof demo>;

/** A service that objects are read from: one that was named, or the embedded one. */
export interface Source {
  readonly url: string;
  readonly transport: Transport;
  /** The bearer token as it was when the source was opened. */
  readonly token: O.Option<string>;
  /** Where it was read, in words. */
  readonly tokenFrom: string;
  /** What sends that token, others after it, and whatever else authenticates a request. */
  readonly auth: Auth | undefined;
  /** What the service says passes here before it is shown. It knows every credential that was sent. */
  readonly gate: Gate;
  readonly embedded: O.Option<Embedded>;
  /** How the service wants to be authenticated, as it said when it refused a request. */
  readonly challenge?: () => string;
  /** The file of `--headers-file`. */
  readonly headersFile?: string;
  readonly close: () => Promise<void>;
}

/** The address of a service. The message does not repeat it: it may hold a password, which has no place there. */
const readBaseUrl = (text: string): Checked<string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return E.left(misuse('--base-url must be an address such as https://objects.example.com'));
  }
  if (url.username !== '' || url.password !== '') {
    return E.left(
      misuse('--base-url must hold no user name and no password; give a token by --token-env or --token-file'),
    );
  }
  if (url.search !== '' || url.hash !== '') {
    return E.left(misuse('--base-url must end with its path: no query string, no fragment'));
  }
  return E.right(url.href.replace(/\/$/, ''));
};

export interface SourceFlags extends TokenFlags {
  readonly baseUrl?: string;
  readonly headersFile?: string;
  /** The user of `--auth basic:USER`. */
  readonly auth?: string;
  /** What no error may repeat beside credentials: the values of the query string of an address. */
  readonly secrets?: ReadonlyArray<string>;
  readonly timeout?: number;
}

type SourceIo = Pick<Io, 'env' | 'ask'>;

const limitsOf = ({ timeout }: SourceFlags): TransportLimits => (timeout === undefined ? {} : { timeout });

/** Names of variables from which axios takes a proxy. */
const proxyVariable = /^(npm_config_)?(https?|all)_proxy$/i;

/** Whether a proxy is for this address (`NO_PROXY` has its own rules) is left to axios, which can use one. */
const transportTo = (baseURL: string, flags: SourceFlags, env: Io['env']): Transport =>
  Object.keys(env).some((name) => proxyVariable.test(name) && env[name])
    ? axiosTransport({ baseURL, ...limitsOf(flags) })
    : nodeTransport(baseURL, limitsOf(flags));

/** Tells the gate of every credential that leaves, wherever it came from. */
const watched =
  (transport: Transport, { hide }: Gate, secret: Headers = {}): Transport =>
  (request) => {
    for (const name of ['authorization', ...Object.keys(secret)]) {
      const value = request.headers[name];
      if (value !== undefined) hide(name === 'authorization' ? value.slice(value.indexOf(' ') + 1) : value);
    }
    return transport(request);
  };

/** Keeps what a service says about its credentials where it refuses a request. */
const challenged = (transport: Transport): { readonly transport: Transport; readonly challenge: () => string } => {
  let said = '';
  return {
    transport: (request) =>
      transport(request).pipe(
        tap((exchange) => {
          if (E.isRight(exchange) && [401, 403].includes(exchange.right.status))
            said = exchange.right.headers['www-authenticate'] ?? '';
        }),
      ),
    challenge: () => said,
  };
};

const openEmbedded = async (flags: SourceFlags): Promise<Checked<Source>> => {
  if (flags.tokenEnv !== undefined || flags.tokenFile !== undefined) {
    return E.left(misuse('a token needs --base-url: the embedded service has its own'));
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
      tokenFrom: 'the embedded service',
      auth: bearer(token),
      embedded: O.some({ ontologyRid, apiFamily, ...demo }),
      close: () => service.close(),
    });
  } catch (error) {
    return E.left(failure(`the embedded service does not start: ${reasonOf(error)}`));
  }
};

/** What authenticates the requests to a service that was named. */
interface Credentials extends Pick<Source, 'token' | 'tokenFrom' | 'auth'> {
  readonly sent: Headers;
}

/** The user of `--auth`, and a password that nobody sees. */
const basicCredentials = async (user: string, flags: SourceFlags, io: SourceIo): Promise<Checked<Credentials>> => {
  if ((['tokenEnv', 'tokenFile', 'headersFile'] as const).some((name) => flags[name] !== undefined)) {
    return E.left(misuse('--auth goes without --token-env, --token-file and --headers-file'));
  }
  return pipe(
    await readPassword(user, io),
    E.chain((password) =>
      E.tryCatch(
        () => ({ token: O.none, tokenFrom: basicPlace, auth: basic(user, password), sent: { password } }),
        (error) => misuse(`--auth: ${reasonOf(error)}`),
      ),
    ),
  );
};

/** Credentials that files hold are read again once the service has refused them. */
const readCredentials = async (flags: SourceFlags, io: SourceIo): Promise<Checked<Credentials>> => {
  const { tokenEnv, tokenFile, headersFile } = flags;
  if (flags.auth !== undefined) return basicCredentials(flags.auth, flags, io);
  const given = headersFile === undefined ? E.right<Complaint, Headers>({}) : await readHeadersFile(headersFile);
  if (E.isLeft(given)) return given;
  const isOwn = 'authorization' in given.right;
  if (isOwn && (tokenEnv !== undefined || tokenFile !== undefined)) {
    return E.left(misuse('the file of --headers-file has an Authorization: leave out --token-env and --token-file'));
  }
  const token = isOwn ? E.right(O.none) : await readToken(flags, io.env);
  if (E.isLeft(token)) return token;
  const bearing = O.isSome(token.right) ? { authorization: `Bearer ${token.right.value}` } : {};
  const sent = { ...bearing, ...given.right };
  const isFixed = tokenFile === undefined && headersFile === undefined;
  const again = async () => E.map((renewed: Credentials) => renewed.sent)(await readCredentials(flags, io));
  const auth = isFixed ? headers(sent) : headers(renewable(sent, again));
  const isNone = Object.keys(sent).length === 0;
  return E.right({ token: token.right, tokenFrom: tokenPlaceOf(flags), auth: isNone ? undefined : auth, sent });
};

const openNamed = async (baseUrl: string, flags: SourceFlags, io: SourceIo): Promise<Checked<Source>> => {
  const url = readBaseUrl(baseUrl);
  if (E.isLeft(url)) return url;
  const credentials = await readCredentials(flags, io);
  if (E.isLeft(credentials)) return credentials;
  const { sent, ...known } = credentials.right;
  const gate = createGate();
  if (flags.auth !== undefined) Object.values(sent).forEach(gate.hide);
  return E.right({
    ...known,
    url: url.right,
    ...challenged(watched(transportTo(url.right, flags, io.env), gate, sent)),
    gate,
    ...(flags.headersFile !== undefined && { headersFile: flags.headersFile }),
    embedded: O.none,
    close: () => Promise.resolve(),
  });
};

/** The same authentication, whose requests carry something else that no error may repeat. */
const hiding = (secrets: ReadonlyArray<string>, auth: Auth = anonymous): Auth => {
  const carrying = E.map((sent: Headers) =>
    credentialDetails.carry({ ...sent }, { secrets: [...(credentialDetails.of(sent)?.secrets ?? []), ...secrets] }),
  );
  return {
    ...auth,
    credentials: (...asked) => {
      const given = auth.credentials(...asked);
      return isObservable(given) ? given.pipe(map(carrying)) : carrying(given);
    },
  };
};

/** The service at `--base-url`, or without one the embedded service, started for the occasion. */
const openSource = async (flags: SourceFlags, io: SourceIo): Promise<Checked<Source>> => {
  const opened = await (flags.baseUrl === undefined ? openEmbedded(flags) : openNamed(flags.baseUrl, flags, io));
  const { secrets = [] } = flags;
  if (secrets.length === 0 || E.isLeft(opened)) return opened;
  for (const secret of secrets) opened.right.gate.hide(secret);
  return E.right({ ...opened.right, auth: hiding(secrets, opened.right.auth) });
};

/** Does something with a service, and closes it; says why where it cannot be opened. */
export const withSource = async (
  flags: SourceFlags,
  io: Io,
  use: (source: Source) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const source = await openSource(flags, io);
  if (E.isLeft(source)) return complain(io, source.left);
  try {
    return await use(source.right);
  } finally {
    await source.right.close();
  }
};
