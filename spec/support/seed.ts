import fc from 'fast-check';
import { warnOnce } from '../../src/model/warnOnce';

const { PAGEWALK_SEED } = process.env;

/**
 * The seed of every property, so that the same sources always give the same result. `PAGEWALK_SEED` sets another one; `random`
 * draws one, which the report of a property that fails has.
 */
export const seed =
  PAGEWALK_SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(PAGEWALK_SEED ?? 1);

fc.configureGlobal({ seed });

// Many specs have a valve that no walk was given, or marks over numbers of pages. Each warning comes once in a process: here they are
// spent.
const { warn } = Object.assign({}, console);
Object.assign(console, { warn: () => undefined });
for (const kind of ['valve', 'marks']) warnOnce(kind, '');
Object.assign(console, { warn });
