// What npm test lints with. Rules that need types take two thirds of the time, so they wait until npm run test:full. The Angular
// examples have types of their own, which ng build checks.
import tseslint from 'typescript-eslint';
import every from './eslint.config.mjs';

export default [
  ...every,
  { ignores: ['!examples/angular', 'examples/*/dist', 'examples/*/.angular'] },
  {
    files: ['**/*.ts'],
    ...tseslint.configs.disableTypeChecked,
    linterOptions: { reportUnusedDisableDirectives: 'off' },
  },
  // A component may have nothing but its template.
  {
    files: ['examples/angular/**/*.ts'],
    rules: { '@typescript-eslint/no-extraneous-class': 'off' },
  },
  {
    files: ['examples/**/*.mjs'],
    languageOptions: { globals: { URL: 'readonly', Buffer: 'readonly' } },
  },
];
