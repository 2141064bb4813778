// What each entry of the package exports, with its types, in api/*.api.md: a change of a public type is seen in review.
//   node scripts/api.mjs           fails where a report differs from the types in dist
//   node scripts/api.mjs --write   writes the reports
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const isWriting = process.argv.includes('--write');
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const entries = Object.entries(packageJson.exports).flatMap(([path, { types }]) =>
  types === undefined
    ? []
    : {
        name: path === '.' ? 'pagewalk' : path.slice(2).replace('/', '-'),
        types: join(root, types),
      },
);
const quiet = { default: { logLevel: 'none' } };
const configs = entries.map(({ name, types }) =>
  ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
    packageJson,
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: types,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'ES2022',
            lib: ['ES2022', 'DOM', 'DOM.Iterable'],
            module: 'Node20',
            strict: true,
            skipLibCheck: true,
            types: ['node'],
          },
          files: entries.map((entry) => entry.types),
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: join(root, 'api'),
        reportTempFolder: join(root, '.cache', 'api'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: quiet,
        extractorMessageReporting: quiet,
        tsdocMessageReporting: quiet,
      },
    },
  }),
);
// One compilation for all entries.
const compilerState = CompilerState.create(configs[0], {
  additionalEntryPoints: entries.map(({ types }) => types),
});
const messageCallback = (message) => {
  message.handled = true;
};
const changed = configs.filter((config) => {
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: isWriting,
    compilerState,
    messageCallback,
  });
  return apiReportChanged;
});
const names = new Set(configs.map(({ reportFilePath }) => reportFilePath));
const gone = readdirSync(join(root, 'api')).filter((file) => !names.has(join(root, 'api', file)));
if (isWriting) for (const file of gone) rmSync(join(root, 'api', file));
const differing = [
  ...changed.map(({ reportFilePath }) => reportFilePath.slice(root.length + 1)),
  ...gone.map((file) => `api/${file}`),
];
if (differing.length > 0) {
  console.log(
    `${isWriting ? 'written' : 'public types have changed (npm run api writes these, to be looked at in review)'}: ${differing.join(', ')}`,
  );
  if (!isWriting) process.exitCode = 1;
}
