import { transformSync } from 'esbuild';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';

const require = createRequire(__filename);

/** What a module of TypeScript exports, once its types are gone. */
export const evaluate = (source: string): Readonly<Record<string, unknown>> => {
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs' });
  const run = runInThisContext(`(module, exports, require) => {${code}\n}`) as (
    ...args: ReadonlyArray<unknown>
  ) => void;
  const module = { exports: {} };
  run(module, module.exports, require);
  return module.exports;
};
