import { compile } from '../../spec/package/support/compile';
import { project } from '../../spec/package/support/tarball';

const resolutions = [
  { moduleResolution: 'nodenext', module: 'nodenext', extensions: ['mts', 'cts'] },
  { moduleResolution: 'bundler', module: 'esnext', extensions: ['ts'] },
];

/** A program that needs the types of every one of these entries. */
const consumer = (specifiers: ReadonlyArray<string>): string =>
  specifiers
    .map(
      (specifier, n) =>
        `import * as entry${n} from '${specifier}';\nexport const names${n} = Object.keys(entry${n});`,
    )
    .join('\n');

/** What the compiler says of a program that imports all these entries of the packed package, each way that it may be resolved. */
export const typeProblems = async (
  specifiers: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const found = resolutions.map(async ({ extensions, ...resolution }) => {
    const folder = `release-${resolution.moduleResolution}`;
    const files = extensions.map((extension) => `consumer.${extension}`);
    for (const file of files) await project(folder, { [file]: consumer(specifiers) });
    const lib = ['es2022', 'dom', 'dom.iterable'];
    const options = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib,
      types: ['node'],
      skipLibCheck: false,
    };
    const diagnostics = await compile(folder, {
      compilerOptions: { ...options, ...resolution },
      files,
    });
    return diagnostics.map(
      ({ file, line, message }) =>
        `${file}:${line} under ${resolution.moduleResolution}: ${message}`,
    );
  });
  return (await Promise.all(found)).flat();
};
