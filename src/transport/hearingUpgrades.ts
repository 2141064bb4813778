/** What is needed of Node's `http` and `https`. */
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
export const hearingUpgrades = (failed: () => Error): Sender | undefined => {
  const { process } = globalThis as Platform;
  const builtin = process?.getBuiltinModule;
  return (
    builtin && {
      request: (options, onResponse) => {
        const sent = builtin(options.protocol === 'https:' ? 'https' : 'http').request(options, onResponse);
        return sent.on('upgrade', (_, socket) => {
          socket.destroy();
          sent.emit('error', failed());
        });
      },
    }
  );
};
