import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist',
      'site',
      '**/node_modules',
      '**/.cache',
      'examples/angular',
      // They import DBOS, which is installed with the example only.
      'examples/fleet/{engine,fleet,main,worker,workflows}.ts',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './examples/fleet/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // A type parameter that appears once still documents what a caller may pass (io-ts codecs are full of them).
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // An endpoint without fields of its own has no keys at all.
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      // Where a callback returns nothing, `() => resolve()` says so as well as a block does.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `this: void` says that a method may be handed over by itself.
      '@typescript-eslint/no-invalid-void-type': ['error', { allowAsThisParameter: true }],
      '@typescript-eslint/array-type': ['error', { default: 'generic', readonly: 'generic' }],
      'no-console': 'error',
    },
  },
  {
    // The places that tell a developer of a mistake that nothing else would show.
    files: ['src/model/warnOnce.ts', 'src/angular/list/openList.ts'],
    rules: { 'no-console': ['error', { allow: ['warn'] }] },
  },
  {
    files: ['spec/**/*.ts', 'spec-real/*.ts'],
    rules: {
      // chai's assertions are property reads: expect(x).to.be.true.
      '@typescript-eslint/no-unused-expressions': 'off',
      // RxJS reports what a subscriber throws to nobody in particular: such an assertion fails another test, or none.
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name="subscribe"] CallExpression[callee.name="expect"]',
          message:
            'Collect what comes, and assert after the stream: an assertion in subscribe cannot fail its own test.',
        },
      ],
    },
  },
  {
    // React's own renderer without a DOM is deprecated in favour of libraries that need one.
    files: ['spec/list/createList-spec.ts'],
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      globals: {
        __dirname: 'readonly',
        console: 'readonly',
        process: 'readonly',
        require: 'readonly',
      },
    },
  },
  {
    files: ['scripts/docs/site.js'],
    languageOptions: {
      sourceType: 'script',
      globals: Object.fromEntries(
        ['document', 'localStorage', 'MutationObserver'].map((name) => [name, 'readonly']),
      ),
    },
  },
);
