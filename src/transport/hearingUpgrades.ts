import { failing, networkFailure } from './networkFailure';
import { dropBody } from './readBody';

/** The status 101: what follows is not HTTP. */
export const switchedProtocols = networkFailure(
  'the service responded with an upgrade of the connection (101), which was not requested',
  undefined,
  true,
);

export interface Sender {
  readonly request: (options: { readonly protocol?: string }, onResponse: unknown) => Sent;
}

interface Sent {
  on(event: 'upgrade', listener: (response: unknown, socket: { destroy(): void }) => void): Sent;
  emit(event: 'error', error: Error): boolean;
}

/** As Node has it: this is compiled for browsers too, which have none. */
interface Platform {
  readonly process?: { readonly getBuiltinModule?: (name: string) => Sender };
}

/**
 * Node closes a connection whose service switches protocols, and tells only those who listen for that. axios does not listen:
 * its request would never end. Where there is no such module, there is nothing to listen to. For browsers, in which axios has no
 * request of Node's either, package.json puts `hearingUpgrades.browser` in the place of this module.
 */
export const hearingUpgrades = (): Sender | undefined => {
  const { process } = globalThis as Platform;
  const builtin = process?.getBuiltinModule;
  return (
    builtin && {
      request: (options, onResponse) => {
        const sent = builtin(options.protocol === 'https:' ? 'https' : 'http').request(
          options,
          onResponse,
        );
        return sent.on('upgrade', (_, socket) => {
          socket.destroy();
          sent.emit('error', failing(switchedProtocols));
        });
      },
    }
  );
};

/** Without a header that names the protocol, this status is an ordinary response in Node. */
export const refuseUpgrade = (status: number, data: unknown): void => {
  if (status !== 101) return;
  dropBody(data);
  throw failing(switchedProtocols);
};
