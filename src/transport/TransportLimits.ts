import { checkKnown } from '../model/optionChecks';
import { carrying } from '../model/carrying';
import type { Transport } from './Transport';

/** The limits of one exchange. @inline */
export interface TransportLimits {
  /** Milliseconds for the whole exchange, from the request to the last byte of the body. Default 60,000; 0 for no limit. */
  readonly timeout?: number | undefined;
  /** The largest page that is read, in bytes after decompression. Default 100 MiB. Of an error, at most 64 KiB are read. */
  readonly maxResponseBytes?: number | undefined;
}

/** A transport carries its `maxResponseBytes`: no more than that waits where pages are asked for before their turn. */
const maxBytes = carrying<{ readonly limit: number }>('maxResponseBytes');

export const limited = (limit: number, transport: Transport): Transport =>
  maxBytes.carry(transport, { limit });

export const maxBytesOf = (transport: Transport): number =>
  maxBytes.of(transport)?.limit ?? Infinity;

const checkLimit = (name: keyof TransportLimits, limit: unknown): void => {
  if (!(typeof limit === 'number' && limit >= 0))
    throw new TypeError(`${name} must be a limit: a number, 0 or more`);
};

/** The limits of a transport, once they are known to be limits, and the only options that it did not take itself. */
export const limitsOf = (
  transport: string,
  { timeout = 60_000, maxResponseBytes = 100 * 1024 * 1024, ...others }: TransportLimits,
): { readonly timeout: number; readonly limit: number } => {
  checkKnown(transport, others);
  checkLimit('timeout', timeout);
  checkLimit('maxResponseBytes', maxResponseBytes);
  return { timeout, limit: maxResponseBytes };
};
