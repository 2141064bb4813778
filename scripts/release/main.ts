// What `npm publish` would ship, and whether that may be shipped:
//   npm run release:check [-- --dirty] [-- --package] [-- --files]
// --dirty lets the work tree hold what is not committed. --package looks at the package alone, whether or not it is the day to
// release it: neither at the work tree nor at tags nor at the changelog. --files lists every file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../spec/package/support/run';
import type { Manifest } from '../../spec/package/support/Manifest';
import { installed } from '../../spec/package/support/tarball';
import { root } from '../../spec/textFiles';
import { changelogProblems } from './changelog';
import { counted, report, type Check } from './Check';
import { addressProblems, tagProblems, treeProblems } from './repository';
import { packedFiles, shippedChecks } from './shipped';
import { listing } from './sizes';

const flags = ['--dirty', '--package', '--files'];

const git = async (...args: ReadonlyArray<string>): Promise<string> => {
  const { code, stdout, stderr } = await run('git', args, root);
  if (code !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
  return stdout;
};

/** Whether this is the moment to release the version that package.json names. */
const momentChecks = async (
  manifest: Manifest,
  isDirty: boolean,
): Promise<ReadonlyArray<Check>> => {
  const { version } = manifest;
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const today = new Date().toISOString().slice(0, 10);
  const tree: Check = isDirty
    ? { name: 'work tree', problems: [], found: 'not looked at (--dirty)' }
    : {
        name: 'work tree',
        problems: treeProblems(await git('status', '--porcelain')),
        found: 'clean',
      };
  return [
    tree,
    {
      name: 'addresses',
      problems: addressProblems({ ...manifest }),
      found: 'repository, homepage and bugs',
    },
    {
      name: 'tag',
      problems: tagProblems(version, await git('tag', '--list')),
      found: `v${version} is not a tag yet`,
    },
    {
      name: 'changelog',
      problems: changelogProblems(changelog, version, today),
      found: `tells of ${version}`,
    },
  ];
};

const main = async (args: ReadonlyArray<string>): Promise<number> => {
  const unknown = args.filter((arg) => !flags.includes(arg));
  if (unknown.length > 0) {
    process.stderr.write(`${unknown.join(' ')} is not known: ${flags.join(', ')}\n`);
    return 2;
  }
  const packed = await installed();
  const { name, version } = packed.manifest;
  const files = packedFiles(packed);
  const list = args.includes('--files')
    ? files.map(({ path, size }) => `${counted(size).padStart(11)}  ${path}`)
    : listing(files);
  process.stdout.write(`${name} ${version}\n\n${list.join('\n')}\n\n`);
  const moment = args.includes('--package')
    ? []
    : await momentChecks(packed.manifest, args.includes('--dirty'));
  const { text, code } = report([...(await shippedChecks(packed)), ...moment]);
  process.stdout.write(text);
  return code;
};

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
