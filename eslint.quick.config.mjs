// What npm test lints with. Rules that need types take most of the time, and the specs have most of the lines, so for the
// specs those rules wait until npm run test:full.
import tseslint from 'typescript-eslint';
import every from './eslint.config.mjs';

export default [
  ...every,
  {
    files: ['spec/**/*.ts'],
    ...tseslint.configs.disableTypeChecked,
    linterOptions: { reportUnusedDisableDirectives: 'off' },
  },
];
