import { InvalidArgumentError } from 'commander';
import type { ServiceOptions } from '../../service';

/** Reads `CONCURRENT[/PER_MINUTE]`; where only the minute counts, `/PER_MINUTE`. */
export const rateLimit = (text: string): NonNullable<ServiceOptions['rateLimit']> => {
  const [, concurrent, perMinute] = /^(\d+)?(?:\/(\d+))?$/.exec(text) ?? [];
  const limits = { ...(concurrent && { concurrent: +concurrent }), ...(perMinute && { perMinute: +perMinute }) };
  const numbers = Object.values(limits);
  if (numbers.length > 0 && numbers.every((limit) => limit >= 1 && Number.isSafeInteger(limit))) return limits;
  throw new InvalidArgumentError('It must be CONCURRENT, CONCURRENT/PER_MINUTE or /PER_MINUTE, whole numbers above 0.');
};
