import { checkAtLeast0, checkFunctions, checkKnown, checkStatuses } from '../../model/optionChecks';
import type { Claiming, DurableOptions } from './DurableOptions';
import { checkId, type Part } from './Places';

const checkPart = ({ name, of: names, ...others }: Part): void => {
  checkKnown('durable: part', others);
  const areNames =
    Array.isArray(names) && names.every((each) => typeof each === 'string' && each !== '');
  if (!areNames || new Set(names).size !== names.length || !names.includes(name)) {
    throw new TypeError(
      'durable: part.of must be a list of different names, not empty, and part.name one of them',
    );
  }
};

/** The statuses that say that a token is too old. */
export const expiredOf = (
  delta: DurableOptions<unknown, unknown>['delta'],
): ReadonlyArray<number> => {
  const { expired = [410], ...others } = Object(delta) as Exclude<typeof delta, true | undefined>;
  if (delta && delta !== true && typeof delta !== 'object') {
    throw new TypeError(
      'durable: delta must be true, or an object with expired, such as { expired: [410] }',
    );
  }
  checkKnown('durable: delta', others);
  checkStatuses('durable: delta.expired', expired);
  return expired;
};

const checkClaiming = (claiming: NonNullable<Claiming>): void => {
  checkKnown('durable: claim', claiming, ['by', 'ifOlderThan']);
  if (claiming.by !== undefined) checkId(claiming.by, 'durable: claim.by');
  checkAtLeast0('durable: claim.ifOlderThan', claiming.ifOlderThan ?? 0);
};

const functions = ['prepare', 'finish', 'onDoubt'];
const others = 'id places part acceptShifts mark delta restarts batch until valve claim'.split(' ');

/** Throws a TypeError for options that no walk can have. */
export const checkOptions = (options: DurableOptions<unknown, unknown>): void => {
  checkFunctions('durable', options, ['pages', 'work'], functions, others);
  const { places, part, finish, acceptShifts = false, mark, delta } = options;
  const { restarts = 0, batch = 1, claim = {} } = options;
  checkClaiming(claim);
  if (part) checkPart(part);
  if (mark)
    checkFunctions('durable: mark', mark, ['of'], ['overlap', 'ceiling'], ['first', 'newestFirst']);
  if (typeof ((mark?.newestFirst ?? false) as unknown) !== 'boolean')
    throw new TypeError('durable: mark.newestFirst must be true or false');
  if (mark && finish) {
    throw new TypeError(
      'durable: mark excludes finish. A run that asked for what is new has not seen the rest',
    );
  }
  if (delta && (mark ?? part)) throw new TypeError('durable: delta excludes mark and part');
  expiredOf(delta);
  if (delta && finish && places.isAtomic === false) {
    throw new TypeError(
      'durable: delta with finish needs places with transactions, such as sqlitePlaces and postgresPlaces',
    );
  }
  if (finish && !places.finish) throw new TypeError('durable: these places know no finish');
  if (typeof (acceptShifts as unknown) !== 'boolean')
    throw new TypeError('durable: acceptShifts must be true or false');
  checkAtLeast0('durable: restarts', restarts);
  if (!(Number.isSafeInteger(batch) && batch > 0))
    throw new TypeError('durable: batch must be a whole number above 0');
};
