import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { tap } from 'rxjs';
import type { Transport } from '../../index';
import { bearer } from '../../client/credentials/bearer';
import type { Flags } from '../options/Option';
import type { exchangeOptions, serviceOptions } from '../options/tables';
import { type Checked, complain, failure, misuse, reasonOf } from '../terminal/Complaint';
import { createGate, type Gate } from '../terminal/gate';
import type { ExitCode, Io } from '../terminal/Io';
import { adding, type CredentialFlags, readCredentials } from './credentials';
import type { Credentials, Headers } from './logins';
import { embedded } from './embedded';
import { transportTo } from './transportTo';

/** What is known of a service that was named, or of the embedded one, before anything is asked of it. */
interface OpenedService extends Credentials {
  readonly url: string;
  readonly isEmbedded: boolean;
  readonly close: () => Promise<void>;
}

/** What reaches a service that items are read from. */
export interface ServiceConnection extends Omit<OpenedService, 'sent'> {
  readonly transport: Transport;
  /** What the service says passes here before it is shown. It knows every credential that was sent. */
  readonly gate: Gate;
  /** How the service wants to be authenticated, as it said when it refused a request. */
  readonly challenge: () => string;
  /** The file of `--headers-file`. */
  readonly headersFile: string | undefined;
}

export type ConnectionFlags = CredentialFlags &
  Flags<typeof serviceOptions & typeof exchangeOptions> & {
    /** What no error may repeat beside credentials: the values of the query string of an address. */
    readonly secrets?: ReadonlyArray<string>;
  };

/** The embedded service, started for the occasion. */
const openEmbedded = async ({
  tokenEnv,
  tokenFile,
  oauth,
  netrc,
}: ConnectionFlags): Promise<Checked<OpenedService>> => {
  if ([tokenEnv, tokenFile, oauth, netrc].some((flag) => flag !== undefined)) {
    return E.left(misuse('a token needs --base-url: the embedded service has its own'));
  }
  try {
    // Loaded only here: a service that is named needs none of it.
    const { startService } = await import('../../service/index.js');
    const { ontologyRid, apiFamily } = embedded;
    const { url, token, close } = await startService({ ontologyRid, apiFamily });
    return E.right({
      url,
      token: O.some(token),
      tokenFrom: 'the embedded service',
      auth: bearer(token),
      sent: {},
      isEmbedded: true,
      close,
    });
  } catch (error) {
    return E.left(failure(`the embedded service does not start: ${reasonOf(error)}`));
  }
};

const openNamed = async (
  baseUrl: string,
  flags: ConnectionFlags,
  io: Io,
): Promise<Checked<OpenedService>> => {
  const named = { url: baseUrl, isEmbedded: false, close: () => Promise.resolve() };
  return pipe(
    await readCredentials(flags, new URL(baseUrl).hostname, io),
    E.map((credentials) => ({ ...credentials, ...named })),
  );
};

/** Tells the gate of every credential that leaves, and keeps what the service says about them where it refuses a request. */
const watched = (
  transport: Transport,
  { hide }: Gate,
  sent: Headers,
  secrets: ReadonlyArray<string>,
): Pick<ServiceConnection, 'transport' | 'challenge'> => {
  let challenge = '';
  secrets.forEach(hide);
  return {
    transport: (request) => {
      // Again with each request: a gate drops the oldest secrets, and each page adds a token.
      secrets.forEach(hide);
      for (const name of ['authorization', ...Object.keys(sent)]) {
        const value = request.headers[name];
        if (value !== undefined)
          hide(name === 'authorization' ? value.slice(value.indexOf(' ') + 1) : value);
      }
      return transport(request).pipe(
        tap((exchange) => {
          if (E.isRight(exchange) && [401, 403].includes(exchange.right.status))
            challenge = exchange.right.headers['www-authenticate'] ?? '';
        }),
      );
    },
    challenge: () => challenge,
  };
};

/** Does something with the service at `--base-url`, or with the embedded one; says why where it cannot be opened. */
export const withConnection = async (
  flags: ConnectionFlags,
  io: Io,
  use: (connection: ServiceConnection) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const { baseUrl, secrets = [], headersFile } = flags;
  const opened = await (baseUrl === undefined
    ? openEmbedded(flags)
    : openNamed(baseUrl, flags, io));
  if (E.isLeft(opened)) return complain(io, opened.left);
  const { sent, auth, ...known } = opened.right;
  const gate = createGate();
  const limits = flags.timeout === undefined ? {} : { timeout: flags.timeout };
  const connected = await transportTo(known.url, known.isEmbedded ? {} : io.env, limits);
  const { transport, challenge } = watched(connected, gate, sent, [
    ...secrets,
    ...(sent.secret === undefined ? [] : [sent.secret]),
  ]);
  const sending = secrets.length === 0 ? auth : adding(auth, {}, secrets);
  try {
    return await use({ ...known, auth: sending, transport, challenge, gate, headersFile });
  } finally {
    await known.close();
  }
};
